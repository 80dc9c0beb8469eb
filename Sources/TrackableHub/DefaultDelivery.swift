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
    if current.tracker != type(of: destination) {
      current.progress.refuse(because: hiding(destination.name))
    } else if isEvent {
      current.progress.refuse(
        because: "it implements neither track(_:) nor deliver(_:); implement one of them")
    }
    return true
  }

  /// Why nothing is delivered to a tracker that has a destination inside it.
  static func hiding(_ destination: String) -> String {
    "the hub cannot see \(destination) inside it, which takes batches or is configured; conform it to ForwardingTracker"
  }

  /// The name of a destination inside a tracker that is none, and that the hub cannot see through.
  ///
  /// It looks into values, and into objects that are trackers: at a thousand in all. What an actor keeps, only that may read.
  static func destinationHidden(in tracker: any AnalyticsEventTracker) -> String? {
    var found: [Any] = [tracker]
    var place = 0
    while place < found.count {
      let value = found[place]
      place += 1
      if place > 1, value is any AnalyticsDestination || value is ConfiguredTracker {
        return (value as? any AnalyticsEventTracker)?.name
      }
      let mirror = Mirror(reflecting: value)
      let isOpaque = mirror.displayStyle == .class && !(value is any AnalyticsEventTracker) || value is any Actor
      if isOpaque || value is any DeliveringTracker { continue }
      if let wrapper = value as? any ForwardingTracker { found.append(wrapper.base) }
      found += mirror.children.prefix(max(0, 1_000 - found.count)).map(\.value)
    }
    return nil
  }
}

/// A tracker that delivers to its destinations itself: a hub, also inside another one.
protocol DeliveringTracker {}
