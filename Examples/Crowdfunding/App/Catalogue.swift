import CrowdfundingCore

/// The projects of the tour.
enum Catalogue {
  static let game = Project(id: 1, name: "Board game", tags: ["family"], isFeatured: true)
  static let pen = Project(
    id: 2, name: "Fountain pen", tags: ["design"],
    rewards: [Reward(id: 20, title: "A pen", price: 40_00), Reward(id: 21, title: "Two pens", price: 75_00)])
  static let lamp = Project(id: 3, name: "Lamp", tags: nil)
}
