import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// A session belongs to the person who opened it: what `InterleavingTests` do not show.
@Suite struct AnotherPersonTests {
  private let world = World()

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

  @Test func `IDs are random UUIDs, and clocks are those of the machine, unless others are given`() throws {
    let (recorder, before) = (RecordingTracker(), Date())
    let session = ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) {
      TrackingContext().delivering(to: recorder).open(Watching())
    }
    session.start()
    session.complete()
    let event = try #require(recorder.events.last)
    #expect((before...Date()).contains(event.timestamp))
    let active = try #require(event.base as? ValuePropositionEvent<Watching>).timeActive
    let toComplete = try #require(Double(event.text("secondsToComplete")))
    #expect(active > .zero && .seconds(toComplete) >= active)
    #expect(UUID(uuidString: session.id) != nil)
  }
}
