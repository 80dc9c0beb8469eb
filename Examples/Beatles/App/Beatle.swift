/// One of the four, with some of his solo work.
struct Beatle: Sendable, Hashable {
  let name: String
  let albums: [Album]
}

extension Beatle {
  static let all = [
    Beatle(
      name: "John",
      albums: [
        Album(name: "John Lennon/Plastic Ono Band", year: 1970),
        Album(name: "Imagine", year: 1971),
        Album(name: "Mind Games", year: 1973),
        Album(name: "Walls and Bridges", year: 1974),
      ]),
    Beatle(
      name: "Paul",
      albums: [
        Album(name: "McCartney", year: 1970),
        Album(name: "Band on the Run", year: 1973),
        Album(name: "Tug of War", year: 1982),
        Album(name: "Flaming Pie", year: 1997),
      ]),
    Beatle(
      name: "George",
      albums: [
        Album(name: "All Things Must Pass", year: 1970),
        Album(name: "Living in the Material World", year: 1973),
        Album(name: "Cloud Nine", year: 1987),
        Album(name: "Brainwashed", year: 2002),
      ]),
    Beatle(
      name: "Ringo",
      albums: [
        Album(name: "Sentimental Journey", year: 1970),
        Album(name: "Ringo", year: 1973),
        Album(name: "Goodnight Vienna", year: 1974),
        Album(name: "Time Takes Time", year: 1992),
      ]),
  ]
}
