import TestSupport
import Testing
import Trackable
import TrackableValuePropositions

/// What the author of Tentacles left open, answered as it proposes.
@Suite struct BackgroundTests {
  @Test func `One call ends the foreground: sessions end, and then the tracker sends`() async {
    struct Sending: AnalyticsEventTracker {
      let log: CallLog
      func track(_ event: TrackedEvent) { log.note(event.text("status")) }
      func flush() async { log.note("flush") }
    }
    let log = CallLog()
    await TrackableSystem.withTracker(Sending(log: log)) {
      let session = TrackingContext().open(Watching())
      session.start()
      await TrackableSystem.applicationDidEnterBackground(timeout: .seconds(3_600))
      #expect(session.status == .complete)
      TrackableSystem.applicationWillEnterForeground()
      #expect(session.status == .open)
      #expect(log.calls == ["opened", "started", "completed", "flush", "opened"])
    }
  }

  @MainActor @Test func `Objects that belong to the caller's actor are read again`() {
    let world = World()
    world.run {
      let page = ChainTests.Page()
      let session = page.open(Watching())
      page.position = 1
      world.app.applicationDidEnterBackground()
      page.position = 2
      world.app.applicationWillEnterForeground()
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "1", "2", "2"])
  }

  // MARK: Without handles

  @Test func `Without a handle, attributes that are not a number find the session as well`() {
    struct Seeking: ValueProposition {
      let name = "seeking"
      var attributes: Attributes { Attributes(speed: .nan) }
      struct Attributes: AnalyticsEventAttributes { let speed: Double }
    }
    let world = World()
    world.run {
      TrackingContext().track(for: Seeking(), with: .open())
      TrackingContext().track(for: Seeking(), with: .start())
      TrackingContext().track(for: Seeking(), with: .complete())
    }
    #expect(world.recorder.statuses == ["opened", "started", "completed"])
    #expect(world.recorder.errors.isEmpty)
  }

  @MainActor @Test func `Without a handle, an event carries the chain of the object that it is tracked on`() {
    let world = World()
    world.run {
      let (list, player) = (ChainTests.Page(), ChainTests.Page())
      list.setupTrackableChain(trackedProperties: ["place": "list"])
      player.setupTrackableChain(trackedProperties: ["place": "player"])
      list.track(for: Watching(), with: .open())
      player.track(for: Watching(), with: .start())
      TrackingContext().appending(["place": "widget"]).track(for: Watching(), with: .pause())
      world.app.applicationDidEnterBackground()
    }
    #expect(world.recorder.events.map { $0.text("place") } == ["list", "player", "widget", "list"])
  }

  @Test func `Sessions without handles are bounded: beyond 1,000 the oldest is canceled and reported`() {
    let world = World()
    world.run {
      for number in 1...1_001 { TrackingContext().track(for: Watching(video: "\(number)"), with: .open()) }
    }
    #expect(world.recorder.events.count == 1_002)
    #expect(world.recorder.events.filter { $0.text("status") == "canceled" }.map { $0.text("video") } == ["1"])
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
  }
}
