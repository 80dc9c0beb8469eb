import Dispatch
import Trackable

/// Runs its orders one after the other, outside of actors.
final class Worker: Sendable {
  private let queue = DispatchQueue(label: "worker")

  func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { done in queue.async { done.resume(returning: body()) } }
  }
}

/// The objects of a program, whose steps are performed in one place or in several, one after the other.
final class MixedWorld: Sendable {
  enum Place: CaseIterable { case main, firstActor, secondActor, firstThread, secondThread }

  let places: [PropertyPlace]
  let recorders = (0..<5).map { _ in RecordingTracker.plain() }
  let issues = RecordingTracker.plain()
  let scoped: ScopedSystem
  private struct Made { weak let object: ProgramObject? }

  private let objects = Lock<[Int: ProgramObject]>([:])
  private let made = Lock<[Int: Made]>([:])
  private let contexts = Lock<[Int: TrackingContext]>([:])
  private let root = Lock<ProgramObject?>(nil)
  private let actors: [Warehouse]
  private let threads: [Worker]

  init(places: [PropertyPlace], actors: [Warehouse] = [], threads: [Worker] = []) {
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

  /// What an event would carry here, asked and not tracked.
  func explanation(
    _ start: ChainProgram.Start, site: Int, event: Int, scopes: [ChainProgram.Scope]
  ) -> TrackedPropertiesExplanation? {
    let (event, site) = (ProgramEvent(properties: places[event].properties), places[site].properties)
    return scoped.run {
      within(scopes[...]) {
        switch start {
        case .object(let index): object(index)?.explainTracking(of: event, trackedProperties: site)
        case .context(let number): context(number).explainTracking(of: event, trackedProperties: site)
        }
      }
    }
  }

  private func object(_ index: Int?) -> ProgramObject? { index.flatMap { index in objects.withLock { $0[index] } } }
  private func context(_ number: Int?) -> TrackingContext {
    number.flatMap { number in contexts.withLock { $0[number] } } ?? TrackingContext()
  }
  private func recorder(_ number: Int?) -> RecordingTracker? { number.map { recorders[$0] } }

  /// Performs a step here.
  func take(_ step: ChainProgram.Step, isolation: isolated (any Actor)? = #isolation) {
    scoped.run {
      switch step {
      case .create(let index, let place):
        let new = index % 2 == 0 ? ProgramObject(places[place]) : ProgramObjectWithStatements(places[place])
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
      case .snapshot(let number, let object):
        let context = self.object(object)?.makeTrackingContext(isolation: isolation)
        contexts.withLock { $0[number] = context }
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
  private func within<Result>(_ scopes: ArraySlice<ChainProgram.Scope>, _ body: () -> Result) -> Result {
    guard let scope = scopes.first else { return body() }
    let context = TrackingContext.current.delivering(ifAny: recorder(scope.tracker))
    return withTrackedProperties(places[scope.place].properties, in: context) { within(scopes.dropFirst(), body) }
  }
}
