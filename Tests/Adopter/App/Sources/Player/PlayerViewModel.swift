import Dispatch
import Trackable

/// Works on a queue, as much code does that is older than actors.
package final class PlayerViewModel: Sendable {
  private let queue = DispatchQueue(label: "player")

  package init() {}

  package func play(_ song: String) {
    queue.async {
      self.track(Events.Player.didPlay, trackedProperties: [Keys.song ~>> song])
    }
  }
}

extension PlayerViewModel: TrackableClass {
  package var trackedProperties: TrackedProperties {}
}
