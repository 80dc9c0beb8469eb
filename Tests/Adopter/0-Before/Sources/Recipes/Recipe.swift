struct Recipe: Sendable {
  let name: String
  let ingredients: [String]
  let steps: [String]

  static let all = [
    Recipe(name: "Soup", ingredients: ["leeks", "potatoes"], steps: ["Chop.", "Boil."]),
    Recipe(name: "Pancakes", ingredients: ["eggs", "flour", "milk"], steps: ["Stir.", "Fry.", "Eat."]),
  ]
}
