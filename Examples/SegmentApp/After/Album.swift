struct Album {
  let id: String
  let title: String
  let price: Double

  static let imagine = Album(id: "al-1971", title: "Imagine", price: 24.5)
  static let ram = Album(id: "al-1972", title: "Ram", price: 19)
}
