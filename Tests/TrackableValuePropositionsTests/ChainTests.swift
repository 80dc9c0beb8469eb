import Testing
import Trackable
import TrackableTesting
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

  @MainActor @Test func `A property of the session wins over the chain`() {
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
    let (own, added) = (RecordingTracker(), RecordingTracker())
    let context = TrackingContext().appending(["screen": "player"]).delivering(to: own).delivering(alsoTo: added)
    let session = ValuePropositionSessions.$current.withValue(World().app) { context.open(Watching()) }
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

  @MainActor @Test func `An event has the properties of the object that takes the step`() {
    let world = World()
    world.run {
      let (page, miniPlayer, unlinked) = (Page(), Page(), Page())
      page.setupTrackableChain(trackedProperties: ["place": "page"])
      miniPlayer.setupTrackableChain(trackedProperties: ["place": "mini player"])
      let session = page.open(Watching())
      miniPlayer.track(for: session, with: .start())
      session.pause()
      unlinked.track(for: session, with: .cancel())
    }
    #expect(world.recorder.events.map { $0.text("place") } == ["page", "mini player", "page", "-"])
    #expect(world.recorder.statuses == ["opened", "started", "paused", "canceled"])
    #expect(Set(world.recorder.events.map { $0.text("valuePropositionSessionId") }) == ["id-2"])
  }
}

extension ChainTests.Page: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "position" ~>> position }
}
