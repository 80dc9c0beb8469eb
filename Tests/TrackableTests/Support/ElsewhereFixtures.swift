import Foundation
import TestSupport
import Testing
import Trackable

/// An object that may be used from anywhere, computes its name and its parent, and can be told what to do while asked.
final class SharedBranch: TrackableClass, Sendable {
  private struct State {
    weak var parent: (any TrackableClass & Sendable)?
    var whenAsked: @Sendable () -> Void = {}
    var whenAskedForParent: @Sendable () -> Void = {}
    var asked = 0
  }

  let name: String
  private let state = Lock(State())

  init(_ name: String, parent: (any TrackableClass & Sendable)? = nil) {
    self.name = name
    self.parent = parent
  }

  var parent: (any TrackableClass & Sendable)? {
    get { state.withLock { $0.parent } }
    set { state.withLock { $0.parent = newValue } }
  }

  /// How often it was asked for its properties.
  var asked: Int { state.withLock { $0.asked } }

  func whenAsked(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenAsked = body } }
  func whenAskedForParent(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenAskedForParent = body } }

  var trackableParent: (any TrackableClass)? {
    state.withLock { $0.whenAskedForParent }()
    return parent
  }

  var trackedProperties: TrackedProperties {
    let whenAsked = state.withLock { state in
      state.asked += 1
      return state.whenAsked
    }
    let _ = whenAsked()
    "computed \(name)" ~>> true
  }
}

/// An actor whose work can be held up without blocking a thread that others need.
actor Warehouse {
  private let executor = QueueExecutor("warehouse")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  /// From now on nothing runs on the actor.
  nonisolated func close() { executor.queue.suspend() }
  /// Runs the waiting jobs, and later ones at once.
  nonisolated func open() { executor.queue.resume() }

  /// Returns when the jobs from before have run. A call of an empty method would not: with optimisation, it does not change
  /// to the actor.
  nonisolated func worksOff() async { await withCheckedContinuation { done in executor.queue.async { done.resume() } } }

  /// Links inside this actor: the parent belongs to it from now on.
  func link(
    _ child: any TrackableClass & Sendable, saying properties: TrackedProperties = [],
    parent: (any TrackableClass & Sendable)?, tracker: (any AnalyticsEventTracker)? = nil,
    adding: (any AnalyticsEventTracker)? = nil
  ) {
    child.setupTrackableChain(trackedProperties: properties, parent: parent)
    child.deliver(to: tracker)
    child.deliver(alsoTo: adding)
  }

  func run<Result: Sendable>(_ body: @Sendable (isolated Warehouse) -> Result) -> Result { body(self) }
}

/// The work that systems schedule, which happens when the test says so.
final class Deadlines: Sendable {
  private let scheduled = Lock<[(delay: Duration, body: @Sendable () -> Void)]>([])

  var time: SystemTime { .manual { [scheduled] delay, body in scheduled.withLock { $0.append((delay, body)) } } }
  /// After which time each waiting work is due.
  var delays: [Duration] { scheduled.withLock { $0.map(\.delay) } }

  /// Performs one of the waiting works, the first unless told otherwise.
  func pass(_ index: Int = 0) { scheduled.withLock { $0.remove(at: index) }.body() }
}

/// A main-actor class, asked on the main actor only.
@MainActor final class MainBranch {
  let name: String
  weak var parent: (any TrackableClass)?

  init(_ name: String) { self.name = name }
}

extension MainBranch: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    let _ = MainActor.assertIsolated()
    "computed \(name)" ~>> true
  }

  var trackableParent: (any TrackableClass)? {
    MainActor.assertIsolated()
    return parent
  }
}

/// An event with a number of its own.
struct NumberedEvent: AnalyticsEvent {
  let number: Int
  var name: String { "\(number)" }

  init(_ number: Int) { self.number = number }
}

extension TrackedEvent {
  /// The names of its properties, in order.
  var keys: [String] { properties.map(\.key.name) }
}
