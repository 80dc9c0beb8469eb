import Foundation
import Testing
import Trackable

private struct Silent: AnalyticsEvent {}

private struct Outspoken: AnalyticsEvent {
  var name: String { "own name" }
  var entity: String { "own entity" }
  var eventType: AnalyticsEventType { .click }
  var properties: TrackedProperties { [Keys.a ~>> 1] }
}

private enum Screen: String, Event {
  case shown = "was_shown"
  enum Detail: String, Event { case opened }
}

private struct Dynamic: AnalyticsEvent, RawRepresentable { let rawValue: String }

private enum Payload {
  struct Feature<Content: Sendable>: Sendable { struct Loaded: AnalyticsEvent {} }

  enum WithEntity: AnalyticsEvent {
    case sent(Int), received
    var entity: String { "payments" }
  }
  enum NamesWithEntity: String, Event {
    case sent
    var entity: String { "payments" }
  }
}

private struct Renamed: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Tapped")
  let name = "song.tapped"
  let entity = "music"
}

private enum SongEvent: IdentifiedEvent {
  case tapped, played(seconds: Int)

  var identifier: EventIdentifier {
    switch self {
    case .tapped: EventIdentifier(object: "Song", action: "Tapped")
    case .played: EventIdentifier(object: "Song", action: "Played", label: "Till Its End")
    }
  }
}

@Suite struct AnalyticsEventTests {
  @Test func `Everything has a default`() {
    let event = Silent()
    expect(event.eventType, is: .userAction)
    #expect(event.properties.isEmpty)
  }

  private static let events: [(any AnalyticsEvent, name: String, entity: String)] = [
    (Silent(), "TrackableTests.Silent", "TrackableTests"), (Outspoken(), "own name", "own entity"),
    (Screen.shown, "TrackableTests.Screen.was_shown", "Screen"),
    (Screen.Detail.opened, "TrackableTests.Screen.Detail.opened", "Detail"),
    (Dynamic(rawValue: "x"), "TrackableTests.Dynamic.x", "Dynamic"),
    (Dynamic(rawValue: "y"), "TrackableTests.Dynamic.y", "Dynamic"),
    (Payload.WithEntity.sent(1), "TrackableTests.Payload.WithEntity.sent", "payments"),
    (Payload.WithEntity.received, "TrackableTests.Payload.WithEntity.received", "payments"),
    (Payload.NamesWithEntity.sent, "TrackableTests.Payload.NamesWithEntity.sent", "payments"),
    (Payload.Feature<@Sendable () -> Void>.Loaded(), "TrackableTests.Payload.Feature.Loaded", "Feature"),
    (Renamed(), "song.tapped", "music"), (SongEvent.tapped, "Song: Tapped", "Song"),
    (SongEvent.played(seconds: 3), "Song: Played - Till Its End", "Song"),
  ]

  @Test(arguments: events.indices)
  func `An event has its path, its parts or its own word as its name, and an entity`(_ index: Int) {
    let (event, name, entity) = Self.events[index]
    for event in [event, TrackedEvent(event), TrackedEvent(TrackedEvent(event))] as [any AnalyticsEvent] {
      expect(event.name, is: name)
      expect(event.entity, is: entity)
    }
  }

  @Test func `The kinds of event have their codes`() {
    expect(AnalyticsEventType.allCases.map(\.rawValue), is: ["ac", "cl", "im", "rd", "ua"])
    expect(AnalyticsEventType(rawValue: "rd"), is: .redirect)
    #expect(AnalyticsEventType(rawValue: "") == nil)
  }
}

@Suite struct EventIdentifierTests {
  @Test func `The label may be missing`() {
    expect("\(EventIdentifier(object: "App", action: "Opened"))", is: "App: Opened")
    expect(EventIdentifier(object: "App", action: "Opened").underscored, is: "app_opened")
    expect(SongEvent.played(seconds: 3).identifier.underscored, is: "song_played_till_its_end")
    expect(EventIdentifier(object: "App", action: "Opened"), is: EventIdentifier(object: "App", action: "Opened"))
    expect(EventIdentifier(object: "App", action: "").formatted, is: "App")
    #expect(EventIdentifier(object: "App", action: "Opened", label: "") != .init(object: "App", action: "Opened"))
  }
}

@Suite struct TrackedEventTests {
  private static let time = Date(timeIntervalSince1970: 1_000)

  @Test func `A tracked event carries what the event declares`() {
    let before = Date()
    let event = TrackedEvent(Outspoken())
    #expect(event.base is Outspoken)
    expect(event.name, is: "own name")
    expect(event.entity, is: "own entity")
    expect(event.eventType, is: .click)
    expect(event.properties, is: [Keys.a ~>> 1])
    #expect(event.timestamp >= before && event.timestamp <= Date())
    expect("\(event)", is: "own name [TrackableTests.Keys.a: 1]")
  }

  @Test func `Given properties replace the event's own`() {
    #expect(TrackedEvent(Outspoken(), properties: []).properties.isEmpty)
    expect(TrackedEvent(Outspoken(), properties: [Keys.b ~>> 2]).properties, is: [Keys.b ~>> 2])
    expect(TrackedEvent(Outspoken(), timestamp: Self.time).timestamp, is: Self.time)
  }

  @Test func `Wrapping twice keeps the first`() {
    var first = TrackedEvent(Outspoken(), properties: [Keys.b ~>> 2], timestamp: Self.time)
    first.name = "renamed"
    first.entity = "moved"
    first.eventType = .activity
    let erased: any AnalyticsEvent = first
    for second in [TrackedEvent(first), TrackedEvent(erased), TrackedEvent(first, timestamp: Date())] {
      #expect(second.base is Outspoken)
      expect(second.name, is: "renamed")
      expect(second.entity, is: "moved")
      expect(second.eventType, is: .activity)
      expect(second.properties, is: [Keys.b ~>> 2])
      expect(second.timestamp, is: Self.time)
    }
    expect(TrackedEvent(first, properties: [Keys.c ~>> 3]).properties, is: [Keys.c ~>> 3])
    expect(TrackedEvent(first, properties: [Keys.c ~>> 3]).name, is: "renamed")
  }
}
