import Foundation

struct Album {
  let id: String
  let title: String
  let price: Double
  let released: Date

  static let imagine = Album(
    id: "al-1971", title: "Imagine", price: 24.5,
    released: Date(timeIntervalSince1970: 53_049_600))
  static let ram = Album(
    id: "al-1972", title: "Ram", price: 19,
    released: Date(timeIntervalSince1970: 43_113_600))
}
