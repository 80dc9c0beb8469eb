import Testing
import Trackable

/// Rules by type ask for the event as the caller gave it to `track`, in each place of a composition.
@Suite struct RulesByTypeTests {
  /// The ways an event can take to a rule.
  enum Way: CaseIterable {
    case direct, throughExistential, throughGeneric, alreadyTracked, throughChain, afterMap, afterRenaming, afterAdding

    func send(_ event: some AnalyticsEvent, to tracker: some AnalyticsEventTracker) {
      switch self {
      case .direct: tracker.track(event)
      case .throughExistential:
        let erased: any AnalyticsEvent = event
        tracker.track(erased)
      case .throughGeneric: forward(event, to: tracker)
      case .alreadyTracked: tracker.track(TrackedEvent(TrackedEvent(event)))
      case .throughChain:
        let (parent, child) = (Sample.Screenlet(), Sample.Screenlet())
        parent.setupTrackableChain(trackedProperties: ["from" ~>> "parent"])
        parent.deliver(to: tracker)
        child.setupTrackableChain(parent: parent)
        child.track(event)
      case .afterMap:
        tracker.map {
          var event = $0
          (event.name, event.entity, event.eventType) = ("other", "other", .redirect)
          return event
        }.track(event)
      case .afterRenaming: tracker.renaming(.custom { _ in "x" }).track(event)
      case .afterAdding: tracker.addingDefaults(["a" ~>> 1]).overridingProperties(with: ["b" ~>> 1]).track(event)
      }
    }

    private func forward(_ event: some AnalyticsEvent, to tracker: some AnalyticsEventTracker) {
      tracker.track(event)
    }
  }

  @Test(arguments: Way.allCases)
  func `A rule for one event sees the original type and name`(_ way: Way) {
    let (allowed, prohibited) = (CallLog(), CallLog())
    let allowing = allowed.tracker("leaf").allowing(events: [Sample.Screen.opened, Sample.Contacts.selected(index: 1)])
    let prohibiting = prohibited.tracker("leaf").prohibiting(events: [
      Sample.Screen.opened, Sample.Contacts.selected(index: 1),
    ])
    for tracker in [allowing, prohibiting] as [any AnalyticsEventTracker] {
      way.send(Sample.Screen.opened, to: tracker)
      way.send(Sample.Screen.closed, to: tracker)
      way.send(Sample.Contacts.selected(index: 2), to: tracker)
      way.send(Sample.Contacts.addTapped, to: tracker)
      way.send(SameName(), to: tracker)
    }
    let types = [allowed, prohibited].map { log in
      log.calls.compactMap { $0.split(separator: "| ").last?.split(separator: " ").first }
    }
    expect(types, is: [["Screen", "Contacts"], ["Screen", "Contacts", "SameName"]])
  }

  struct SameName: AnalyticsEvent {
    var name: String { Sample.Screen.opened.name }
  }
}
