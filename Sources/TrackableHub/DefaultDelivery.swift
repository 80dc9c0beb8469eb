import Trackable

/// Finds out whether a call ends at a method that a destination does not implement: then it may have gone nowhere.
///
/// The destination may be the hub's own. Or it stands behind a tracker that the hub cannot see through.
enum DefaultDelivery {
  /// The type of the tracker that delivers, and how far it has come.
  @TaskLocal static var current: (tracker: Any.Type, progress: DeliveryProgress)?

  /// Called by the default methods of a destination. Returns whether a hub hears of it.
  @discardableResult static func refuse(at destination: some AnalyticsDestination, isEvent: Bool = false) -> Bool {
    guard let current else { return false }
    if current.tracker != type(of: destination) { return refuse(hidden: destination.name) }
    if isEvent {
      current.progress.refuse(
        because: "it implements neither track(_:) nor deliver(_:); implement one of them")
    }
    return true
  }

  /// Called by a destination that stands behind a tracker that the hub cannot see through. Returns whether a hub hears of it.
  static func refuse(hidden destination: String) -> Bool {
    current?.progress.refuse(
      because: "the hub cannot see \(destination) inside it, which takes batches or is configured; "
        + "conform it to ForwardingTracker")
    return current != nil
  }
}
