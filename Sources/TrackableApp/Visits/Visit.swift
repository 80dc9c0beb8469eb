#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// A point in time on two clocks: the wall clock, and a clock that never goes back.
struct Moment: Sendable {
  let date: Date
  let instant: ContinuousClock.Instant

  /// The current time, by the clocks of the current system, which are those of the computer or of a recording.
  static var now: Moment { Moment(date: TrackableSystem.now, instant: TrackableSystem.instant) }
}

/// A visit of a person to the app, with what the next launch needs to know about it.
struct Visit: Sendable, Equatable {
  let id: TrackedValue
  /// The number of the visit; `nil` if the app has no folder.
  var number: Int?
  let began: Date
  /// The time of the user's last activity that was written to the file.
  var seen: Date

  init(id: TrackedValue, began: Date) { (self.id, self.began, seen) = (id, began, began) }

  // The times are those since the reference date, which is what a `Date` has. A time since 1970 would be rounded, and a
  // visit that was seen a moment ago could be seen in the future.
  /// The visit as words of a file.
  var words: [String] {
    let (kind, text) = if case .int(let number) = id { ("int", "\(number)") } else { ("text", "\(id)") }
    return [
      kind, text, "\(number ?? 0)", "\(began.timeIntervalSinceReferenceDate)", "\(seen.timeIntervalSinceReferenceDate)",
    ]
  }

  init?(words: some Collection<String>) {
    let words = Array(words)
    guard words.count == 5, let began = Double(words[3]), let seen = Double(words[4]) else { return nil }
    guard let id = words[0] == "int" ? Int(words[1]).map(TrackedValue.int) : .string(words[1]) else { return nil }
    self.init(id: id, began: Date(timeIntervalSinceReferenceDate: began))
    self.seen = Date(timeIntervalSinceReferenceDate: seen)
    number = Int(words[2]).flatMap { $0 == 0 ? nil : $0 }
  }
}
