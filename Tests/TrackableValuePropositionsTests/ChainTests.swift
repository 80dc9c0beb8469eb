import Testing
import Trackable
import TrackableValuePropositions

/// Sessions and timings live in the chain.
@Suite struct ChainTests {
  @MainActor final class Page {
    var position = 0
    var session: ValuePropositionSession?
    nonisolated let onDeinit: @Sendable () -> Void
    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
  }

  @MainActor @Test func `Events carry the properties of the chain as they are at each step, and its parents'`() {
    let world = World()
    world.run {
      let home = Page()
      let page = Page()
      home.setupTrackableChain(trackedProperties: ["tab": "home"])
      page.setupTrackableChain(trackedProperties: ["page": 1], parent: home)
      let session = page.open(Watching())
      page.position = 7
      session.start()
      page.setupTrackableChain(trackedProperties: ["page": 2])
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "7", "7"])
    #expect(world.recorder.events.map { $0.text("page") } == ["1", "1", "2"])
    #expect(world.recorder.events.map { $0.text("tab") } == ["home", "home", "home"])
  }

  @MainActor @Test func `What the session says wins over the chain`() {
    let world = World()
    world.run {
      let page = Page()
      page.setupTrackableChain(trackedProperties: ["status": "logged in", "video": "none", "plan": "premium"])
      let session = page.open(Watching())
      session.cancel()
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.last["video"] == "Learning Swift")
    #expect(world.recorder.last["plan"] == "premium")
  }

  @Test func `Events go to the tracker of the chain, also where it is a context`() {
    let (own, added) = (Recorder(), Recorder())
    let context = TrackingContext().appending(["screen": "player"]).with(tracker: own).with(additionalTracker: added)
    let session = context.open(Watching(), in: World().app)
    session.start()
    session.cancel()
    #expect(own.statuses == ["opened", "started", "canceled"])
    #expect(added.statuses == own.statuses)
    #expect(own.last["screen"] == "player")
  }

  @MainActor @Test
  func `A prohibited step in a chain is reported to the system's tracker, where the step was asked for`() {
    let world = World()
    world.run {
      let session = Page().open(Watching())
      session.complete()
      session.cancel()
    }
    #expect(world.recorder.errors.map(\.step) == [.complete])
    #expect(world.recorder.locations.map(\.line) == [#line - 4])
    #expect(world.recorder.statuses == ["opened", "canceled"])
  }

  @Test func `A tracker gets the events directly`() {
    let world = World()
    let direct = Recorder()
    world.run {
      let session = direct.open(Watching())
      session.complete()
      session.cancel()
    }
    #expect(direct.statuses == ["opened", "canceled"])
    #expect(direct.errors.count == 1)
    #expect(world.recorder.events.isEmpty)
    #expect(world.recorder.errors.isEmpty)
  }

  @MainActor @Test func `A session keeps no object alive, and is driven on without it`() {
    let world = World()
    world.run {
      let gone = Counter()
      var page: Page? = Page(onDeinit: { _ = gone.next() })
      page?.position = 3
      let session = page?.open(Watching())
      page = nil
      #expect(gone.next() == 2)
      session?.start()
      session?.complete()
      withExtendedLifetime(session) {}
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["3", "3", "3"])
  }

  @MainActor @Test func `Driven elsewhere, events carry what the object had when it was read last`() async {
    let world = World()
    await world.run {
      let page = Page()
      let session = page.open(Watching())
      page.position = 1
      session.start()
      page.position = 2
      await Task.detached { [app = world.app, recorder = world.recorder] in
        TrackableSystem.withTracker(recorder) { AppSession.$current.withValue(app) { session.pause() } }
      }.value
      page.position = 3
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "1", "1", "3"])
  }

  @MainActor @Test func `Another object drives a session with what it knows itself`() {
    let world = World()
    world.run {
      let (page, miniPlayer) = (Page(), Page())
      page.setupTrackableChain(trackedProperties: ["place": "page"])
      miniPlayer.setupTrackableChain(trackedProperties: ["place": "mini player"])
      let session = page.open(Watching())
      miniPlayer.track(for: session, with: .start())
      session.pause()
      TrackingContext().appending(["place": "widget"]).track(for: session, with: .start())
      TrackableSystem.tracker.track(for: session, with: .cancel())
    }
    #expect(world.recorder.events.map { $0.text("place") } == ["page", "mini player", "page", "widget", "-"])
    #expect(world.recorder.statuses == ["opened", "started", "paused", "started", "canceled"])
    #expect(Set(world.recorder.events.map { $0.text("valuePropositionSessionId") }) == ["id-2"])
  }

  @MainActor @Test func `A handle dropped with its object is reported where it was opened, and canceled`() {
    let world = World()
    let line = #line + 4
    world.run {
      var page: Page? = Page()
      page?.position = 5
      page?.session = page?.open(Watching())
      page?.session?.start()
      page = nil
    }
    #expect(world.recorder.statuses == ["opened", "started", "canceled"])
    #expect(world.recorder.last["trigger"] == "app")
    #expect(world.recorder.last["position"] == 5)
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
    #expect(world.recorder.issues.map(\.location.line) == [line])
    #expect(
      world.recorder.issues[0].message
        == "watching, session id-2: its handle is gone, and its status is still 'started'. It is canceled.")
  }

  @Test func `A dropped handle cancels only where the proposition says so`() {
    let world = World()
    world.run {
      _ = world.recorder.open(Watching(whenDropped: .forget))
      world.app.applicationDidEnterBackground()
      world.app.applicationWillEnterForeground()
    }
    #expect(world.recorder.statuses == ["opened"])
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
    #expect(world.recorder.issues[0].message.hasSuffix("It is forgotten."))
  }

  @Test func `A handle that is dropped after the end is nobody's business`() {
    let world = World()
    world.run {
      do {
        let session = world.recorder.open(Watching())
        session.cancel()
      }
      let other = world.recorder.open(Watching())
      world.app.applicationDidEnterBackground()
      withExtendedLifetime(other) {}
    }
    #expect(world.recorder.issues.isEmpty)
    #expect(world.recorder.statuses == ["opened", "canceled", "opened", "canceled"])
  }

  /// Says when it is gone.
  final class Witness: Encodable, Sendable {
    let onDeinit: @Sendable () -> Void
    init(onDeinit: @escaping @Sendable () -> Void) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Key.self) }
    enum Key: CodingKey {}
  }

  struct Witnessed: ValueProposition {
    let name = "witnessed"
    let attributes: Witness
  }

  @Test func `A session that has ended is forgotten, with a handle and without`() {
    let world = World()
    let gone = Counter()
    world.run {
      do {
        let session = NoOpTracker().open(Witnessed(attributes: Witness(onDeinit: { _ = gone.next() })))
        session.cancel()
      }
      #expect(gone.next() == 2)
      NoOpTracker().track(for: Witnessed(attributes: Witness(onDeinit: { _ = gone.next() })), with: .open())
      NoOpTracker().track(for: Witnessed(attributes: Witness(onDeinit: {})), with: .cancel())
      #expect(gone.next() == 4)
    }
  }
}

extension ChainTests.Page: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "position" ~>> position }
}
