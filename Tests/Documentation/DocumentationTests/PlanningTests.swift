import Testing
import Trackable
import TrackablePlan
import TrackableTesting

private enum PlanningPage {
  enum Events {
    enum App: String, Event, CaseIterable { case started }
    enum User: String, Event, CaseIterable { case didRateAlbum }
  }

  struct Tour {
    func play() { Events.User.didRateAlbum.trigger() }
  }

  static func declared() -> TrackingPlan {
    let plan: TrackingPlan = [
      // Every case of an enum that is CaseIterable:
      .events(Events.App.self),
      .events(
        Events.User.self,
        always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
      // A sample of an event with properties of its own:
      .event(PaymentSent(amount: 20)),
      // Properties that any event may carry:
      .properties([Keys.App.uptime ~>> 1]),
      .userProperty(Email(value: "john@apple.records")),
      .traits([Keys.plan ~>> "premium"]),
    ]
    return plan
  }

  /// As the comment of the type declares one.
  static func inShort() -> TrackingPlan {
    let plan: TrackingPlan = [
      .events(Events.App.self),
      .events(
        Events.User.self,
        always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
      .event(PaymentSent(amount: 20)),
    ]
    return plan
  }

  @Suite struct PlanningTests {
    let plan = declared()

    @Test func `The tracking plan is as committed`() throws {
      try plan.verify(against: "tracking-plan.json")
    }

    @Test func `A plan need not have everything, and may be observed`() throws {
      #expect([inShort(), plan] == plan)
      let plan = withRecordedTracking { recorder in
        Tour().play()
        return TrackingPlan(observing: recorder)
      }
      #expect(plan == .events(Events.User.self))
    }

    @Test func `A plan is verified as destinations see it`() throws {
      let among = #expect(throws: (any Error).self) {
        try plan
          .seen(
            by: "Mixpanel", events: .droppingModule, keys: .keepingLast(1),
            nested: true
          )
          .seen(
            by: "Firebase", events: .snakeCase, keys: .snakeCase,
            within: .firebase
          )
          .seen(
            by: "Segment", events: .droppingModule, keys: .keepingLast(1),
            nested: true
          )
          .verify(against: "tracking-plan.json")
      }
      let alone = #expect(throws: (any Error).self) {
        try plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
          .verify(against: "tracking-plan.json")
        // event name 'my_app_events_user_did_open_recommended_project' (MyApp.Events.User.didOpenRecommendedProject) has
        // 47 characters; Firebase takes 40 (https://firebase.google.com/docs/…)
      }
      // Names that begin with this module's are longer than Firebase allows.
      for error in [among, alone] { #expect("\(error as Any)".contains("Firebase takes 40")) }
    }

    @Test func `A nested key has a path, and a destination sees its keys or a composed name`() throws {
      typealias Keys = PlansDoc.Keys
      let album: TrackingPlan = .properties([Keys.album ~>> [Keys.Details.year ~>> 1971]])
      let arrays: TrackingPlan = [
        .properties([Keys.items ~>> [[Keys.sku ~>> "A1"] as TrackedProperties]]),
        .properties([Keys.tags ~>> ["new"]]),
      ]
      let page = try Repository.text("Sources/TrackablePlan/TrackablePlan.docc/TrackablePlan.md")
      let names = [false, true].map { nested in
        album.seen(by: "A", keys: .keepingLast(1), nested: nested).json
          .firstMatch(of: #/"(MyApp[^"]*)": ?"([^"]*)"/#).map { "`\($0.1)` | `\($0.2)` |" } ?? "none"
      }
      #expect(names[1].hasSuffix("`album/year` |") && page.contains("| \(names[0]) `album/year` |"), "\(names)")
      let paths = arrays.json.matches(of: #/"(MyApp[^"]*\[\][^"]*)"/#).map { "| `\($0.1)` |" }
      #expect(paths.count == 2 && paths.allSatisfy(page.contains), "\(paths)")
    }

    @Test func `A plan finds values that a service would cut off or refuse`() {
      let plan = TrackingPlan.events(DocumentationTests.Events.Short.self)
      withRecordedTracking { recorder in
        DocumentationTests.Events.Short.open.trigger()
        let seen = plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
        #expect(seen.violations(in: recorder) == [])
      }
    }

    @Test func `While the app is used, events are compared with the plan, and arrive`() {
      let (trackers, recorder) = (RecordingTracker(), RecordingTracker())
      inAnApp {
        recorder.recordIssues()
        #if DEBUG
          TrackableSystem.bootstrap(trackers.validating(plan))
        #else
          TrackableSystem.bootstrap(trackers)
        #endif
        Tour().play()
      }
      #if DEBUG
        #expect(recorder.issues.contains { $0.kind == .notAsPlanned })
      #endif
      #expect(trackers.events.count == 1)
    }
  }
}

extension Events {
  fileprivate enum Short: String, Event, CaseIterable { case open }
}
