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

  static func randomAction(
    _ random: inout SeededGenerator, by trigger: ValuePropositionTrigger = .clicked
  ) -> ValuePropositionAction {
    let steps: [ValuePropositionStatus] = [.start, .pause, .start, .pause, .start, .pause, .complete, .cancel]
    return ValuePropositionAction(status: steps[random.below(8)], trigger: trigger)
  }

  /// - Parameter comesAndGoes: Whether the app comes and goes meanwhile, and sessions are opened and dropped.
  @Test(arguments: [false, true])
  func `The changes of sessions by several tasks are a path in the graph, in order for each task`(
    comesAndGoes: Bool
  ) async {
    for round in 0..<Self.rounds {
      let world = World()
      let session = world.run { TrackingContext().open(Watching()) }
      let triggers = (0..<4).map { ValuePropositionTrigger(rawValue: "task \($0)") }
      await withTaskGroup { group in
        for (task, trigger) in triggers.enumerated() {
          group.addTask {
            var random = SeededGenerator(seed: UInt64(round * 4 + task))
            world.run {
              for _ in 0..<25 {
                session.track(Self.randomAction(&random, by: trigger))
                // One proposition without a handle has one session at a time.
                let action = random.chance(40) ? .open() : Self.randomAction(&random)
                TrackingContext().track(for: Watching(video: "common"), with: action)
                // Where time stands still, timestamps are equal, and do not hide the order.
                if random.chance(50) { world.clock.advance(by: .seconds(1)) }
                guard comesAndGoes, random.chance(40) else { continue }
                let own = TrackingContext().open(Watching(video: "\(task)"))
                for _ in 0..<3 { own.track(Self.randomAction(&random)) }
              }
            }
          }
        }
        if comesAndGoes {
          group.addTask {
            world.run {
              for _ in 0..<10 {
                world.app.applicationDidEnterBackground()
                world.app.applicationWillEnterForeground()
              }
            }
          }
        }
      }
      let events = world.recorder.events
      #expect(Self.flaws(events) == [])
      if !comesAndGoes {
        for trigger in triggers {
          let own = events.filter { $0.text("trigger") == trigger.rawValue }.map(\.numberOfChanges)
          #expect(own == own.sorted())
        }
        // Each of the two hundred steps was taken or reported, one or the other.
        #expect(events.count - 1 + world.recorder.errors.count == 200)
      }
      #expect(
        events.allSatisfy { ($0.base as? ValuePropositionEvent<Watching>).map { $0.timeActive >= .zero } == true })
      // Each session has an end.
      world.run { world.app.applicationDidEnterBackground() }
      let ids = Set(world.recorder.events.map { $0.text("valuePropositionSessionId") })
      #expect(world.recorder.statuses.count { ["canceled", "completed"].contains($0) } == ids.count)
      #expect(world.recorder.statuses.count { $0 == "opened" } == ids.count)
      withExtendedLifetime(session) {}
    }
  }

  @Test func `A tracker that drives the session it hears of gets each change at once, and once`() {
    let (world, recorder) = (World(), RecordingTracker())
    let (handle, heard) = (Shared<ValuePropositionSession?>(nil), Shared<[String]>([]))
    let tracker = recorder.first { event in
      heard.withLock { $0.append(event.text("status")) }
      if event.text("status") == "started" { handle.value?.pause() }
      if event.text("status") == "paused" { handle.value?.cancel() }
    }
    world.run(tracker) {
      handle.set(TrackingContext().open(Watching()))
      handle.value?.start()
      // It is released after unlocking.
      _ = handle.exchange(nil)
    }
    #expect(heard.value == ["opened", "started", "paused", "canceled"])
    #expect(Self.flaws(recorder.events) == [])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `A thread delivers its own changes, with its scopes, and no other's, also while a tracker holds one up`() {
    let (world, recorder) = (World(), RecordingTracker())
    let (handle, isFirst) = (Shared<ValuePropositionSession?>(nil), Shared(true))
    // While one thread delivers 'started', another one makes all other changes.
    let tracker = recorder.first { event in
      guard event.text("status") == "started", isFirst.exchange(false) else { return }
      _ = onThreads(1) { _ in
        withTrackedProperties(["task": "other"]) {
          for _ in 0..<20 {
            handle.value?.pause()
            handle.value?.start()
          }
          handle.value?.cancel()
        }
      }
      #expect(recorder.events.count == 42)
    }
    let context = TrackingContext().appending(["chain": 1]).delivering(to: tracker)
    handle.set(ValuePropositionSessions.$current.withValue(world.app) { context.open(Watching()) })
    withTrackedProperties(["task": "first", "request": 7]) { handle.value?.start() }
    let events = recorder.events.sorted { $0.numberOfChanges < $1.numberOfChanges }
    #expect(events.map { $0.text("task") } == ["-", "first"] + Array(repeating: "other", count: 41))
    #expect(events.map { $0.text("request") } == ["-", "7"] + Array(repeating: "-", count: 41))
    #expect(Set(events.map { $0.text("chain") }) == ["1"] && Self.flaws(events) == [])
  }

  @Test(arguments: [true, false])
  func `Of two tasks that open one proposition, the later one, which has no handle, gets an error`(hasHandle: Bool) {
    // The second task is faster: it opens the proposition while the first one is still having an ID made.
    let (world, handle) = (Shared<World?>(nil), Shared<ValuePropositionSession?>(nil))
    world.set(
      World { number in
        guard number == 2, let world = world.value else { return }
        _ = onThreads(1) { _ in
          world.run {
            if hasHandle { return handle.set(TrackingContext().open(Watching())) }
            TrackingContext().track(for: Watching(), with: .open())
          }
        }
      })
    world.value?.run { TrackingContext().track(for: Watching(), with: .open()) }
    #expect(world.value?.recorder.statuses == ["opened"])
    #expect(world.value?.recorder.errors.map(\.step) == [.open])
    world.value?.run { handle.value?.cancel() }
    _ = world.exchange(nil)
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
