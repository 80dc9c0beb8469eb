import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What several trackers received, in one order, as text that says everything: two logs are equal if and only if the
/// same calls arrived with the same contents at the same trackers in the same order.
package final class CallLog: Sendable {
  /// The timestamp of events that are given one.
  package static let time = Date(timeIntervalSince1970: 1_000_000)

  private let received = Lock<[String]>([])

  package init() {}

  package var calls: [String] { received.withLock { $0 } }

  package func note(_ call: String) {
    HeldLocks.mustBeNone()
    received.withLock { $0.append(call) }
  }

  /// A tracker that implements every requirement and notes each call under `name`.
  package func tracker(_ name: String) -> NotingTracker {
    NotingTracker(log: self, name: name)
  }

  /// Every part of an event that a tracker can read.
  package static func text(of event: TrackedEvent) -> String {
    let time = event.timestamp == Self.time ? "then" : "now"
    return "track \(event.name) | \(event.entity) | \(event.eventType) | \(text(of: event.properties)) | "
      + "\(type(of: event.base)) \(time)"
  }

  package static func text(of property: TrackedUserProperty) -> String {
    let traits = if case .group(let traits) = property.operation { " " + text(of: traits) } else { "" }
    return "update \(property.name) = \(property.text(text(of:)))\(traits) | \(type(of: property.base))"
  }

  package static func text(of properties: TrackedProperties) -> String {
    "{" + properties.map { "\($0.key.name)=\(text(of: $0.value))" }.joined(separator: ", ") + "}"
  }

  private static func text(of value: TrackedValue) -> String {
    switch value {
    case .string(let value): "\"\(value)\""
    case .int(let value): "\(value)"
    case .array(let values): "[" + values.map { text(of: $0) }.joined(separator: ", ") + "]"
    case .properties(let properties): text(of: properties)
    case .double, .bool, .date, .null: String(reflecting: value)
    }
  }
}

/// A tracker that implements every requirement.
package struct NotingTracker: AnalyticsEventTracker {
  package let log: CallLog
  package let name: String

  package init(log: CallLog, name: String) {
    self.log = log
    self.name = name
  }

  package func track(_ event: TrackedEvent) { log.note("\(name): \(CallLog.text(of: event))") }
  package func update(_ property: TrackedUserProperty) { log.note("\(name): \(CallLog.text(of: property))") }
  package func identify(_ user: TrackedUser) {
    log.note("\(name): identify \(user.id) | \(CallLog.text(of: user.traits))")
  }
  package func reset() { log.note("\(name): reset") }
  package func report(_ error: any Error, at location: CodeLocation) {
    log.note("\(name): report \(error) at \(location)")
  }
  package func purge() { log.note("\(name): purge") }
  package func flush() async { log.note("\(name): flush") }
}
