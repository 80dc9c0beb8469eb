import Testing
import Trackable
import TrackableTesting

// The program of a newcomer: the ways in which a Swift programmer allows and prohibits. Each compiles, and is silent.

private enum AdKeys: String, Key, CaseIterable { case plan, amount }

private enum AdEvent: String, Event, CaseIterable { case rated, opened }

private enum AdApp: String, Event { case started }

private struct AdEmail: UserProperty { let value = "john" }

private struct AdPlan: UserProperty { let value = "gold" }

/// The lists of two modules.
private enum FirstModule {
  static let eventTypes: [any AnalyticsEvent.Type] = [AdEvent.self]
  static let events: [any AnalyticsEvent] = [AdEvent.rated]
  static let userProperties: [any UserProperty.Type] = [AdEmail.self]
  static let keys: [any Key] = [AdKeys.plan]
  static let keysOfEvents: [(any AnalyticsEvent.Type, [any Key])] = [(AdEvent.self, [AdKeys.amount])]
}

private enum SecondModule {
  static let eventTypes: [any AnalyticsEvent.Type] = [AdApp.self]
  static let events: [any AnalyticsEvent] = [AdApp.started]
  static let userProperties: [any UserProperty.Type] = [AdPlan.self]
  static let keys: [any Key] = ["screen"]
  static let keysOfEvents: [(any AnalyticsEvent.Type, [any Key])] = [(AdApp.self, [AdKeys.plan])]
}

@Suite struct WaysToAllowTests {
  /// What arrives of everything, in words, and how many issues there are.
  private func arrives(_ rule: (RecordingTracker) -> any AnalyticsEventTracker) -> [String] {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    let properties: TrackedProperties = [AdKeys.plan ~>> "gold", AdKeys.amount ~>> 20, "screen" ~>> "home"]
    withSystem(rule(recorder), issues: issues) {
      for event in [AdEvent.rated, AdEvent.opened] { TrackableSystem.track(event, trackedProperties: properties) }
      TrackableSystem.track(AdApp.started, trackedProperties: properties)
      AdEmail().update()
      AdPlan().update()
    }
    expect(issues.issues.count, is: 0)
    func last(_ name: String) -> String { String(name.split(separator: ".").last ?? "") }
    return recorder.deliveries.compactMap { call in
      switch call {
      case .track(let event):
        "\(last(event.name))(\(event.properties.map { last($0.key.name) }.joined(separator: " ")))"
      case .update(let property): last(property.name)
      default: nil
      }
    }
  }

  private let rated = "rated(plan amount screen)"
  private let opened = "opened(plan amount screen)"
  private let started = "started(plan amount screen)"

  @Test func `Types of events are a list, in place, as a value, and of several modules`() {
    let types: [any AnalyticsEvent.Type] = [AdEvent.self]
    expect(arrives { $0.allowing(eventTypes: [AdEvent.self]) }, is: [rated, opened, "AdEmail", "AdPlan"])
    expect(arrives { $0.allowing(eventTypes: types) }, is: [rated, opened, "AdEmail", "AdPlan"])
    expect(arrives { $0.prohibiting(eventTypes: types) }, is: [started, "AdEmail", "AdPlan"])
    expect(
      arrives { $0.allowing(eventTypes: FirstModule.eventTypes + SecondModule.eventTypes) },
      is: [rated, opened, started, "AdEmail", "AdPlan"])
    expect(
      arrives { $0.prohibiting(eventTypes: FirstModule.eventTypes + SecondModule.eventTypes) },
      is: ["AdEmail", "AdPlan"])
    expect(arrives { $0.allowing(eventTypes: []) }, is: ["AdEmail", "AdPlan"])
    expect(arrives { $0.prohibiting(eventTypes: []) }, is: [rated, opened, started, "AdEmail", "AdPlan"])
  }

  @Test func `Events are a list, in place, as all cases, and of several modules`() {
    expect(arrives { $0.allowing(events: [AdEvent.rated]) }, is: [rated, "AdEmail", "AdPlan"])
    expect(arrives { $0.prohibiting(events: [AdEvent.rated, AdApp.started]) }, is: [opened, "AdEmail", "AdPlan"])
    expect(arrives { $0.prohibiting(events: AdEvent.allCases) }, is: [started, "AdEmail", "AdPlan"])
    expect(
      arrives { $0.allowing(events: FirstModule.events + SecondModule.events) },
      is: [rated, started, "AdEmail", "AdPlan"])
    expect(arrives { $0.allowing(events: []) }, is: ["AdEmail", "AdPlan"])
  }

  @Test func `User properties are a list, in place, and of several modules`() {
    expect(arrives { $0.allowing(userProperties: [AdEmail.self]) }, is: [rated, opened, started, "AdEmail"])
    expect(arrives { $0.prohibiting(userProperties: [AdEmail.self]) }, is: [rated, opened, started, "AdPlan"])
    let both = FirstModule.userProperties + SecondModule.userProperties
    expect(arrives { $0.allowing(userProperties: both) }, is: [rated, opened, started, "AdEmail", "AdPlan"])
    expect(arrives { $0.prohibiting(userProperties: both) }, is: [rated, opened, started])
  }

  @Test func `AdKeys are a list, in place, as all cases, and of several modules and events`() {
    let users = ["AdEmail", "AdPlan"]
    expect(arrives { $0.allowing(keys: [AdKeys.plan]) }, is: ["rated(plan)", "opened(plan)", "started(plan)"] + users)
    expect(
      arrives { $0.allowing(keys: [AdKeys.plan, "screen"]) },
      is: ["rated(plan screen)", "opened(plan screen)", "started(plan screen)"] + users)
    expect(
      arrives { $0.allowing(keys: AdKeys.allCases) },
      is: ["rated(plan amount)", "opened(plan amount)", "started(plan amount)"] + users)
    expect(
      arrives { $0.prohibiting(keys: FirstModule.keys + SecondModule.keys) },
      is: ["rated(amount)", "opened(amount)", "started(amount)"] + users)
    expect(
      arrives { $0.allowing(keys: [], ofEvents: FirstModule.keysOfEvents + SecondModule.keysOfEvents) },
      is: ["rated(amount)", "opened(amount)", "started(plan)"] + users)
    expect(
      arrives { $0.prohibiting(keys: ["screen"], ofEvents: [(AdEvent.self, [AdKeys.plan])]) },
      is: ["rated(amount)", "opened(amount)", "started(plan amount)"] + users)
  }
}
