import Foundation
import Trackable

extension TrackerConformance {
  /// The arrivals so far.
  final class Arrivals: Sendable {
    private let received = Lock<[Arrival]>([])

    @Sendable func record(_ arrival: Arrival) { received.withLock { $0.append(arrival) } }
    var all: [Arrival] { received.withLock { $0 } }

    var events: [(name: String, properties: TrackedProperties, timestamp: Date?)] {
      all.compactMap {
        if case .event(let name, let properties, let timestamp) = $0 { (name, properties, timestamp) } else { nil }
      }
    }

    /// The numbers of the events that `numbered` made, found by their value: a destination may spell names and keys its way.
    var numbers: [Int] { events.compactMap { Self.number(in: $0.properties) } }

    static func number(in properties: TrackedProperties) -> Int? {
      properties.lazy.compactMap { property in
        if case .string(let text) = property.value, text.hasPrefix("number ") { Int(text.dropFirst(7)) } else { nil }
      }.first
    }
  }

  /// A flag that is set once.
  final class Flag: Sendable {
    private let state = AtomicWord()
    var isSet: Bool { state.value != 0 }
    /// Whether this call was the one that set it.
    func set() -> Bool { state.exchange(1) == 0 }
  }

  package struct Named: AnalyticsEvent {
    package let name: String
    package let entity = "Conformance"
  }

  /// Tracks event 1 the first time the name of its screen is read.
  package struct TracksWhenRead: ScreenEvent {
    let tracker: any AnalyticsEventTracker
    let wasRead: Flag
    package let name = "tracks when read"
    package let entity = "Conformance"

    package var screenName: String {
      if wasRead.set() { tracker.track(TrackerConformance.numbered(1)) }
      return "tracks when read"
    }
  }

  struct Member: UserProperty {
    let value: String
  }

  struct Visits: UserProperty {
    let value = 1
    let operation = UserPropertyOperation.increment
  }

  struct Broken: Error {}

  static let time = Date(timeIntervalSince1970: 1_234_567.5)

  static func event(_ name: String, _ properties: TrackedProperties = [], at time: Date = time) -> TrackedEvent {
    TrackedEvent(Named(name: name), properties: properties, timestamp: time)
  }

  static func numbered(_ number: Int, _ event: some AnalyticsEvent = Named(name: "numbered")) -> TrackedEvent {
    TrackedEvent(event, properties: ["number" ~>> "number \(number)"], timestamp: time)
  }

  static var variedEvents: [TrackedEvent] {
    [
      event("plain"),
      event(
        "all kinds", ["s": "text", "i": -3, "d": 0.25, "b": true, "t": time, "a": [1, 2], "n": TrackedValue.null]),
      event("nested", ["outer" ~>> ["inner" ~>> ["core" ~>> 1]]]),
      event("items", ["items" ~>> [["sku" ~>> "A-1", "count" ~>> 2], ["sku" ~>> "B-2"]] as [TrackedProperties]]),
      event("texts", ["empty" ~>> "", "day" ~>> "2026-01-31", "digits" ~>> "007", "tags" ~>> ["", "a", "a"]]),
      event("in order", ["z" ~>> 1, "a" ~>> 2, "m" ~>> 3]),
    ]
  }

  static var unusualEvents: [TrackedEvent] {
    ["", " ", "👩‍👩‍👧 opened", "событие", "a.b.c", "\"quoted\"\n", String(repeating: "long ", count: 2_000)].map {
      event($0, [$0 ~>> $0])
    }
  }

  /// The difference between the numbers that arrived and those that were sent, in any order.
  static func difference(_ arrived: [Int], _ sent: [Int]) -> String? {
    let counts = Dictionary(arrived.map { ($0, 1) }, uniquingKeysWith: +)
    let lost = sent.filter { counts[$0] == nil }
    let repeated = sent.filter { (counts[$0] ?? 0) > 1 }
    if lost.isEmpty && repeated.isEmpty && arrived.count == sent.count { return nil }
    return "\(sent.count) events were tracked: \(lost.count) are missing and \(repeated.count) arrived more than once."
  }
}
