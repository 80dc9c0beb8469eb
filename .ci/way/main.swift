// Compiled and run under callgrind by .ci/figures.py, which counts the functions between `track` and the console: a view
// controller with a parent, one property at the call site, one from each.
import Trackable

enum Events: String, Event { case rated }
enum Keys: String, Key { case albumName, likes, row }

@MainActor final class AlbumList {}
@MainActor final class AlbumDetail {}

extension AlbumList: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> "Imagine" }
}
extension AlbumDetail: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

@MainActor @inline(never) func countedCall() {
  detail.track(Events.rated, trackedProperties: [Keys.likes ~>> true])
}

let list = AlbumList()
let detail = AlbumDetail()
TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))
detail.setupTrackableChain(trackedProperties: [Keys.row ~>> 1], parent: list)
// Not counted: what happens only the first time.
detail.track(Events.rated, trackedProperties: [Keys.likes ~>> true])
countedCall()
