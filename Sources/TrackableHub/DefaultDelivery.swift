import Trackable

/// Finds out whether an event ends at the default `track` of a destination that takes batches: then it went nowhere.
///
/// The destination may be the hub's own, which implements neither `track` nor `deliver`. Or it stands behind a tracker that
/// the hub cannot see through.
enum DefaultDelivery {
  /// The type of the hub's destination, and how far it has come with the running delivery.
  @TaskLocal static var current: (tracker: Any.Type, progress: DeliveryProgress)?

  /// Called by the default `track` of a destination. Returns whether a hub is told.
  static func refuseEvent(of destination: some AnalyticsDestination) -> Bool {
    guard let current else { return false }
    current.progress.refuse(
      because: current.tracker == type(of: destination)
        ? "it implements neither track(_:) nor deliver(_:); implement one of them" : hiding(destination.name))
    return true
  }

  /// Why nothing is delivered to a tracker that has a destination inside it.
  static func hiding(_ destination: String) -> String {
    "the hub cannot see \(destination) inside it, which takes batches or is configured; conform it to ForwardingTracker"
  }
}
