import Trackable

/// Finds out whether an event ends at the default `track` of a destination that takes batches: then it went nowhere.
///
/// The destination may be the hub's own, which implements neither `track` nor `deliver`. Or it stands behind a tracker that
/// the hub cannot see through.
final class DefaultDelivery: Sendable {
  /// The delivery that is running.
  @TaskLocal static var current: DefaultDelivery?

  private let tracker: Any.Type
  private let refusal = Lock<String?>(nil)

  /// - Parameter tracker: The type of the hub's destination.
  init(_ tracker: Any.Type) {
    self.tracker = tracker
  }

  /// Called by the default `track` of a destination. Returns whether a hub is told.
  static func refuseEvent(of destination: some AnalyticsDestination) -> Bool {
    guard let current else { return false }
    let reason =
      current.tracker == type(of: destination)
      ? "it implements neither track(_:) nor deliver(_:); implement one of them" : hiding(destination.name)
    current.refusal.withLock { $0 = reason }
    return true
  }

  /// Why nothing is delivered to a tracker that has a destination inside it.
  static func hiding(_ destination: String) -> String {
    "the hub cannot see \(destination) inside it, which takes batches or is configured; conform it to ForwardingTracker"
  }

  /// Why the last delivery was refused; `nil` if it was not.
  func takeRefusal() -> String? {
    refusal.withLock { refusal in
      defer { refusal = nil }
      return refusal
    }
  }
}
