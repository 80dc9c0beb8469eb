import Testing
import TrackableValuePropositions

@testable import Trackable

/// Events with a duration.
@Suite struct TimingTests {
  enum Events: String, Event { case loaded }

  struct Priced: AnalyticsEvent {
    var properties: TrackedProperties { ["duration": "long", "price": 1] }
  }

  @MainActor @Test func `A timed event is tracked once, when it ends, with its duration and the chain as it is then`() {
    let world = World()
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

  @Test func `Contexts time events as well`() {
    let world = World()
    world.run {
      let first = TrackingContext().appending(["place": "context"]).startTiming(Events.loaded)
      let second = TrackingContext().startTiming(Priced())
      world.wait(2)
      first.end()
      second.end(trackedProperties: ["price": 2])
    }
    #expect(
      world.recorder.events.map(\.properties) == [
        ["place": "context", "duration": 2.0], ["price": 2, "duration": "long"],
      ])
  }

  @Test func `A timing tells its time, under a key and in a unit that the app chooses`() {
    let world = World()
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

  @Test func `Time in the background counts, unless the timing pauses there`() {
    let world = World()
    world.run {
      let timings = [true, false].map { TrackingContext().startTiming(Events.loaded, pausesInBackground: $0) }
      world.wait(1)
      for _ in 0..<2 {
        for observer in timings { leave(observer) }
        world.wait(10)
        #expect(timings[0].elapsed < .seconds(10))
        TrackableSystem.applicationWillEnterForeground()
        world.wait(1)
      }
      for observer in timings { leave(observer) }
      world.wait(100)
      for timing in timings { timing.end() }
    }
    #expect(world.recorder.events.map { $0.properties["duration"] } == [3.0, 123.0])
  }

  /// The first thing that `TrackableSystem.applicationDidEnterBackground` does, for those that asked for it.
  @Test func `A timing that begins in the background counts from the return to the foreground on, if it pauses`() {
    let world = World()
    world.run {
      TrackableSystem.endForeground(isolation: nil, at: .unknown)
      let timings = [true, false].map { TrackingContext().startTiming(Events.loaded, pausesInBackground: $0) }
      world.wait(10)
      #expect(timings.map(\.elapsed) == [.zero, .seconds(10)])
      TrackableSystem.applicationWillEnterForeground()
      world.wait(1)
      for timing in timings { timing.end() }
    }
    #expect(world.recorder.events.map { $0.properties["duration"] } == [1.0, 11.0])
  }

  private func leave(_ timing: EventTiming) {
    if LifecycleObservers.current.all.contains(where: { $0 === timing }) {
      timing.foregroundEnds(isolation: nil, at: .unknown)
    }
  }

  @Test func `A timed event belongs to the user at its end`() {
    let world = World()
    world.run {
      TrackableSystem.identify("john")
      let load = TrackingContext().appending(["place": "context"]).startTiming(Events.loaded)
      TrackableSystem.reset()
      TrackableSystem.identify("yoko")
      load.end()
    }
    #expect(world.recorder.events.map(\.userID) == ["yoko"])
    #expect(world.recorder.events.map { $0.text("place") } == ["context"])
  }

  @Test func `A duration that the call or the event has wins`() {
    let world = World()
    world.run {
      TrackingContext().startTiming(Priced()).end()
      TrackingContext().startTiming(Events.loaded).end(trackedProperties: ["duration": "mine"])
    }
    #expect(world.recorder.events.map { $0.text("duration") } == ["long", "mine"])
  }

  @Test func `A timing that is dropped without an end says so where it started, and sends nothing`() {
    let world = World()
    world.run { _ = TrackingContext().startTiming(Events.loaded) }
    #expect(world.recorder.events.isEmpty)
    #expect(world.recorder.issues.map(\.kind) == [.timingMisused])
    #expect(world.recorder.issues.map(\.location.line) == [#line - 3])
    #expect(world.recorder.issues[0].message.contains("TimingTests.Events.loaded' is gone, and was not ended."))
  }

  @Test func `A second end says so where it is, and sends nothing`() {
    let world = World()
    world.run {
      let load = TrackingContext().startTiming(Events.loaded)
      load.end()
      load.end()
    }
    #expect(world.recorder.events.count == 1)
    #expect(world.recorder.issues.map(\.kind) == [.timingMisused])
    #expect(world.recorder.issues.map(\.location.line) == [#line - 4])
  }

  @Test func `A canceled timing sends nothing and is no misuse`() {
    let world = World()
    world.run {
      let load = TrackingContext().startTiming(Events.loaded)
      load.cancel()
    }
    #expect(world.recorder.events.isEmpty)
    #expect(world.recorder.issues.isEmpty)
  }
}
