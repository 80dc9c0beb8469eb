import Trackable
import TrackableHub

/// An event that is handed to a hub whose destinations do next to nothing.
package final class HubChain {
  package let hub: TrackerHub
  package let event: TrackedEvent

  /// - Parameters:
  ///   - destinations: How many.
  ///   - capacity: How many events wait for each before the oldest is dropped.
  ///   - delay: How long the hub leaves events alone before it looks.
  @inline(never) package init(destinations: Int = 1, capacity: Int = 1_000, delay: Duration? = nil) {
    var policy = DeliveryPolicy()
    policy.capacity = capacity
    if let delay { policy.batchDelay = delay }
    hub = TrackerHub((0..<destinations).map { _ in CountingTracker() }, policy: policy)
    event = Self.newEvent()
  }

  @inline(never) package static func newEvent() -> TrackedEvent {
    TrackedEvent(
      AlbumEvent.rated, properties: [AlbumKeys.albumName ~>> unknown("Imagine"), AlbumKeys.albumYear ~>> unknown(1971)])
  }

  @inline(never) package func track(times: Int) {
    for _ in 0..<times { hub.track(event) }
  }

  /// Brings everything that was tracked to the destinations' queues.
  package func settle() { _ = hub.ledger }
}
