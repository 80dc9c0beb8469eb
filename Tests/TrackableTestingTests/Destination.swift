import TestSupport
import Testing
import Trackable
import TrackableTesting

/// A destination as its author writes it from the documentation of destinations, right or wrong.
struct Destination: Sendable, CustomTestStringConvertible {
  typealias Record = @Sendable (TrackerConformance.Arrival) -> Void

  let testDescription: String
  /// The rules that it breaks; none for a right one.
  let broken: Set<TrackerConformance.Rule>
  let expecting: @Sendable (TrackedEvent) -> TrackedEvent
  let make: @Sendable (@escaping Record) -> any AnalyticsEventTracker

  /// Creates one that does what a ``Vendor`` does, but for a change.
  init(
    _ name: String, breaks broken: TrackerConformance.Rule...,
    expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
    _ change: @escaping @Sendable (inout Vendor) -> Void
  ) {
    (testDescription, self.broken, self.expecting) = (name, Set(broken), expecting)
    make = { record in
      var vendor = Vendor(Line(record))
      change(&vendor)
      return vendor
    }
  }
}

/// The calls that wait for a service, and the service.
final class Line: Sendable {
  let send: Destination.Record
  private let waiting = Shared<[TrackerConformance.Arrival]>([])

  init(_ record: @escaping Destination.Record) { send = record }

  var all: [TrackerConformance.Arrival] { waiting.value }
  func add(_ arrival: TrackerConformance.Arrival) { waiting.withLock { $0.append(arrival) } }
  func change(_ body: (inout [TrackerConformance.Arrival]) -> Void) { waiting.withLock { body(&$0) } }
  func clear() { waiting.set([]) }
  func sendAll() { for arrival in waiting.exchange([]) { send(arrival) } }
}

/// A destination that sends when it is flushed, of closures that a test replaces.
struct Vendor: AnalyticsEventTracker {
  @TaskLocal static var isTracking = false

  let line: Line
  var onTrack: @Sendable (TrackedEvent) -> Void
  var onUpdate: @Sendable (TrackedUserProperty) -> Void
  var onIdentify: @Sendable (TrackedUser) -> Void
  var onReset: @Sendable () -> Void
  var onReport: @Sendable (any Error) -> Void = { _ in }
  var onPurge: @Sendable () -> Void
  var onFlush: @Sendable () async -> Void

  init(_ line: Line) {
    self.line = line
    onTrack = { line.add(.event($0)) }
    onUpdate = { if let value = $0.value { line.add(.userProperty(name: $0.name, value: value)) } }
    onIdentify = { line.add(.identified($0.id, traits: $0.traits)) }
    onReset = { line.add(.reset) }
    onPurge = { line.clear() }
    onFlush = { line.sendAll() }
  }

  func track(_ event: TrackedEvent) { onTrack(event) }
  func update(_ property: TrackedUserProperty) { onUpdate(property) }
  func identify(_ user: TrackedUser) { onIdentify(user) }
  func reset() { onReset() }
  func report(_ error: any Error, at location: CodeLocation) { onReport(error) }
  func purge() { onPurge() }
  func flush() async { await onFlush() }

  /// Sends something else for an event; `nil` loses it.
  mutating func events(_ change: @escaping @Sendable (TrackedEvent) -> TrackerConformance.Arrival?) {
    onTrack = { [line] in if let arrival = change($0) { line.add(arrival) } }
  }

  /// Sends events under other names.
  mutating func names(_ change: @escaping @Sendable (String) -> String) {
    events { .event(name: change($0.name), properties: $0.properties, timestamp: $0.timestamp) }
  }

  /// Sends events with other properties.
  mutating func properties(_ change: @escaping @Sendable (TrackedProperties) -> TrackedProperties) {
    events { .event(name: $0.name, properties: change($0.properties), timestamp: $0.timestamp) }
  }

  /// Sends events with other values, wherever they are.
  mutating func values(_ change: @escaping @Sendable (TrackedValue) -> TrackedValue?) {
    properties { $0.changing(change) }
  }

  /// Sends user properties that are set or unset with another name or value.
  mutating func userProperties(
    _ change: @escaping @Sendable (String, TrackedValue) -> (name: String, value: TrackedValue)
  ) {
    onUpdate = { [line] in
      guard let value = $0.value else { return }
      let changed = change($0.name, value)
      line.add(.userProperty(name: changed.name, value: changed.value))
    }
  }

  /// Sends users with another ID or with other traits.
  mutating func users(
    _ change: @escaping @Sendable (String, TrackedProperties) -> (id: String, traits: TrackedProperties?)
  ) {
    onIdentify = { [line] in
      let changed = change($0.id, $0.traits)
      line.add(.identified(changed.id, traits: changed.traits))
    }
  }
}

extension TrackedEvent {
  func with(_ properties: TrackedProperties) -> TrackedEvent {
    var copy = self
    copy.properties = properties
    return copy
  }
}

extension TrackedProperties {
  /// The same with other values, at the top, in nested values and in arrays; `nil` leaves one out.
  func changing(_ change: (TrackedValue) -> TrackedValue?) -> TrackedProperties {
    func changed(_ value: TrackedValue) -> TrackedValue? {
      switch value {
      case .properties(let nested): change(.properties(nested.changing(change)))
      case .array(let values): change(.array(values.compactMap { changed($0) }))
      default: change(value)
      }
    }
    return TrackedProperties(compactMap { property in changed(property.value).map { property.key.name ~>> $0 } })
  }
}
