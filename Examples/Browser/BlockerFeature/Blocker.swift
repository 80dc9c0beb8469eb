import BrowserCore
package import Trackable

package enum BlockerEvent: String, Event, CaseIterable { case firstBlocked, blocked }

/// Stops what follows the user. An actor: pages load on any thread.
package actor Blocker: TrackableClass {
  private let rules: Set<String> = ["ads.example", "pixel.example"]

  package init() {}

  /// The actor has nothing to say.
  package nonisolated var trackedProperties: TrackedProperties {}

  package func mayLoad(_ host: String) -> Bool {
    guard rules.contains(host) else { return true }
    track(BlockerEvent.firstBlocked, trackedProperties: [Keys.url ~>> host])
    track(BlockerEvent.blocked, trackedProperties: [Keys.url ~>> host])
    return false
  }
}
