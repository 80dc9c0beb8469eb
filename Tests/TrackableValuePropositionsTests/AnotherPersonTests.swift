import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// A session belongs to the person who opened it.
@Suite struct AnotherPersonTests {
  @Test func `When another user takes over, no session goes on, so that no ID connects the two`() {
    let world = World()
    world.run {
      let tracker = TrackingContext()
      let (open, started) = (tracker.open(Watching()), tracker.open(Watching(endsInBackground: false)))
      started.start()
      tracker.track(for: Watching(video: "no handle"), with: .open())
      let before = Set(world.recorder.events.map { $0.text("valuePropositionSessionId") })
      let count = world.recorder.events.count
      TrackableSystem.reset()
      #expect([open.status, started.status] == [.cancel, .cancel])
      #expect(world.recorder.events.count == count)
      #expect(before.isDisjoint(with: [open.id, started.id]))
      started.pause()
      tracker.track(for: Watching(video: "no handle"), with: .start())
      #expect(world.recorder.errors.map(\.step) == [.pause, .start])
      #expect(before.isDisjoint(with: world.recorder.errors.compactMap(\.sessionID)))
      tracker.track(for: Watching(video: "no handle"), with: .open())
      world.app.applicationDidEnterBackground()
      world.app.applicationWillEnterForeground()
      let after = world.recorder.events.dropFirst(count)
      #expect(after.map { $0.text("status") } == ["opened", "canceled", "opened"])
      #expect(before.isDisjoint(with: after.map { $0.text("valuePropositionSessionId") }))
    }
  }

  @Test func `Without any other call, the end of the foreground sends nothing of the user before`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      session.start()
      TrackableSystem.identify("john")
      TrackableSystem.identify("paul")
      world.app.applicationDidEnterBackground()
    }
    #expect(world.recorder.statuses == ["opened", "started"])
  }

  @Test func `Who signs up goes on with the sessions`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      TrackableSystem.identify("john")
      session.start()
      session.complete()
    }
    #expect(world.recorder.statuses == ["opened", "started", "completed"])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `A session that waits for the foreground does not follow for another user`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      world.app.applicationDidEnterBackground()
      TrackableSystem.reset()
      world.app.applicationWillEnterForeground()
      #expect(session.status == .cancel)
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `Sessions that are open when another user takes over are one issue`() {
    let world = World()
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
    let recorder = RecordingTracker()
    let before = Date()
    let session = ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) {
      TrackingContext().delivering(to: recorder).open(Watching())
    }
    session.start()
    session.complete()
    let event = try #require(recorder.events.last)
    #expect((before...Date()).contains(event.timestamp))
    let completed = try #require(event.base as? ValuePropositionEvent<Watching>)
    if case .double(let toComplete)? = event.properties["secondsToComplete"] {
      #expect(.seconds(toComplete) >= completed.timeActive)
    } else {
      Issue.record("no secondsToComplete")
    }
    #expect(completed.timeActive > .zero)
    #expect(UUID(uuidString: session.id) != nil)
  }
}
