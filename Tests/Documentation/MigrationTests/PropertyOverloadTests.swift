import Testing
import TrackableMigration

/// `event.properties` means one thing wherever it is written, without a type beside it: no ambiguity, and nothing lost.
@Suite struct PropertyOverloadTests {
  @available(*, deprecated)
  struct ListEvent: AnalyticsEvent {
    var properties: [TrackedProperty] { ["a" ~>> 1, "b" ~>> 2] }
  }
  @available(*, deprecated)
  struct StoredListEvent: AnalyticsEvent {
    let properties = ["a" ~>> 1, "b" ~>> 2]
  }
  struct PropertiesEvent: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> 1, "b" ~>> 2] }
  }
  struct StoredPropertiesEvent: AnalyticsEvent {
    let properties: TrackedProperties = ["a" ~>> 1, "b" ~>> 2]
  }
  struct SilentEvent: AnalyticsEvent {}
  enum CaseEvent: String, Event { case tapped }

  @available(*, deprecated)
  @Test func `On a concrete type, properties are what the type declares`() {
    let list = ListEvent().properties
    let storedList = StoredListEvent().properties
    let properties = PropertiesEvent().properties
    let storedProperties = StoredPropertiesEvent().properties
    #expect(type(of: list) == [TrackedProperty].self)
    #expect(type(of: storedList) == [TrackedProperty].self)
    #expect(type(of: properties) == TrackedProperties.self)
    #expect(type(of: storedProperties) == TrackedProperties.self)
    #expect(list.map(\.description) == ["a: 1", "b: 2"])
    #expect(storedList == list)
    #expect(Array(properties) == list)
    #expect(storedProperties == properties)
  }

  @Test func `On a type that declares none, there are no properties`() {
    let silent = SilentEvent().properties
    let tapped = CaseEvent.tapped.properties
    #expect(type(of: silent) == TrackedProperties.self)
    #expect(silent == [])
    #expect(tapped == [])
    #expect(SilentEvent().properties.isEmpty)
  }

  @available(*, deprecated)
  @Test func `A list may be read as properties by naming the type`() {
    let properties: TrackedProperties = ListEvent().properties
    #expect(properties.description == "[a: 1, b: 2]")
    #expect(properties["b"] == 2)
  }

  private func generic(_ event: some AnalyticsEvent) -> TrackedProperties {
    let properties = event.properties
    var count = 0
    for _ in event.properties { count += 1 }
    #expect(count == properties.count)
    #expect(event.properties.map(\.key) == properties.map(\.key))
    return properties
  }

  private func erased(_ event: any AnalyticsEvent) -> TrackedProperties {
    let properties = event.properties
    return event.properties.isEmpty ? properties : event.properties + properties
  }

  @available(*, deprecated)
  @Test func `On some and any event, properties are TrackedProperties`() {
    let expected: TrackedProperties = ["a" ~>> 1, "b" ~>> 2]
    let events: [any AnalyticsEvent] = [
      ListEvent(), StoredListEvent(), PropertiesEvent(), StoredPropertiesEvent(), TrackedEvent(ListEvent()),
      TrackedEvent(TrackedEvent(PropertiesEvent())),
    ]
    for event in events {
      #expect(generic(event) == expected, "\(event)")
      #expect(erased(event) == expected, "\(event)")
      #expect(TrackedEvent(event).properties == expected, "\(event)")
    }
    for event in [SilentEvent(), CaseEvent.tapped] as [any AnalyticsEvent] {
      #expect(generic(event) == [])
      #expect(erased(event) == [])
    }
  }

  @available(*, deprecated)
  @Test func `On a tracked event, properties are the merged ones`() {
    let tracked = TrackedEvent(ListEvent(), properties: ["c" ~>> 3])
    let properties = tracked.properties
    #expect(properties == ["c" ~>> 3])
    #expect(properties["c"] == 3)
  }

  @available(*, deprecated)
  @Test func `Of two values for one key in a list, the later is sent`() {
    struct Twice: AnalyticsEvent {
      var properties: [TrackedProperty] { ["a" ~>> 1, "a" ~>> 2] }
    }
    #expect(TrackedEvent(Twice()).properties == ["a" ~>> 2])
  }
}
