import TestSupport
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// Sessions that are driven from several tasks.
@Suite struct SessionConcurrencyTests {
  #if TRACKABLE_SANITIZER
    static let rounds = 20
  #else
    static let rounds = SearchScale.times(20, long: 100)
  #endif

  /// The flaws in the events of each session: in the order of the changes, which the events themselves tell,
  /// each change is there once, and together they are a path in the graph.
  static func flaws(_ events: [TrackedEvent]) -> [String] {
    Dictionary(grouping: events) { $0.text("valuePropositionSessionId") }.flatMap { id, events in
      let events = events.sorted { $0.numberOfChanges < $1.numberOfChanges }
      var flaws: [String] = []
      if events.map(\.numberOfChanges) != Array(1...events.count) { flaws.append("\(id): changes missing or doubled") }
      let statuses = events.map { $0.text("status") }
      if statuses[0] != "opened" { flaws.append("\(id): begins with \(statuses[0])") }
      for (status, next) in zip(statuses, statuses.dropFirst())
      where !Graph.allowed[status, default: [:]].values.contains(next) {
        flaws.append("\(id): \(status) to \(next)")
      }
      return flaws
    }
  }

  static func randomAction(_ random: inout SeededGenerator) -> ValuePropositionAction {
    ValuePropositionAction(
      status: [.start, .pause, .start, .pause, .start, .pause, .complete, .cancel][random.below(8)], trigger: .clicked)
  }

