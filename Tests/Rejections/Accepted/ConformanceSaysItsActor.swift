// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
import Synchronization
import Trackable

@MainActor class Screen {
  var title = ""
  var next: Screen?
}
extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "title" ~>> title }
  var trackableParent: (any TrackableClass)? { next }
}

@MainActor class OtherScreen { let title = "" }
extension OtherScreen: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { "title" ~>> title }
}

actor Player { let title = "" }
extension Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { "title" ~>> title }
}

final class Service: TrackableClass, Sendable {
  let title = Mutex("")
  var trackedProperties: TrackedProperties { "title" ~>> title.withLock { $0 } }
}
