// swiftc: -swift-version 5
// Without strict checks, code in Swift 5 mode links any class, as it is used to. On one actor that is sound.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass { var trackedProperties: TrackedProperties {} }

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "screen" ~>> "home" }
}

@MainActor class OldScreen: @preconcurrency TrackableClass {
  var title = ""
  var trackedProperties: TrackedProperties { "title" ~>> title }
}

@MainActor func link(_ child: Service, _ parent: Model, _ screen: Screen, _ old: OldScreen) {
  child.link(to: parent)
  screen.link(to: parent)
  parent.link(to: screen)
  old.link(to: screen)
  child.track(Opened())
}

struct Opened: AnalyticsEvent {}
