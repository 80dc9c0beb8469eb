import Foundation
import Trackable

/// An anonymous ID, with its person, its time of creation, and the user who has signed in under it. The file of
/// ``AnonymousID`` has one entry, as a line.
struct AnonymousEntry {
  /// The person to whom the ID belongs; `nil` before the ID was used.
  var person: UserStamp.Person?
  var id = UUID().uuidString.lowercased()
  var begin: Date
  /// Whether other processes have the ID.
  var isShared = false
  /// The ID that this process had before another process replaced it, and the time of the replacement.
  var former: (id: String, end: Date)?
  /// A checksum of the user who has signed in under the ID.
  var claim: String?

  /// The ID of the user who has claimed the anonymous ID. The entry keeps the user's ID, so that the destination need
  /// not compute a checksum for each event.
  var user: String?

  // The time is the one since the reference date, which is what a `Date` has. A time since 1970 would be rounded, and
  // the ID could begin after the event for which it was made.
  /// The line in the file.
  var line: String { "\(id) \(begin.timeIntervalSinceReferenceDate)\(claim.map { " " + $0 } ?? "")" }

  init(begin: Date) { self.begin = begin }

  /// Reads a line; `nil` if the text is not such a line.
  init?(_ line: String) {
    let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard 1...3 ~= words.count, UUID(uuidString: words[0]) != nil else { return nil }
    id = words[0]
    let time = words.count > 1 ? Double(words[1]) : nil
    begin = time.map(Date.init(timeIntervalSinceReferenceDate:)) ?? .distantPast
    claim = words.count > 2 ? words[2] : nil
  }

  /// The checksum with which a user claims the ID.
  func claim(of user: String) -> String { String(Checksum.crc32c(Array((id + user).utf8)), radix: 16) }

  func isClaimed(by user: String?) -> Bool { user.map { claim(of: $0) == claim } ?? false }

  func id(at time: Date) -> String {
    if let former, time < former.end { return former.id }
    return id
  }
}
