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
  case shown = "was_shown", hidden
  enum Detail: String, Event { case opened }
}

private enum Typed: String, Event {
  case shown, tapped
  var eventType: AnalyticsEventType { self == .shown ? .impression : .click }
  var properties: TrackedProperties { [Keys.a ~>> rawValue] }
}

private struct Dynamic: AnalyticsEvent, RawRepresentable { let rawValue: String }

@Suite struct AnalyticsEventTests {
  @Test func `Everything has a default`() {
    let event = Silent()
    expect(event.name, is: "TrackableTests.Silent")
    expect(event.entity, is: "TrackableTests")
    expect(event.eventType, is: .userAction)
    #expect(event.properties.isEmpty)
  }

  @Test func `An enum's entity is its own simple name`() {
    expect(Screen.shown.name, is: "TrackableTests.Screen.was_shown")
    expect(Screen.shown.entity, is: "Screen")
    expect(Screen.Detail.opened.name, is: "TrackableTests.Screen.Detail.opened")
    expect(Screen.Detail.opened.entity, is: "Detail")
    expect(Screen.hidden.eventType, is: .userAction)
    #expect(Screen.hidden.properties.isEmpty)
  }

  @Test func `The cases of an enum may differ`() {
    expect(Typed.shown.eventType, is: .impression)
    expect(Typed.tapped.eventType, is: .click)
    expect(Typed.tapped.properties, is: [Keys.a ~>> "tapped"])
  }

  @Test func `A raw representable struct is named by its value`() {
    expect(Dynamic(rawValue: "x").name, is: "TrackableTests.Dynamic.x")
    expect(Dynamic(rawValue: "y").name, is: "TrackableTests.Dynamic.y")
    expect(Dynamic(rawValue: "y").entity, is: "Dynamic")
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
