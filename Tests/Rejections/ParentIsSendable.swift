// swiftc:
// swiftc: -enable-upcoming-feature NonisolatedNonsendingByDefault
// swiftc: -enable-upcoming-feature InferIsolatedConformances
// A parent is read for the events of others: it has to be Sendable, for any child, on any actor, and whatever its type says. A child
// need not be, and hands down its context.
import Trackable

#if REJECTED
  class Model: TrackableClass { var trackedProperties: TrackedProperties {} }  // expected-note * {{}}
  protocol Node: TrackableClass {}
#else
  final class Model: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
  protocol Node: TrackableClass, Sendable {}
#endif

class Child: TrackableClass { var trackedProperties: TrackedProperties {} }
final class Service: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
@MainActor class Screen {}
extension Screen: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
struct Moment: AnalyticsEvent {}

// MARK: On any actor

actor Player: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
  let model = Model()

  func link(_ child: Child, _ service: Service) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    child.setupTrackableChain(parent: model)
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    setupTrackableChain(parent: model)
    child.setupTrackableChain(parent: self)
    setupTrackableChain(parent: service)
    link(to: child.makeTrackingContext())
  }

  nonisolated func linkFromOutside(to parent: Model) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    setupTrackableChain(parent: parent)
    track(Moment())
  }

  func run(_ body: @Sendable (isolated Player) -> Void) { body(self) }
}

func outsideOfActors(_ child: Child, _ service: Service, _ parent: Model, _ maybe: Model?, _ player: Player) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(parent: maybe)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: parent)
  child.setupTrackableChain(parent: player)
  child.setupTrackableChain(parent: nil)
  child.setupTrackableChain(trackedProperties: ["a" ~>> 1])
  service.link(to: child.makeTrackingContext())
  Task { service.track(Moment()) }
}

@MainActor
func onTheMainActor(_ child: Child, _ screen: Screen, _ service: Service, _ parent: Model, _ player: Player) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  screen.link(to: parent)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  service.link(to: parent)
  child.link(to: screen)
  screen.link(to: player)
  service.link(to: screen)
  player.link(to: screen)
  screen.link(to: child.makeTrackingContext())
  screen.track(Moment())
}

extension Model {
  func push(_ child: Child) {
    // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
    child.link(to: self)
  }
}

// MARK: Where code may get another isolation than the code around it

func inClosures(_ child: Child, _ service: Service, _ model: Model) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  let local = { child.link(to: model) }
  local()
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  let sendable = { @Sendable (parent: Model) in service.link(to: parent) }
  sendable(model)
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  withTrackedProperties([:]) { child.link(to: model) }
}

func inTasks(_ service: Service, _ player: Player) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  Task { Child().link(to: Model()) }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await MainActor.run { Child().link(to: Model()) }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await withTaskGroup { $0.addTask { Child().link(to: Model()) } }
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  async let link: Void = service.link(to: Model())
  await link
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  await player.run { player in player.link(to: Model()) }
}

@MainActor func assumed() {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  MainActor.assumeIsolated { Child().link(to: Model()) }
}

func isolated(_ child: Child, _ parent: Model, on actor: isolated any Actor) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

func isolated(_ child: Child, _ parent: Model, likeCaller: isolated (any Actor)? = #isolation) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

@concurrent func concurrent(_ child: sending Child, _ parent: sending Model) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

nonisolated(nonsending) func nonsending(_ child: Child, _ parent: Model) async {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

// MARK: A type that says less of the parent

func array(_ children: [any TrackableClass], _ parents: [any Node]) {
  // expected-error@+1 {{type 'any Node' does not conform to the 'Sendable' protocol}}
  for (child, parent) in zip(children, parents) { child.link(to: parent) }
  // expected-error@+1 {{type 'any Node' does not conform to the 'Sendable' protocol}}
  children[0].link(to: parents.first)
}

func generic<Parent: Node>(_ child: some TrackableClass, _ parent: Parent) {  // expected-note * {{}}
  // expected-error@+1 {{type 'Parent' does not conform to the 'Sendable' protocol}}
  child.link(to: parent)
}

extension Node {
  func adopt(_ child: Child) {
    // expected-error@+1 {{type 'Self' does not conform to the 'Sendable' protocol}}
    child.link(to: self)
  }
}

func oneOf(_ child: Child, _ model: Model, _ service: Service, _ flag: Bool) {
  // expected-error@+1 {{type 'Model' does not conform to the 'Sendable' protocol}}
  child.link(to: flag ? model : service)
}

func cast(_ child: AnyObject, _ parent: AnyObject) {
  #if REJECTED
    // expected-error@+1 {{type 'any TrackableClass' does not conform to the 'Sendable' protocol}}
    (child as? any TrackableClass)?.link(to: parent as? any TrackableClass)
    // expected-error@+1 {{marker protocol 'Sendable' cannot be used in a conditional cast}}
    (child as? any TrackableClass)?.link(to: parent as? any TrackableClass & Sendable)
  #else
    (child as? any TrackableClass)?.link(to: parent as? Service)
  #endif
}
