import TestSupport
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// Sessions and timings live in the chain.
@Suite struct ChainTests {
  private let world = World()

  @MainActor final class Page {
    var position = 0
    var session: ValuePropositionSession?
  }

  @MainActor @Test func `A property of the session wins over the chain`() {
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

  // MARK: Where and when the object is read on which a session was opened

  @MainActor @Test func `A session keeps no object alive, and is driven on without it`() {
    world.run {
      var page: Page? = Page()
      weak let gone = page
      page?.position = 3
      let session = page?.open(Watching())
      page = nil
      #expect(gone == nil)
      session?.start()
      session?.complete()
      withExtendedLifetime(session) {}
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["3", "3", "3"])
  }

  @MainActor @Test func `Driven elsewhere, events carry what the object had when it was read last`() async {
    await world.run {
      let page = Page()
      let session = page.open(Watching())
      page.position = 1
      session.start()
      page.position = 2
      await Task.detached { [app = world.app, recorder = world.recorder] in
        TrackableSystem.withTracker(recorder) { ValuePropositionSessions.$current.withValue(app) { session.pause() } }
      }.value
      page.position = 3
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "1", "1", "3"])
  }

  /// A class without isolation.
  final class Model: TrackableClass {
    var position = 0
    var trackedProperties: TrackedProperties { "position" ~>> position }
  }

  /// A class that may be used anywhere.
  final class Common: TrackableClass, Sendable {
    let position = Lock(0)
    var trackedProperties: TrackedProperties { "position" ~>> position.withLock { $0 } }
  }

  @Test func `Outside actors, an object that is not Sendable is read where it is at hand`() {
    world.run {
      let model = Model()
      let session = model.open(Watching())
      model.position = 1
      session.start()
      model.position = 2
      model.track(for: session, with: .pause())
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "0", "2", "2"])
  }

  @Test func `Outside actors, an object that is Sendable is read anew, from any thread, and not kept alive`() {
    world.run {
      var shared: Common? = Common()
      weak let gone = shared
      let session = shared?.open(Watching())
      let load = shared?.startTiming(SystemSessionsTests.Events.tapped)
      shared?.position.withLock { $0 = 1 }
      session?.start()
      shared?.position.withLock { $0 = 2 }
      _ = onThreads(1) { _ in world.run { session?.pause() } }
      load?.end()
      shared = nil
      #expect(gone == nil)
      session?.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "1", "2", "2", "2"])
  }

  @Test func `An actor is read anew where it drives its session itself`() async {
    await Player().play(in: world.app, world.recorder)
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "5", "5"])
  }

  actor Player: TrackableClass {
    let position = Lock(0)
    nonisolated var trackedProperties: TrackedProperties { "position" ~>> position.withLock { $0 } }

    func play(in app: ValuePropositionSessions, _ recorder: RecordingTracker) {
      deliver(to: recorder)
      let session = ValuePropositionSessions.$current.withValue(app) { open(Watching()) }
      position.withLock { $0 = 5 }
      session.start()
      session.cancel()
    }
  }
}

extension ChainTests.Page: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "position" ~>> position }
}