  @Test func `The changes of a session by several tasks are a path in the graph, in order for each task`()
    async
  {
    for round in 0..<Self.rounds {
      let world = World()
      let session = world.run { TrackingContext().open(Watching()) }
      await withTaskGroup { group in
        for task in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(round * 4 + task))
            world.run {
              for _ in 0..<25 {
                let step = Self.randomAction(&random).step
                session.track(ValuePropositionAction(status: step, trigger: Self.trigger(of: task)))
                world.clock.advance(by: .seconds(1))
              }
            }
          }
        }
      }
      world.run { if !session.status.isEnd { session.cancel() } }
      let events = world.recorder.events
      #expect(Self.flaws(events) == [])
      for task in 0..<4 {
        let own = events.filter { $0.text("trigger") == Self.trigger(of: task).rawValue }.map(\.numberOfChanges)
        #expect(own == own.sorted())
      }
      // Each of the hundred steps was taken or reported, one or the other.
      let steps = events.count - 1 + world.recorder.errors.count
      #expect((100...101).contains(steps))
      let last = events.max { $0.numberOfChanges < $1.numberOfChanges }
      if let last = last?.base as? ValuePropositionEvent<Watching> {
        #expect(last.timeActive >= .zero)
      }
    }
  }

  static func trigger(of task: Int) -> ValuePropositionTrigger { ValuePropositionTrigger(rawValue: "task \(task)") }

  @Test func `One proposition that several tasks drive without a handle has one session at a time`() async {
    // Time stands still: that the timestamps are equal does not hide the order.
    for round in 0..<Self.rounds {
      let world = World()
      await withTaskGroup { group in
        for task in 0..<4 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(round * 4 + task))
            world.run {
              for _ in 0..<25 {
                let action = random.chance(40) ? .open() : Self.randomAction(&random)
                TrackingContext().track(for: Watching(), with: action)
              }
            }
          }
        }
      }
      #expect(Self.flaws(world.recorder.events) == [])
      #expect(world.recorder.events.count + world.recorder.errors.count == 100)
      world.run { world.app.applicationDidEnterBackground() }
      let opened = world.recorder.events.count { $0.text("status") == "opened" }
      let ended = world.recorder.events.count { ["canceled", "completed"].contains($0.text("status")) }
      #expect(opened == ended)
    }
  }

  @Test func `The app may come and go while sessions are opened, driven, and dropped`() async {
    for round in 0..<Self.rounds {
      let world = World()
      let shared = world.run { TrackingContext().open(Watching(video: "shared")) }
      await withTaskGroup { group in
        for task in 0..<3 {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(round * 4 + task))
            world.run {
              for _ in 0..<10 {
                let own = TrackingContext().open(Watching(video: "\(task)"))
                for _ in 0..<3 { own.track(Self.randomAction(&random)) }
                shared.track(Self.randomAction(&random))
                TrackingContext().track(for: Watching(video: "common"), with: random.chance(50) ? .open() : .start())
              }
            }
          }
        }
        group.addTask {
          world.run {
            for _ in 0..<10 {
              world.app.applicationDidEnterBackground()
              world.app.applicationWillEnterForeground()
            }
          }
        }
      }
      world.run { world.app.applicationDidEnterBackground() }
      withExtendedLifetime(shared) {}
      #expect(Self.flaws(world.recorder.events) == [])
      let ids = Set(world.recorder.events.map { $0.text("valuePropositionSessionId") })
      let ended = world.recorder.events.count { ["canceled", "completed"].contains($0.text("status")) }
      #expect(ids.count == ended)
    }
  }

  @Test func `A tracker that drives the session it hears of gets each change at once, and once`() {
    let world = World()
    let handle = Reference<ValuePropositionSession>()
    let recorder = RecordingTracker()
    let heard = Lock<[String]>([])
    let tracker = recorder.first { event in
      heard.withLock { $0.append(event.text("status")) }
      if event.text("status") == "started" { handle.value?.pause() }
      if event.text("status") == "paused" { handle.value?.cancel() }
    }
    world.run(tracker) {
      handle.value = TrackingContext().open(Watching())
      handle.value?.start()
      handle.value = nil
    }
    #expect(heard.withLock { $0 } == ["opened", "started", "paused", "canceled"])
    #expect(Self.flaws(recorder.events) == [])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `Events carry the scopes of the task that makes the change, also while another one delivers`() {
    let world = World()
    let handle = Reference<ValuePropositionSession>()
    // While one task delivers 'started', the other one pauses: in a thread of its own, as only that is sure to overlap.
    let recorder = RecordingTracker()
    let tracker = recorder.first { event in
      guard event.text("status") == "started" else { return }
      _ = onThreads(1) { _ in
        withTrackedProperties(["task": "other"]) { handle.value?.pause() }
      }
    }
    let context = TrackingContext().appending(["chain": 1]).delivering(to: tracker)
    handle.value = ValuePropositionSessions.$current.withValue(world.app) { context.open(Watching()) }
    withTrackedProperties(["task": "first", "request": 7]) { handle.value?.start() }
    handle.value?.cancel()
    let events = recorder.events.sorted { $0.numberOfChanges < $1.numberOfChanges }
    #expect(events.map { $0.text("status") } == ["opened", "started", "paused", "canceled"])
    #expect(events.map { $0.text("task") } == ["-", "first", "other", "-"])
    #expect(events.map { $0.text("request") } == ["-", "7", "-", "-"])
    #expect(events.map { $0.text("chain") } == ["1", "1", "1", "1"])
  }

  @Test(arguments: [true, false])
  func `Of two tasks that open one proposition, the later one, which has no handle, gets an error`(
    hasHandle: Bool
  ) {
    // The second task is faster: it opens the proposition while the first one is still having an ID made.
    let world = Reference<World>()
    let handle = Reference<ValuePropositionSession>()
    world.value = World { number in
      guard number == 2, let world = world.value else { return }
      _ = onThreads(1) { _ in
        world.run {
          if hasHandle {
            handle.value = TrackingContext().open(Watching())
          } else {
            TrackingContext().track(for: Watching(), with: .open())
          }
        }
      }
    }
    world.value?.run { TrackingContext().track(for: Watching(), with: .open()) }
    #expect(world.value?.recorder.statuses == ["opened"])
    #expect(world.value?.recorder.errors.map(\.step) == [.open])
    world.value?.run { handle.value?.cancel() }
  }

  @Test func `A timing that several tasks end is tracked once`() async {
    let world = World()
    let load = world.run { TrackingContext().startTiming(SystemSessionsTests.Events.tapped) }
    await withTaskGroup { group in
      for _ in 0..<8 { group.addTask { world.run { load.end() } } }
    }
    #expect(world.recorder.events.count == 1)
    #expect(world.recorder.issues.count == 7)
  }

  /// Holds a value that comes later.
  private final class Reference<Value: Sendable>: Sendable {
    private let held = Lock<Value?>(nil)
    var value: Value? {
      get { held.withLock { $0 } }
      // Released after unlocking.
      set { withExtendedLifetime(value) { held.withLock { $0 = newValue } } }
    }
  }
}

extension TrackedEvent {
  /// How many changes the session had seen, this one included: the event lists the time of each.
  fileprivate var numberOfChanges: Int {
    let statuses = Set(ValuePropositionStatus.allCases.map(\.rawValue))
    return properties.count { property in
      property.key.name.split(separator: "_").first.map { statuses.contains(String($0)) } ?? false
    }
  }
}
