@testable import Trackable

/// A tracker that keeps every call it gets, as text and in order.
final class CallRecorder: AnalyticsEventTracker {
  private let received = Lock<[String]>([])
  private let kept = Lock<[TrackedUserProperty]>([])

  var calls: [String] { received.withLock { $0 } }
  var properties: [TrackedUserProperty] { kept.withLock { $0 } }

  func track(_ event: TrackedEvent) { note("track \(event)") }
  func update(_ property: TrackedUserProperty) {
    kept.withLock { $0.append(property) }
    note("update \(property.name): \(property.value)")
  }
  func identify(_ userID: String, traits: TrackedProperties) { note("identify \(userID)") }
  func reset() { note("reset") }
  func report(_ error: any Error, at location: SourceLocation) { note("report \(error) at \(location)") }
  func flush() async { note("flush") }

  private func note(_ call: String) {
    received.withLock { $0.append(call) }
  }
}
