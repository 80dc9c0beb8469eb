import Testing
import TrackableValuePropositions

@testable import Trackable

/// Events with a duration.
@Suite struct TimingTests {
  private let world = World()

  enum Events: String, Event { case loaded }

  struct Priced: AnalyticsEvent {
    var properties: TrackedProperties { ["duration": "long", "price": 1] }
  }

  @MainActor @Test func `A timed event is tracked once, when it ends, with its duration and the chain as it is then`() {
    world.run {
      let page = ChainTests.Page()
      let load = page.startTiming(Events.loaded)
      world.wait(0.35)
      page.position = 4
      #expect(world.recorder.events.isEmpty)
      load.end(trackedProperties: ["bytes": 20])
    }
    #expect(world.recorder.events.map { $0.base as? Events } == [.loaded])
    #expect(world.recorder.last == ["bytes": 20, "duration": 0.35, "position": 4])
    #expect(world.recorder.events.map { TrackedValue.date($0.timestamp) } == [World.date(0.35)])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `Contexts time events as well, and a duration that the call or the event has wins`() {
    world.run {
      let context = TrackingContext()
      let timings = [
        context.appending(["place": "context"]).startTiming(Events.loaded), context.startTiming(Priced()),
        context.startTiming(Events.loaded),
      ]
      world.wait(2)
      timings[0].end()
      timings[1].end(trackedProperties: ["price": 2])
      timings[2].end(trackedProperties: ["duration": "mine"])
    }
    #expect(
      world.recorder.events.map(\.properties) == [
        ["place": "context", "duration": 2.0], ["price": 2, "duration": "long"], ["duration": "mine"],
      ])
  }

  @Test func `A timing tells its time, under a key and in a unit that the app chooses`() {
    world.run {
      let timings = [EventTiming.Unit.milliseconds, .seconds, .minutes].map {
        TrackingContext().startTiming(Events.loaded, as: "took", in: $0)
      }
      world.wait(90)
      #expect(timings.map(\.elapsed) == [.seconds(90), .seconds(90), .seconds(90)])
      for timing in timings { timing.end() }
    }
    #expect(world.recorder.events.map(\.properties) == [["took": 90_000], ["took": 90.0], ["took": 1.5]])
  }

  @Test func `Time in the background counts, unless the timing pauses there, also if it begins there`() {
    world.run {
      // The first thing that `TrackableSystem.applicationDidEnterBackground` does, for those that asked for it.
      func leave() { TrackableSystem.endForeground(isolation: nil, at: .unknown) }
      func start() -> [EventTiming] {
        [true, false].map { TrackingContext().startTiming(Events.loaded, pausesInBackground: $0) }
      }
      var timings = start()
      world.wait(1)
      leave()
      world.wait(10)
      timings += start()
      world.wait(10)
      #expect(timings.map(\.elapsed) == [1, 21, 0, 10].map { Duration.seconds($0) })
      TrackableSystem.applicationWillEnterForeground()
      world.wait(2)
      leave()
      world.wait(100)
      for timing in timings { timing.end() }
    }
    #expect(world.recorder.events.map { $0.properties["duration"] } == [3.0, 123.0, 2.0, 112.0])
  }

  @Test func `A timed event belongs to the user at its end`() {
    world.run {
      TrackableSystem.identify("john")
      let load = TrackingContext().startTiming(Events.loaded)
      TrackableSystem.reset()
      TrackableSystem.identify("yoko")
      load.end()
    }
    #expect(world.recorder.events.map(\.userID) == ["yoko"])
  }

  @Test func `A timing that is dropped without an end says so where it started, a second end where it is`() {
    world.run {
      _ = TrackingContext().startTiming(Events.loaded)
      let load = TrackingContext().startTiming(Events.loaded)
      load.end()
      load.end()
      // No misuse, and no event.
      TrackingContext().startTiming(Events.loaded).cancel()
    }
    #expect(world.recorder.events.count == 1)
    #expect(world.recorder.issues.map(\.kind) == [.timingMisused, .timingMisused])
    #expect(world.recorder.issues.map(\.location.line) == [#line - 9, #line - 6])
    #expect(world.recorder.issues[0].message.contains("TimingTests.Events.loaded' is gone, and was not ended."))
  }
}
