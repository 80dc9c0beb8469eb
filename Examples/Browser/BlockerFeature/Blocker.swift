import BrowserCore
public import Trackable

public enum BlockerEvent: String, Event, CaseIterable { case firstBlocked, blocked }

/// Stops what follows the user. An actor: pages load on any thread.
public actor Blocker: TrackableClass {
  private let rules: Set<String> = ["ads.example", "pixel.example"]

  public init() {}

  /// What it says is the same from everywhere.
  public nonisolated var trackedProperties: TrackedProperties {}

  public func mayLoad(_ host: String) -> Bool {
    guard rules.contains(host) else { return true }
    track(BlockerEvent.firstBlocked, trackedProperties: [Keys.url ~>> host])
    track(BlockerEvent.blocked, trackedProperties: [Keys.url ~>> host])
    return false
  }
}
