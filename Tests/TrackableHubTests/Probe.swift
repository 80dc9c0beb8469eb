import Trackable
import TrackableTesting

@testable import TrackableHub

/// A destination that does what a test tells it, and keeps what it gets.
struct Probe: AnalyticsAdapter {
  struct Refusal: Error, CustomStringConvertible {
    var description = "refused"
  }

  let name: String
  var eventTrackingRule: EventTrackingRule?
  var propertyTrackingRule: PropertyTrackingRule?
  var capacity: Int?
  var overflow: OverflowPolicy?
  /// What happens when it is configured, and before it takes something.
  var onConfigure: @Sendable (_ attempt: Int) async throws -> Void = { _ in }
  var onDeliver: @Sendable (_ text: String) async throws -> Void = { _ in }
  var onFlush: @Sendable () async -> Void = {}

  let configurations = Mailbox<Int>()
  let asked = Mailbox<String>()
  let received = Mailbox<String>()

  init(_ name: String = "probe") { self.name = name }

  func configure() async throws {
    configurations.put(configurations.all.count + 1)
    try await onConfigure(configurations.all.count)
  }

  func deliver(_ delivery: Delivery) async throws {
    let text = Self.text(of: delivery)
    asked.put(text)
    try await onDeliver(text)
    received.put(text)
  }

  func track(_ event: TrackedEvent) { received.put(event.name) }

  func flush() async { await onFlush() }

  static func text(of delivery: Delivery) -> String {
    switch delivery {
    case .track(let event): event.name
    case .update(let property): "\(property.name)=\(property.value)"
    case .identify(let userID, _): "identify \(userID)"
    case .reset: "reset"
    case .report(let error, _): "report \(error)"
    case .purge: "purge"
    }
  }
}

extension TrackerHub {
  /// Tracks events named by these numbers.
  func track(_ numbers: some Sequence<Int>) {
    for number in numbers { track(TrackedEvent(IdentifiedByNumber(number: number))) }
  }

  func entry(_ name: String = "probe") -> String {
    guard let entry = ledger[name] else { return "" }
    let dropped = entry.dropped
    let reasons = [
      ("overflow", dropped.overflow), ("prohibited", dropped.prohibited), ("failed", dropped.failed),
      ("after shutdown", dropped.afterShutdown), ("purged", dropped.purged),
    ].filter { $0.1 > 0 }.map { ", \($0.1) \($0.0)" }
    return "\(entry.accepted) = \(entry.delivered) + \(entry.pending)" + reasons.joined()
  }
}

/// A hub of probes whose issues are kept.
func hub(
  _ destinations: any AnalyticsEventTracker..., capacity: Int = 1_000, overflow: OverflowPolicy = .dropOldest,
  retry: RetryPolicy = .backOff(), clock: any Clock<Duration> = ManualClock(),
  issues: Mailbox<TrackableIssue> = Mailbox()
) -> TrackerHub {
  TrackableSystem.withTracker(NoOpTracker()) {
    TrackableSystem.issueHandler = { issues.put($0) }
    return TrackerHub(destinations, capacity: capacity, overflow: overflow, retry: retry, clock: clock)
  }
}
