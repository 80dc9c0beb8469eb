import Foundation
import Trackable

/// An object of an app that any place may use; where it is read depends on where it was linked.
final class MixedObject: TrackableClass, Sendable {
  private struct State {
    var place: PropertyPlace
    weak var parent: MixedObject?
  }

  private let state: Lock<State>

  init(_ place: PropertyPlace) { state = Lock(State(place: place)) }

  func compute(_ place: PropertyPlace) { state.withLock { $0.place = place } }
  func compute(parent: MixedObject?) { state.withLock { $0.parent = parent } }

  var trackedProperties: TrackedProperties {
    HeldLocks.mustBeNone()
    return state.withLock { $0.place }.properties
  }
  deinit { HeldLocks.mustBeNone() }
  var trackableParent: (any TrackableClass)? { state.withLock { $0.parent } }
}

/// A thread that runs its orders one after the other.
final class Worker: Sendable {
  private let work = Lock<[@Sendable () -> Void]>([])
  private let isWanted = DispatchSemaphore(value: 0)
  private let isOver = Lock(false)

  init() {
    let (work, isWanted, isOver) = (work, isWanted, isOver)
    Thread.detachNewThread {
      while true {
        isWanted.wait()
        if isOver.withLock({ $0 }) { return }
        work.withLock { $0.removeFirst() }()
      }
    }
  }

  deinit {
    isOver.withLock { $0 = true }
    isWanted.signal()
  }

  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      work.withLock { $0.append { continuation.resume(returning: body()) } }
      isWanted.signal()
    }
  }
}

/// The objects of a program that is performed in several places, one step after the other.
final class MixedWorld: Sendable {
  enum Place: CaseIterable { case main, firstActor, secondActor, firstThread, secondThread }

  let places: [PropertyPlace]
  let recorders = (0..<5).map { _ in RecordingTracker.plain() }
  let issues = RecordingTracker.plain()
  let scoped: ScopedSystem
  private struct Made { weak let object: MixedObject? }

  private let objects = Lock<[Int: MixedObject]>([:])
  private let made = Lock<[Int: Made]>([:])
  private let contexts = Lock<[Int: TrackingContext]>([:])
  private let root = Lock<MixedObject?>(nil)
  private let actors: [Warehouse]
  private let threads: [Worker]

  init(places: [PropertyPlace], actors: [Warehouse], threads: [Worker]) {
    self.places = places
    self.actors = actors
    self.threads = threads
    scoped = ScopedSystem(bootstrapped: recorders[0], issueHandler: issues.record)
  }

  /// Performs a step in its place.
  func perform(_ step: ChainProgram.Step, at place: Place) async {
    switch place {
    case .main: await MainActor.run { take(step) }
    case .firstActor: await actors[0].run { _ in self.take(step) }
    case .secondActor: await actors[1].run { _ in self.take(step) }
    case .firstThread: await threads[0].run { self.take(step, isolation: nil) }
    case .secondThread: await threads[1].run { self.take(step, isolation: nil) }
    }
  }

  /// Waits until released objects are gone: a job that has done its work on another thread may still hold one. An object
  /// that the library keeps ends the test by its time limit.
  func waitUntilGone(_ released: [Int]) async {
    for index in released {
      let made = made.withLock { $0[index] }
      while made?.object != nil { await Task.yield() }
    }
  }

  /// The properties of an event, after all actors were asked; and if none has to be asked, also those that are known at once.
  func explanations(_ start: ChainProgram.Start, site: Int, event: Int) async -> [TrackedPropertiesExplanation] {
    let (event, site) = (ProgramEvent(properties: places[event].properties), places[site].properties)
    guard case .object(let index) = start, let object = object(index) else { return [] }
    // In a task of its own, which takes the system along.
    let root = root.withLock { $0 }
    let explaining = scoped.run {
      Task {
        let complete = await object.recordedExplanation(of: event, trackedProperties: site, root: root)
        let simple = object.explainTracking(of: event, trackedProperties: site)
        return simple.elsewhere.isEmpty ? [complete, simple] : [complete]
      }
    }
    return await explaining.value
  }

  private func object(_ index: Int?) -> MixedObject? { index.flatMap { index in objects.withLock { $0[index] } } }
  private func context(_ number: Int?) -> TrackingContext {
    number.flatMap { number in contexts.withLock { $0[number] } } ?? TrackingContext()
  }
  private func recorder(_ number: Int?) -> RecordingTracker? { number.map { recorders[$0] } }

  private func take(_ step: ChainProgram.Step, isolation: isolated (any Actor)? = #isolation) {
    scoped.run {
      switch step {
      case .create(let index, let place):
        let new = MixedObject(places[place])
        objects.withLock { $0[index] = new }
        made.withLock { $0[index] = Made(object: new) }
      case .compute(let index, let place): object(index)?.compute(places[place])
      case .computeParent(let index, let parent): object(index)?.compute(parent: object(parent))
      case .release(let index):
        // Released after unlocking.
        let released = objects.withLock { $0.removeValue(forKey: index) }
        withExtendedLifetime(released) {}
      case .defaults(let place): TrackableSystem.defaultProperties = places[place].properties
      case .root(let index):
        let new = object(index)
        let old = root.withLock { root in
          defer { root = new }
          return root
        }
        withExtendedLifetime(old) {}
        TrackableSystem.bootstrap(recorders[0], root: object(index))
      case .link(let child, let parent, let place, let trackers):
        object(child)?.setupTrackableChain(
          trackedProperties: places[place].properties, parent: object(parent), isolation: isolation)
        object(child)?.deliver(to: recorder(trackers.base), isolation: isolation)
        object(child)?.deliver(alsoTo: recorder(trackers.added), isolation: isolation)
      case .linkToContext(let child, let number, let place, let trackers):
        object(child)?.link(to: context(number)) { places[place].properties }
        object(child)?.deliver(to: recorder(trackers.base))
        object(child)?.deliver(alsoTo: recorder(trackers.added))
      case .context(let number, let above, let place, let isLive, let trackers):
        let context = context(above).appending(
          places[place].properties, isLive: isLive, recorder(trackers.base), recorder(trackers.added))
        contexts.withLock { $0[number] = context }
      case .snapshot: break
      case .track(let start, let site, let event, let scopes):
        within(scopes[...]) { track(start, site, event, isolation: isolation) }
      }
    }
  }

  private func track(_ start: ChainProgram.Start, _ site: Int, _ event: Int, isolation: isolated (any Actor)?) {
    let (event, site) = (ProgramEvent(properties: places[event].properties), places[site].properties)
    switch start {
    case .object(let index): object(index)?.track(event, trackedProperties: site, isolation: isolation)
    case .context(let number): context(number).track(event, trackedProperties: site)
    }
  }

  /// Runs `body` inside the scopes, the last one innermost.
  private func within(_ scopes: ArraySlice<ChainProgram.Scope>, _ body: () -> Void) {
    guard let scope = scopes.first else { return body() }
    withTrackedProperties(places[scope.place].properties, in: .current.delivering(ifAny: recorder(scope.tracker))) {
      within(scopes.dropFirst(), body)
    }
  }
}
