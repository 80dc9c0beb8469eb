import Trackable

/// IDs that are made from the numbers of persons: the same for each call of a person, and not linked to the ID of
/// another person. An ID is a UUID, as a random one is.
struct MadeIDs: Sendable {
  private let key = UInt64.random(in: 0 ... .max)
  /// The last ID, because most calls belong to the same person as the call before.
  private var last: (person: UInt64, id: String)?

  mutating func id(of person: UserStamp.Person) -> String {
    if let last, last.person == person.number { return last.id }
    func half(_ number: Int) -> UInt64 {
      var hasher = Hasher()
      for value in [key, person.number, UInt64(number)] { hasher.combine(value) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    let digits = [half(0), half(1)].map { SegmentName.digits($0, 16) }.joined()
    let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { String(Array(digits)[$0]) }
    let id = "\(parts[0])-\(parts[1])-4\(parts[2])-8\(parts[3])-\(parts[4])"
    last = (person.number, id)
    return id
  }
}
