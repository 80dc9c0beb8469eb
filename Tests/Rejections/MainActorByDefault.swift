// swiftc: -default-isolation MainActor
// swiftc: -default-isolation MainActor -enable-upcoming-feature NonisolatedNonsendingByDefault
// Where the main actor is the module's default isolation, a class says nothing of it, and one that leaves it has to be Sendable to be a
// parent. A class that declares no properties of its own once was a circular reference.
import Trackable

#if REJECTED
  nonisolated class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
#else
  nonisolated final class Model: TrackableClass, Sendable { nonisolated var trackedProperties: TrackedProperties {} }
#endif

class Screen: TrackableClass {
  var title: String?
  var trackedProperties: TrackedProperties { "title" ~>> title }
}
// Its computed properties need no actor, so its conformance is nonisolated: code on any actor may link it.
class SilentScreen: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }
actor Player: TrackableClass { nonisolated var trackedProperties: TrackedProperties {} }

func link(_ child: Screen, _ parent: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.setupTrackableChain(parent: parent)
  parent.link(to: child)
}

extension Player {
  func link(to model: Model, _ screen: Screen, _ silent: SilentScreen) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    setupTrackableChain(parent: model)
    link(to: silent)
    #if REJECTED
      // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in actor-isolated context}}
      setupTrackableChain(parent: screen)
    #endif
    track(Events.User.didRateAlbum)
  }
}

nonisolated func elsewhere(_ screen: Screen, _ child: Model, _ player: Player) {
  #if REJECTED
    // expected-error@+1 {{main actor-isolated conformance of 'Screen' to 'TrackableClass' cannot be used in nonisolated context}}
    child.setupTrackableChain(parent: screen)
  #endif
  child.link(to: player)
}

enum Events { enum User: String, Event { case didRateAlbum } }
enum Keys: String, Key { case albumName, previousVC }

struct PaymentSent: AnalyticsEvent {
  let amount: Int
  var properties: TrackedProperties { ["amount" ~>> amount] }
}

struct Email: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [PaymentSent(amount: 20)] }
}

struct Mixpanel: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {}
}

class Cell { init() {} }
extension Cell: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Button: Cell {}

class Card: TrackableClass {
  var trackedProperties: TrackedProperties {}
  let owner = Screen()
  var trackableParent: (any TrackableClass)? { owner }
  func rate() {
    link(to: owner) { Keys.previousVC ~>> "Album list" }
    track(Events.User.didRateAlbum)
    updateUserProperty(Email(value: "john@apple.records"))
  }
}

func bootstrap() {
  TrackableSystem.bootstrap(Mixpanel().renaming(.snakeCase))
  TrackableSystem.issueHandler = { print($0) }
}
