import Trackable

/// Notices a call that reaches a method which a destination does not implement, so that the call would go nowhere.
///
/// Either the hub calls that destination itself, or the destination is behind a tracker that the hub cannot see
/// through.
package enum DefaultDelivery {
  /// The type of the tracker that is handling a batch in this task, and the progress of that batch.
  @TaskLocal static var current: (tracker: Any.Type, progress: DeliveryProgress)?

  /// Counts the call as refused, if a hub made it. The default methods of a destination call this method. Returns
  /// whether a hub made the call.
  @discardableResult static func refuseIfInHub(at destination: some AnalyticsDestination, isEvent: Bool = false) -> Bool
  {
    guard let current else { return false }
    if current.tracker != type(of: destination) { return refuseIfInHub(hidden: destination.name) }
    if isEvent {
      current.progress.refuse(
        because: "it implements neither track(_:) nor deliver(_:); implement one of them")
    }
    return true
  }

  /// A destination behind a tracker that the hub cannot see through calls this method. Returns whether a hub made the
  /// call.
  static func refuseIfInHub(hidden destination: String) -> Bool {
    refuseIfInHub(
      because: "the hub cannot see \(destination) inside it, which takes batches or is configured; "
        + "conform it to ForwardingTracker")
  }

  /// Counts the call as refused, if a hub made it. Returns whether a hub made the call.
  @discardableResult package static func refuseIfInHub(because reason: String) -> Bool {
    current?.progress.refuse(because: reason)
    return current != nil
  }
}
