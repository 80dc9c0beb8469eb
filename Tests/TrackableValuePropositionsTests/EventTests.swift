import Foundation
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// What the events of a session carry.
@Suite struct EventTests {
  private let world = World()

  @Test func `Every event has the attributes, the defaults, a timestamp for each status, and the durations`() throws {
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
    let times: TrackedProperties = [
      "opened": World.date(0), "started": World.date(2), "paused": World.date(12), "started_1": World.date(17),
      "completed": World.date(17.5),
    ]
    let own: TrackedProperties = [
      "valuePropositionSessionId": "id-2", "status": "completed", "trigger": "automatically", "secondsActive": 10.5,
      "secondsPaused": 5.0, "secondsToComplete": 17.5, "skipped": 300,
    ]
    let events = world.recorder.events
    #expect(events.last?.properties == common + times + own)
    let triggers = ["clicked", "unspecified", "headphones", "unspecified", "automatically"]
    #expect(events.map { $0.text("trigger") } == triggers)
    #expect(events.map { $0.text("skipped") } == ["-", "-", "-", "-", "300"])
    #expect(Set(events.map { "\($0.name) \($0.entity)" }) == ["watching valueProposition"])
    #expect(events.map(\.eventType) == [.click, .userAction, .userAction, .userAction, .activity])
    #expect(events.map { TrackedValue.date($0.timestamp) } == [0, 2, 12, 17, 17.5].map { World.date($0) })
  }

  private struct Browsing: ValueProposition { let name = "browsing" }

  @Test func `Properties are in order: the proposition's, the action's, the session's, of which each may be missing`() {
    world.run {
      TrackingContext().open(Watching(), attributes: ["shelf": 3]).cancel()
      TrackingContext().open(Browsing()).cancel()
    }
    let own = ["category", "status", "trigger", "valuePropositionSessionId", "opened"]
    let opened = world.recorder.events.filter { $0.text("status") == "opened" }
    #expect(opened.map { $0.properties.map(\.key.name) } == [["video", "shelf"] + own, own])
  }

  @Test func `An event says where in the code its step was taken`() {
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
    world.run {
      let attributes = ["place": "action", "category": "my own"]
      TrackingContext().open(Cheeky(), trigger: .clicked, attributes: attributes).cancel()
    }
    // An attribute without a value says nothing.
    let said = world.recorder.events.map { event in
      ["trigger", "opened", "place", "category", "status"].map { event.text($0) }
    }
    #expect(
      said == [
        ["mine", "1", "action", "my own", "opened"], ["mine", "1", "proposition", "valueProposition", "canceled"],
      ])
  }

  @Test func `A destination reads the event's type, and rules know it`() throws {
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
    world.run {
      TrackingContext().open(Unencodable()).cancel(attributes: "SECRET")
    }
    #expect(world.recorder.statuses == ["opened", "canceled"])
    #expect(world.recorder.issues.map(\.kind) == [.attributesNotEncoded, .attributesNotEncoded])
    #expect(world.recorder.issues[0].message.contains("Array<Int> could not be encoded"))
    // The value may be a secret.
    #expect(world.recorder.issues.allSatisfy { !$0.message.contains("SECRET") && !$0.message.contains("[1, 2]") })
  }

  @Test func `The clock on the wall may be set back; durations do not notice`() {
    world.run {
      let session = TrackingContext().open(Watching())
      session.start()
      world.wait(10)
      world.isSetBackBy.set(3_600)
      session.complete()
    }
    #expect(world.recorder.last["completed"] == World.date(10 - 3_600))
    #expect(world.recorder.last["secondsActive"] == 10.0)
    #expect(world.recorder.last["secondsToComplete"] == 10.0)
  }

  @Test func `A timeline has an end, which is reported once; durations have none`() {
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
