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

  @Test func `What happens if the app goes into the background? All sessions are completed, where the graph permits`() {
    let world = World()
    world.run {
      let sessions = ["opened", "started", "paused"].map { TrackingContext().open(Watching(video: $0)) }
      sessions[1].start()
      sessions[2].start()
      sessions[2].pause()
      world.wait(1)
      let before = world.recorder.events.count
      world.app.applicationDidEnterBackground()
      #expect(sessions.map(\.status) == [.cancel, .complete, .cancel])
      let events = world.recorder.events.dropFirst(before)
      #expect(events.map { $0.text("video") } == ["opened", "started", "paused"])
      #expect(events.map { $0.text("trigger") } == ["app", "app", "app"])
      #expect(events.map(\.eventType) == [.activity, .activity, .activity])
    }
    #expect(world.recorder.errors.isEmpty)
  }

  @Test func `What happens if it comes back into the foreground? New sessions are created and set to open`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      let ended = TrackingContext().open(Watching(video: "ended by the user"))
      session.start()
      ended.cancel()
      world.app.applicationDidEnterBackground()
      world.wait(60)
      let before = world.recorder.events.count
      world.app.applicationWillEnterForeground()
      #expect(session.status == .open)
      #expect(session.id == "id-4")
      #expect(ended.status == .cancel)
      #expect(world.recorder.events.count == before + 1)
      #expect(world.recorder.last["status"] == "opened")
      #expect(world.recorder.last["trigger"] == "app")
      #expect(world.recorder.last["valuePropositionSessionId"] == "id-4")
      #expect(world.recorder.last["opened"] == World.date(60))
      #expect(world.recorder.last["started"] == nil)
      world.wait(1)
      session.start()
      world.wait(2)
      session.complete()
      #expect(world.recorder.last["secondsToComplete"] == 3.0)
    }
    #expect(world.recorder.errors.isEmpty)
  }

  @Test func `More than one session of the same value proposition? Each has a handle`() {
    let world = World()
    world.run {
      let first = TrackingContext().open(Watching())
      let second = TrackingContext().open(Watching())
      #expect(first.id != second.id)
      first.start()
      second.cancel()
      #expect(first.status == .start)
      first.complete()
    }
    #expect(world.recorder.statuses == ["opened", "opened", "started", "canceled", "completed"])
  }

  @Test(arguments: [ValuePropositionStatus.complete, .cancel])
  func `A session that its owner ends in the background sends nothing more, and no new one follows`(
    _ end: ValuePropositionStatus
  ) {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching(video: "with a handle"))
      TrackingContext().track(for: Watching(), with: .open())
      session.start()
      world.app.applicationDidEnterBackground()
      session.track(ValuePropositionAction(status: end))
      TrackingContext().track(for: Watching(), with: ValuePropositionAction(status: end))
      world.app.applicationWillEnterForeground()
      #expect(session.status == .complete)
      // From now on it has ended as any other.
      session.track(ValuePropositionAction(status: end))
    }
    #expect(world.recorder.statuses == ["opened", "opened", "started", "completed", "canceled"])
    #expect(world.recorder.errors.map(\.status) == [.complete])
  }

  @Test func `A session that is kept goes on in the background`() {
    let world = World()
    world.run {
      let audio = TrackingContext().open(Watching(endsInBackground: false))
      audio.start()
      world.app.applicationDidEnterBackground()
      world.wait(3_600)
      world.app.applicationWillEnterForeground()
      audio.complete()
    }
    #expect(world.recorder.statuses == ["opened", "started", "completed"])
    #expect(world.recorder.last["secondsActive"] == 3_600.0)
  }

  @Test func `Coming to the foreground without having left changes nothing`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      world.app.applicationWillEnterForeground()
      session.cancel()
      world.app.applicationDidEnterBackground()
      world.app.applicationDidEnterBackground()
      world.app.applicationWillEnterForeground()
      world.app.applicationWillEnterForeground()
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
  }

  @Test func `A handle dropped in the background is followed by no session`() {
    let world = World()
    world.run {
      do {
        let session = TrackingContext().open(Watching())
        world.app.applicationDidEnterBackground()
        withExtendedLifetime(session) {}
      }
      world.app.applicationWillEnterForeground()
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.issues.isEmpty)
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

  @Test func `Without a handle, name and attributes find the session`() {
    let world = World()
    world.run {
      let (one, two) = (Watching(video: "one"), Watching(video: "two"))
      TrackingContext().track(for: one, with: .open())
      TrackingContext().track(for: two, with: .open())
      TrackingContext().track(for: one, with: .start())
      TrackingContext().track(for: two, with: .cancel())
      TrackingContext().track(for: two, with: .start())
      TrackingContext().track(for: one, with: .open())
      TrackingContext().track(for: one, with: .complete())
      TrackingContext().track(for: one, with: .open())
    }
    let events = world.recorder.events.map { "\($0.text("video")) \($0.text("status"))" }
    #expect(
      events == [
        "one opened", "two opened", "one started", "two canceled", "one completed", "one opened",
      ])
    #expect(world.recorder.errors.map(\.step) == [.start, .open])
    #expect(world.recorder.errors.map(\.status) == [nil, .start])
    let ids = world.recorder.events.map { $0.text("valuePropositionSessionId") }
    #expect([ids[0], ids[2], ids[4]] == [ids[0], ids[0], ids[0]])
    #expect(Set(ids).count == 3)
  }

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

  @Test func `Without a handle, of several sessions the one that was opened last is found`() {
    let world = World()
    world.run {
      let first = TrackingContext().open(Watching())
      let second = TrackingContext().open(Watching())
      TrackingContext().track(for: Watching(), with: .start())
      #expect(first.status == .open)
      #expect(second.status == .start)
      second.cancel()
      TrackingContext().track(for: Watching(), with: .start())
      #expect(first.status == .start)
      first.cancel()
    }
    #expect(world.recorder.errors.isEmpty)
  }

  @Test func `Without a handle, a session that was opened anew when the app came back is the one opened last`() {
    let world = World()
    world.run {
      let handle = TrackingContext().open(Watching())
      world.app.applicationDidEnterBackground()
      TrackingContext().track(for: Watching(), with: .open())
      world.app.applicationWillEnterForeground()
      TrackingContext().track(for: Watching(), with: .start())
      #expect(handle.status == .start)
      let before = world.recorder.events.count
      world.app.applicationDidEnterBackground()
      #expect(world.recorder.events.dropFirst(before).map { $0.text("status") } == ["canceled", "completed"])
    }
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

  @Test func `Without a handle, a session opened in the background takes the place of the one that would follow`() {
    let world = World()
    world.run {
      TrackingContext().track(for: Watching(), with: .open())
      world.app.applicationDidEnterBackground()
      TrackingContext().track(for: Watching(), with: .open())
      world.app.applicationWillEnterForeground()
    }
    #expect(world.recorder.statuses == ["opened", "canceled", "opened"])
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
