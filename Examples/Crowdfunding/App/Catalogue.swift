import CrowdfundingCore

/// The projects of the tour.
enum Catalogue {
  static let pen = Project(
    id: 1, name: "Fountain pen", tags: ["design", "writing"], isFeatured: true,
    rewards: [Reward(id: 10, title: "A pen", price: 40_00), Reward(id: 11, title: "Two pens", price: 75_00)])
  static let game = Project(id: 2, name: "Board game", tags: nil)
  static let lamp = Project(id: 99, name: "Lamp", tags: nil)
}
