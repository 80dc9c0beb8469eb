import TestSupport
import Testing
import Trackable
import TrackableValuePropositions

/// What ends sessions: the background, which the author of Tentacles left open, another person, too many of them, and a handle
/// that is gone.
@Suite struct EndingTests {
  private let world = World()

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

  // MARK: Another person: what `InterleavingTests` do not show

  @Test func `Sessions that are open when another user takes over are one issue`() {
    let line = #line + 2
    world.run {
      let sessions = ["one", "two"].map { TrackingContext().open(Watching(video: $0)) }
      TrackableSystem.reset()
      TrackableSystem.reset()
      #expect(sessions.map(\.status) == [.cancel, .cancel])
    }
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
    #expect(
      world.recorder.issues.first?.message
        == "Another user takes over, and 2 sessions are open still: watching. They end without an event.")
    #expect(world.recorder.issues.first?.location.line == line)
  }

  // MARK: Without handles

  @Test func `Without a handle, attributes that are not a number find the session as well`() {
    struct Seeking: ValueProposition {
      let name = "seeking"
      var attributes: Attributes { Attributes(speed: .nan) }
      struct Attributes: AnalyticsEventAttributes { let speed: Double }
    }
    world.run {
      for action in [ValuePropositionAction.open(), .start(), .complete()] {
        TrackingContext().track(for: Seeking(), with: action)
      }
    }
    #expect(world.recorder.statuses == ["opened", "started", "completed"])
    #expect(world.recorder.errors.isEmpty)
  }

  @MainActor @Test func `Without a handle, an event carries the chain of the object that it is tracked on`() {
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
    world.run {
      for number in 1...1_001 { TrackingContext().track(for: Watching(video: "\(number)"), with: .open()) }
    }
    #expect(world.recorder.events.count == 1_002)
    #expect(world.recorder.events.filter { $0.text("status") == "canceled" }.map { $0.text("video") } == ["1"])
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
  }

  // MARK: Handles that go away

  @MainActor @Test func `A handle dropped with its object is reported where it was opened, and canceled`() {
    let line = #line + 4
    world.run {
      var page: ChainTests.Page? = ChainTests.Page()
      page?.position = 5
      page?.session = page?.open(Watching())
      page?.session?.start()
      page = nil
    }
    #expect(world.recorder.statuses == ["opened", "started", "canceled"])
    #expect(world.recorder.last["trigger"] == "app")
    #expect(world.recorder.events.last?.eventType == .activity)
    #expect(world.recorder.last["position"] == 5)
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
    #expect(world.recorder.issues.map(\.location.line) == [line])
    #expect(
      world.recorder.issues[0].message
        == "watching, session id-2: its handle is gone, and its status is still 'started'. It is canceled.")
  }

  final class Witness: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: Key.self) }
    enum Key: CodingKey {}
  }

  struct Witnessed: ValueProposition {
    let name = "witnessed"
    let attributes = Witness()
  }

  @Test func `A session that has ended is forgotten, with a handle and without`() {
    weak var first: Witness?
    weak var second: Witness?
    TrackableSystem.withTracker(NoOpTracker()) {
      do {
        let (proposition, other) = (Witnessed(), Witnessed())
        (first, second) = (proposition.attributes, other.attributes)
        TrackingContext().open(proposition).cancel()
        TrackingContext().track(for: other, with: .open())
      }
      #expect(first == nil && second != nil)
      TrackingContext().track(for: Witnessed(), with: .cancel())
      #expect(second == nil)
    }
  }
}
