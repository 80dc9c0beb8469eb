/// A solo album.
struct Album: Sendable, Hashable {
  let name: String
  let year: Int
}
