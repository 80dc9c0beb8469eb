// swiftc, rejected: -swift-version 5 -strict-concurrency=complete
// swiftc, accepted: -swift-version 5
// In Swift 5 mode the rule is a warning, and only where strict checks are asked for: warnings count as errors there. Without them, code
// links any class, as it is used to. On one actor that is sound.
import Trackable

class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
final class Service: TrackableClass { var trackedProperties: TrackedProperties {} }

@MainActor class Screen {}
extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "screen" ~>> "home" }
}

@MainActor class OldScreen: @preconcurrency TrackableClass {
  var title = ""
  var trackedProperties: TrackedProperties { "title" ~>> title }
}

@MainActor
func link(_ child: Service, _ parent: Model, _ screen: Screen, _ old: OldScreen, _ erased: any TrackableClass) {
  // expected-warning@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
  // expected-warning@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
  child.link(to: erased)
  parent.link(to: screen)
  old.link(to: screen)
  child.track(Opened())
}

struct Opened: AnalyticsEvent {}
