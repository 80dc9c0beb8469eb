import Foundation
import Trackable

extension TrackerConformance {
  /// Collects the arrivals at the stand-in for a service.
  final class Arrivals: Sendable {
    private let received = Lock<[Arrival]>([])
    private let counted = Lock<(thread: Thread, count: Int)?>(nil)
    /// The function to call at each arrival.
    private let onArrival: @Sendable () -> Void

    init(onArrival: @escaping @Sendable () -> Void = {}) { self.onArrival = onArrival }

    @Sendable func record(_ arrival: Arrival) {
      received.withLock { $0.append(arrival) }
      counted.withLock { if $0?.thread === Thread.current { $0?.count += 1 } }
      onArrival()
    }

    /// The number of arrivals on this thread while `body` runs.
    func countingOnThisThread(_ body: () -> Void) -> Int {
      counted.withLock { $0 = (.current, 0) }
      body()
      return counted.withLock { counted in
        defer { counted = nil }
        return counted?.count ?? 0
      }
    }

    var all: [Arrival] { received.withLock { $0 } }

    var events: [(name: String, properties: TrackedProperties, timestamp: Date?)] {
      all.compactMap {
        if case .event(let name, let properties, let timestamp) = $0 { (name, properties, timestamp) } else { nil }
      }
    }

    var userProperties: [(name: String, value: TrackedValue)] {
      all.compactMap { if case .userProperty(let name, let value) = $0 { (name, value) } else { nil } }
    }

    /// The numbers of the events that `numbered` has made. The getter finds a number by the value of a property,
    /// because a destination may rename events and keys.
    var numbers: [Int] { events.compactMap { Self.number(in: $0.properties) } }

    static func number(in properties: TrackedProperties) -> Int? {
      properties.lazy.compactMap { property in
        if case .string(let text) = property.value, text.hasPrefix("number ") { Int(text.dropFirst(7)) } else { nil }
      }.first
    }
  }

  /// A flag that can be set once.
  final class Flag: Sendable {
    private let state = AtomicWord()
    var isSet: Bool { state.value != 0 }
    /// Sets the flag. Returns whether this call was the first.
    func set() -> Bool { state.exchange(1) == 0 }
  }

  package struct Named: AnalyticsEvent {
    package let name: String
    package let entity = "Conformance"
  }

  /// An event that tracks event 1 when the name of its screen is read for the first time.
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
    let value: Int
    let operation: UserPropertyOperation
  }

  struct Anything: UserProperty {
    let name: String
    let value: TrackedValue
  }

  enum Secret: String, SensitiveKey { case mail }

  struct Broken: Error {}

  static let time = Date(timeIntervalSince1970: 1_234_567.5)
  /// A number that a `Double` cannot represent.
  static let bigNumber = 9_007_199_254_740_993

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
      event("numbers", ["big": bigNumber, "most": Int.max, "least": Int.min, "fine": 0.1, "huge": 1e300]),
      event("long", ["text" ~>> String(repeating: "long ", count: 200), "list" ~>> Array((0..<200).reversed())]),
      event("sensitive", [Secret.mail ~>> "john@apple.records", "plan" ~>> "premium"]),
      event("nested", ["outer" ~>> ["inner" ~>> ["core" ~>> 1]]]),
      event("items", ["items" ~>> [["sku" ~>> "A-1", "count" ~>> 2], ["sku" ~>> "B-2"]] as [TrackedProperties]]),
      event("texts", ["empty" ~>> "", "day" ~>> "2026-01-31", "digits" ~>> "007", "tags" ~>> ["", "a", "a"]]),
      event("in order", ["z" ~>> 1, "a" ~>> 2, "m" ~>> 3]),
    ]
  }

  static var unusualEvents: [TrackedEvent] {
    [
      "", " ", " padded ", "Capital Letters", "$dollar", "👩‍👩‍👧 opened", "событие", "a.b.c", "\"quoted\"\n",
      String(repeating: "long ", count: 2_000),
    ].map {
      event($0, [$0 ~>> $0])
    }
  }

  /// The difference between the numbers that arrived and the numbers that were sent, without regard to their order;
  /// `nil` if there is none.
  static func difference(_ arrived: [Int], _ sent: [Int]) -> String? {
    let counts = Dictionary(arrived.map { ($0, 1) }, uniquingKeysWith: +)
    let lost = sent.filter { counts[$0] == nil }
    let repeated = sent.filter { (counts[$0] ?? 0) > 1 }
    if lost.isEmpty && repeated.isEmpty && arrived.count == sent.count { return nil }
    return "\(sent.count) events were tracked: \(lost.count) are missing and \(repeated.count) arrived more than once."
  }
}

extension AnalyticsEventTracker {
  func update(_ property: some UserProperty) { update(TrackedUserProperty(property)) }
}
