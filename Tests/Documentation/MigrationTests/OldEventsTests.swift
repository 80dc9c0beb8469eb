import Testing
import TrackableMigration

/// An event of before arrives complete, and `event.properties` means one thing wherever it is written, without a type beside it: no
/// ambiguity, and nothing lost.
@Suite struct OldEventsTests {
  struct PropertiesEvent: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> 1, "b" ~>> 2] }
  }
  struct StoredPropertiesEvent: AnalyticsEvent {
    let properties: TrackedProperties = ["a" ~>> 1, "b" ~>> 2]
  }
  enum CaseEvent: String, Event { case tapped }

  private func generic(_ event: some AnalyticsEvent) -> TrackedProperties {
    let properties = event.properties
    var count = 0
    for _ in event.properties { count += 1 }
    #expect(count == properties.count)
    #expect(event.properties.map(\.key) == properties.map(\.key))
    let filtered = event.properties.filter { _ in true }.map(\.key.name)
    let joined = (event.properties + ["c" ~>> 3]).map(\.key.name)
    #expect(joined == filtered + ["c"])
    return properties
  }

  private func erased(_ event: any AnalyticsEvent) -> TrackedProperties {
    let properties = event.properties
    return event.properties.isEmpty ? properties : event.properties + properties
  }

  @available(*, deprecated)
  @Test func `An event of any shape is tracked with all its properties, however they are read`() {
    func expect(_ properties: TrackedProperties, of event: any AnalyticsEvent) {
      let tracked = TrackedEvent(event)
      for each in [event, tracked, TrackedEvent(tracked)] as [any AnalyticsEvent] {
        #expect(generic(each) == properties, "\(event)")
        #expect(erased(each) == properties, "\(event)")
      }
    }
    for (event, name, properties) in OldEvents.all {
      expect(properties, of: event)
      let tracked = TrackedEvent(event)
      #expect((tracked.name, tracked.entity, tracked.eventType) == (name, "card", .userAction))
    }
    for event in [PropertiesEvent(), StoredPropertiesEvent()] as [any AnalyticsEvent] {
      expect(["a" ~>> 1, "b" ~>> 2], of: event)
    }
    expect([], of: CaseEvent.tapped)
  }

  @available(*, deprecated)
  @Test func `On a concrete type, properties are what the type declares`() {
    let (list, stored) = (OldEvents.WithData(n: 1).properties, OldEvents.Stored().properties)
    let (properties, storedProperties) = (PropertiesEvent().properties, StoredPropertiesEvent().properties)
    let tapped = CaseEvent.tapped.properties
    #expect(type(of: list) == [TrackedProperty].self && type(of: stored) == [TrackedProperty].self)
    #expect(type(of: properties) == TrackedProperties.self && type(of: storedProperties) == TrackedProperties.self)
    #expect(type(of: tapped) == TrackedProperties.self)
    let named: TrackedProperties = OldEvents.WithData(n: 1).properties
    #expect(named == TrackedProperties(list))
    let merged = TrackedEvent(OldEvents.WithData(n: 1), properties: ["c" ~>> 3]).properties
    #expect(merged == ["c" ~>> 3])
    #expect(merged["c"] == 3)
  }
}
