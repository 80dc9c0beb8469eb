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
  func `A destination gets the typed event back`(_ way: Way) {
    let amounts = Lock<[Int?]>([])
    way.send(
      Sample.PaymentSent(amount: 7),
      to: ClosureTracker { event in
        amounts.withLock { $0.append((event.base as? Sample.PaymentSent)?.amount) }
      })
    expect(amounts.withLock { $0 }, is: [7])
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

/// Each combinator can be written on a tracker of a concrete type, on `some` and on `any`, and chained; and the result is
/// a tracker again. That it compiles is the test.
@Suite struct CombinatorsOnEveryKindOfTrackerTests {
  @Test func `Combinators work on concrete, opaque and erased trackers`() {
    let log = CallLog()
    let concrete = log.tracker("concrete")
    let opaque: some AnalyticsEventTracker = log.tracker("opaque")
    let erased: any AnalyticsEventTracker = log.tracker("erased")
    let missing: (any AnalyticsEventTracker)? = nil

    let trackers: [any AnalyticsEventTracker] = [
      everything(on: concrete), everything(on: opaque), everything(on: erased),
      erased.combined(with: concrete).combined(with: missing).combined(with: nil),
      opaque.combined(with: erased),
      CombinedTracker(concrete, opaque, erased),
      CombinedTracker([concrete, opaque, erased]),
    ]
    for tracker in trackers { tracker.track(Sample.Screen.opened) }
    expect(
      log.calls.map { $0.prefix { $0 != ":" } },
      is: [
        "concrete", "opaque", "erased", "erased", "concrete", "opaque", "erased",
        "concrete", "opaque", "erased", "concrete", "opaque", "erased",
      ])
  }

  private func everything(on tracker: some AnalyticsEventTracker) -> some AnalyticsEventTracker {
    tracker.named("a").filter { _ in true }.filterUserProperties { _ in true }.map { $0 }.compactMap { $0 }
      .allowing(eventTypes: [Sample.Screen.self]).prohibiting(eventTypes: [Sample.PaymentSent.self]).addingDefaults([
        "a" ~>> 1
      ])
      .overridingProperties(with: ["b" ~>> 1])
      .renaming(.path).renaming(events: .path).logged(.none, log: { _ in }).combined(with: NoOpTracker())
  }

  /// The same on an existential itself, where a concrete generic result would not compile.
  private func everything(on tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    tracker.named("a").filter { _ in true }.filterUserProperties { _ in true }.map { $0 }.compactMap { $0 }
      .allowing(userProperties: [Sample.Plan.self]).prohibiting(userProperties: [Sample.Logins.self])
      .allowing(events: [Sample.Screen.opened]).prohibiting(events: [Sample.Screen.closed])
      .renaming(Sample.Contacts.self) { _ in nil }.renaming(keys: Sample.Field.self) { $0.name }
      .logged(.none, log: { _ in }).combined(with: NoOpTracker())
  }
}
