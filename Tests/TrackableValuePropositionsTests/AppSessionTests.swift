import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// The ID of the visit, on every event.
@Suite struct AppSessionTests {
  enum Events: String, Event { case tapped }

  @Test func `Every event has the ID of the visit, on each way to the tracker`() {
    let world = World()
    world.runWithVisits {
      Events.tapped.trigger()
      TrackingContext().track(Events.tapped)
      let session = TrackingContext().open(Watching())
      session.cancel()
    }
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-1", "id-1", "id-1"])
  }

  @Test func `An event's own ID wins`() {
    let world = World()
    world.runWithVisits { TrackingContext().track(Events.tapped, trackedProperties: ["sessionId": "own"]) }
    #expect(world.recorder.last["sessionId"] == "own")
  }

  @Test func `A root of the app's own, or a context, says it as well`() {
    final class Root: TrackableClass, Sendable {
      var trackedProperties: TrackedProperties { AppSession.current.trackedProperties }
    }
    let world = World()
    TrackableSystem.withTracker(world.tracker, root: Root()) {
      AppSession.$current.withValue(world.app) { Events.tapped.trigger() }
    }
    world.run { TrackingContext().appending(world.app.trackedProperties).track(Events.tapped) }
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-1"])
  }

  @Test func `The visit is a new one when the app comes back after the time that was set, and not before`() {
    let world = World(renewsAfter: .seconds(60))
    func leave(for seconds: Double) {
      world.app.applicationDidEnterBackground()
      world.wait(seconds)
      world.app.applicationWillEnterForeground()
      Events.tapped.trigger()
    }
    world.runWithVisits {
      leave(for: 59)
      leave(for: 60)
      leave(for: 0)
      world.app.renewsAfter = .zero
      leave(for: 0)
    }
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-2", "id-2", "id-3"])
    #expect(world.app.id == "id-3")
  }

  @Test func `A new visit begins when the app says so`() {
    let world = World()
    world.runWithVisits {
      Events.tapped.trigger()
      world.app.renew()
      Events.tapped.trigger()
    }
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-2"])
  }

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
      world.app.renew()
      #expect(world.recorder.events.count == count)
      #expect([open.status, started.status] == [.cancel, .cancel])
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

  @Test func `A session that waits for the foreground does not follow for another user`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      world.app.applicationDidEnterBackground()
      world.app.renew()
      world.app.applicationWillEnterForeground()
      #expect(session.status == .cancel)
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.issues.isEmpty)
  }

  @Test func `Sessions that are open when another user takes over are one issue`() {
    let world = World()
    let line = #line + 3
    world.run {
      let sessions = ["one", "two"].map { TrackingContext().open(Watching(video: $0)) }
      world.app.renew()
      world.app.renew()
      withExtendedLifetime(sessions) {}
    }
    #expect(world.recorder.issues.map(\.kind) == [.sessionDropped])
    #expect(
      world.recorder.issues.first?.message
        == "Another user takes over, and 2 sessions are open still: watching. They end without an event.")
    #expect(world.recorder.issues.first?.location.line == line)
  }

  @Test func `A session that is opened because the app is back belongs to the new visit, its end to the old one`() {
    let world = World(renewsAfter: .seconds(60))
    world.runWithVisits {
      let session = TrackingContext().open(Watching())
      world.app.applicationDidEnterBackground()
      world.wait(3_600)
      world.app.applicationWillEnterForeground()
      session.cancel()
    }
    #expect(world.recorder.statuses == ["opened", "canceled", "opened", "canceled"])
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-1", "id-3", "id-3"])
  }

  @Test func `An event that was held on the way has the ID of the visit in which it was tracked`() {
    let (world, held) = (World(renewsAfter: .zero), Lock<[TrackedEvent]>([]))
    TrackableSystem.withTracker(ClosureTracker { event in held.withLock { $0.append(event) } }, root: world.app) {
      for _ in 0..<3 {
        Events.tapped.trigger()
        world.wait(1)
        world.app.applicationDidEnterBackground()
        world.wait(1)
        world.app.applicationWillEnterForeground()
      }
    }
    for event in held.withLock({ $0 }) { world.recorder.track(event) }
    #expect(world.recorder.events.map { $0.text("sessionId") } == ["id-1", "id-2", "id-3"])
  }

  @Test func `If the clock on the wall is set back, events have the ID of the present visit`() {
    let world = World(renewsAfter: .zero)
    world.wait(3_600)
    world.app.applicationDidEnterBackground()
    world.app.applicationWillEnterForeground()
    world.wall.setBack(by: .seconds(600))
    world.runWithVisits { Events.tapped.trigger() }
    #expect(world.recorder.last["sessionId"] == "id-2")
  }

  @Test(arguments: [-3_600.0, -5, 5, 3_600])
  func `An event has the ID of the present visit, though another clock is fast or slow`(offset: Double) {
    let (ids, recorder) = (Counter(), RecordingTracker())
    let app = AppSession(date: { Date() + offset }, makeID: { "id-\(ids.next())" })
    TrackableSystem.withTracker(recorder, root: app) {
      let visits = (0..<3).map { _ in
        app.renew()
        // The app's clock tells when a session is opened, the system's when something else is tracked.
        AppSession.$current.withValue(app) { TrackingContext().open(Watching()).cancel() }
        Events.tapped.trigger()
        return app.id
      }
      #expect(recorder.events.map { $0.text("sessionId") } == visits.flatMap { [$0, $0, $0] })
    }
  }

  @Test func `IDs are random UUIDs, and clocks are those of the machine, unless others are given`() throws {
    let (first, second) = (AppSession(), AppSession())
    #expect(first.id != second.id)
    #expect(UUID(uuidString: first.id) != nil)
    let recorder = RecordingTracker()
    let before = Date()
    let session = AppSession.$current.withValue(first) { TrackingContext().with(tracker: recorder).open(Watching()) }
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
