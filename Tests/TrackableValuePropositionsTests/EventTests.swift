import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// What the events of a session carry.
@Suite struct EventTests {
  @Test func `Every event has the attributes, the defaults, a timestamp for each status, and the durations`() throws {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching(), trigger: .clicked)
      world.wait(2)
      session.start()
      world.wait(10)
      session.pause(trigger: "headphones")
      world.wait(5)
      session.start()
      world.wait(0.5)
      session.complete(trigger: .automatically, attributes: ["skipped": 300])
    }
    let common: TrackedProperties = ["video": "Learning Swift", "category": "valueProposition"]
    let id: TrackedProperties = ["valuePropositionSessionId": "id-2"]
    var times: TrackedProperties = ["opened": World.date(0)]
    var expected: [TrackedProperties] = []
    expected.append(common + id + times + ["status": "opened", "trigger": "clicked"])
    times["started"] = World.date(2)
    expected.append(common + id + times + ["status": "started", "trigger": "unspecified", "secondsActive": 0.0])
    times["paused"] = World.date(12)
    expected.append(
      common + id + times
        + ["status": "paused", "trigger": "headphones", "secondsActive": 10.0, "secondsPaused": 0.0])
    times["started_1"] = World.date(17)
    expected.append(
      common + id + times
        + ["status": "started", "trigger": "unspecified", "secondsActive": 10.0, "secondsPaused": 5.0])
    times["completed"] = World.date(17.5)
    expected.append(
      common + id + times
        + [
          "status": "completed", "trigger": "automatically", "secondsActive": 10.5, "secondsPaused": 5.0,
          "secondsToComplete": 17.5, "skipped": 300,
        ])
    #expect(world.recorder.events.map(\.properties) == expected)
    #expect(world.recorder.events.map(\.name) == Array(repeating: "watching", count: 5))
    #expect(world.recorder.events.map(\.entity) == Array(repeating: "valueProposition", count: 5))
    #expect(world.recorder.events.map(\.eventType) == [.click, .userAction, .userAction, .userAction, .activity])
    let seconds = [0, 2, 12, 17, 17.5]
    #expect(world.recorder.events.map { TrackedValue.date($0.timestamp) } == seconds.map { World.date($0) })
  }

  @Test func `Properties are in order: the proposition's, the action's, the session's`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching(), attributes: ["shelf": 3])
      session.cancel()
    }
    #expect(
      world.recorder.events[0].properties.map(\.key.name)
        == ["video", "shelf", "category", "status", "trigger", "valuePropositionSessionId", "opened"])
  }

  private struct Browsing: ValueProposition { let name = "browsing" }

  @Test func `A proposition without attributes adds none`() {
    let world = World()
    world.run { TrackingContext().open(Browsing()).cancel() }
    #expect(
      world.recorder.events[0].properties.map(\.key.name)
        == ["category", "status", "trigger", "valuePropositionSessionId", "opened"])
  }

  @Test func `An event says where in the code its step was taken`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      let context = TrackingContext()
      session.start()
      session.pause()
      world.app.applicationDidEnterBackground()
      context.startTiming(SystemSessionsTests.Events.tapped).end()
    }
    let here = #line - 7
    #expect(world.recorder.events.map(\.location.line) == [here, here + 2, here + 3, here + 4, here + 5])
    #expect(Set(world.recorder.events.map(\.location.fileID)) == ["TrackableValuePropositionsTests/EventTests.swift"])
  }

  struct Cheeky: ValueProposition {
    let name = "cheeky"
    let attributes = Attributes()
    struct Attributes: AnalyticsEventAttributes {
      let trigger = "mine"
      let status: String? = nil
      let opened = 1
      let place = "proposition"
    }
  }

  @Test func `An attribute with the key of a default wins, and the action's wins over the proposition's`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(
        Cheeky(), trigger: .clicked, attributes: ["place": "action", "category": "my own"])
      session.cancel()
    }
    let opened = world.recorder.events[0].properties
    #expect(opened["trigger"] == "mine")
    #expect(opened["opened"] == 1)
    #expect(opened["place"] == "action")
    #expect(opened["category"] == "my own")
    #expect(opened["status"] == "opened")  // An attribute without a value says nothing.
    let canceled = world.recorder.events[1].properties
    #expect(canceled["place"] == "proposition")
    #expect(canceled["category"] == "valueProposition")
  }

  @Test func `A destination reads the event's type, and rules know it`() throws {
    let world = World()
    let rest = RecordingTracker()
    let tracker = world.recorder.combined(with: rest.prohibiting(eventTypes: [ValuePropositionEvent<Watching>.self]))
    world.run(tracker) {
      let session = TrackingContext().open(Watching(video: "Swift Concurrency"))
      session.start()
      world.wait(3)
      session.complete()
    }
    let event = try #require(world.recorder.events.last?.base as? ValuePropositionEvent<Watching>)
    #expect(event.proposition.video == "Swift Concurrency")
    #expect(event.status == .complete)
    #expect(event.timeActive == .seconds(3))
    #expect(event.sessionID == "id-2")
    #expect(rest.events.isEmpty)
  }

  struct Unencodable: ValueProposition {
    let name = "unencodable"
    let attributes = [1, 2]
  }

  @Test func `Attributes that cannot be encoded are reported, and the event goes out without them`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Unencodable())
      session.cancel(attributes: "SECRET")
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.issues.map(\.kind) == [.attributesNotEncoded, .attributesNotEncoded])
    #expect(world.recorder.issues[0].message.contains("Array<Int> could not be encoded"))
    // The value may be a secret.
    #expect(world.recorder.issues.allSatisfy { !$0.message.contains("SECRET") && !$0.message.contains("[1, 2]") })
  }

  @Test func `The clock on the wall may be set back; durations do not notice`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      session.start()
      world.wait(10)
      world.wall.setBack(by: .seconds(3_600))
      session.complete()
    }
    #expect(world.recorder.last["completed"] == World.date(10 - 3_600))
    #expect(world.recorder.last["secondsActive"] == 10.0)
    #expect(world.recorder.last["secondsToComplete"] == 10.0)
  }

  @Test func `A timeline has an end, which is reported once; durations have none`() {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      for _ in 0..<150 {
        session.start()
        world.wait(1)
        session.pause()
      }
      session.cancel()
    }
    let times = world.recorder.last.filter { if case .date = $0.value { true } else { false } }
    #expect(times.count == 1 + 100 + 100 + 1)
    #expect(world.recorder.last["started_99"] == World.date(99))
    #expect(world.recorder.last["secondsActive"] == 150.0)
    #expect(world.recorder.issues.map(\.kind) == [.longTimeline])
  }
}
