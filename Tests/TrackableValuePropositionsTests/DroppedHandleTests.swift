import Testing
import Trackable
import TrackableValuePropositions

/// Handles that go away, and the sessions they leave.
@Suite struct DroppedHandleTests {
  @MainActor @Test func `A handle dropped with its object is reported where it was opened, and canceled`() {
    let world = World()
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
    let gone = Counter()
    TrackableSystem.withTracker(NoOpTracker()) {
      do {
        let session = TrackingContext().open(Witnessed(attributes: Witness(onDeinit: { _ = gone.next() })))
        session.cancel()
      }
      #expect(gone.next() == 2)
      TrackingContext().track(for: Witnessed(attributes: Witness(onDeinit: { _ = gone.next() })), with: .open())
      TrackingContext().track(for: Witnessed(attributes: Witness(onDeinit: {})), with: .cancel())
      #expect(gone.next() == 4)
    }
  }
}
