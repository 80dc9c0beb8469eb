import TestSupport
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// Where and when the object is read on which a session was opened.
@Suite struct OriginTests {
  @MainActor @Test func `A session keeps no object alive, and is driven on without it`() {
    let world = World()
    world.run {
      let gone = Counter()
      var page: ChainTests.Page? = ChainTests.Page(onDeinit: { _ = gone.next() })
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
      let page = ChainTests.Page()
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
  final class Shared: TrackableClass, Sendable {
    let position = Lock(0)
    let onDeinit: @Sendable () -> Void
    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }
    deinit { onDeinit() }
    var trackedProperties: TrackedProperties { "position" ~>> position.withLock { $0 } }
  }

  @Test func `Outside actors, an object that is not Sendable is read where it is at hand`() {
    let world = World()
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
    let world = World()
    let gone = Counter()
    world.run {
      var shared: Shared? = Shared(onDeinit: { _ = gone.next() })
      let session = shared?.open(Watching())
      let load = shared?.startTiming(SystemSessionsTests.Events.tapped)
      shared?.position.withLock { $0 = 1 }
      session?.start()
      shared?.position.withLock { $0 = 2 }
      _ = onThreads(1) { _ in world.run { session?.pause() } }
      load?.end()
      shared = nil
      #expect(gone.next() == 2)
      session?.cancel()
    }
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "1", "2", "2", "2"])
  }

  @Test func `An actor is read anew where it drives its session itself`() async {
    let world = World()
    let player = ActorPlayer()
    await player.play(in: world.app, recorder: world.recorder)
    #expect(world.recorder.events.map { $0.text("position") } == ["0", "5", "5"])
  }

  actor ActorPlayer: TrackableClass {
    let position = Lock(0)
    nonisolated var trackedProperties: TrackedProperties { "position" ~>> position.withLock { $0 } }

    func play(in app: ValuePropositionSessions, recorder: RecordingTracker) {
      deliver(to: recorder)
      let session = ValuePropositionSessions.$current.withValue(app) { open(Watching()) }
      position.withLock { $0 = 5 }
      session.start()
      session.cancel()
    }
  }
}
