import Dispatch
import Trackable

/// Works on a queue, as much code does that is older than actors.
public final class PlayerViewModel: Sendable {
  private let queue = DispatchQueue(label: "player")

  public init() {}

  public func play(_ song: String) {
    queue.async {
      self.track(Events.Player.didPlay, trackedProperties: [Keys.song ~>> song])
    }
  }
}

extension PlayerViewModel: TrackableClass {
  public var trackedProperties: TrackedProperties { noTrackedProperties }
}
