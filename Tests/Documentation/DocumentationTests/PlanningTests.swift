import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

private enum PlanningPage {
  enum Events {
    enum App: String, Event, CaseIterable { case started }
    enum User: String, Event, CaseIterable { case didRateAlbum }
  }

  enum Keys: String, Key {
    case albumName, row, plan, amount
    enum App: String, Key { case uptime }
  }

  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    var properties: TrackedProperties { [Keys.amount ~>> amount] }
  }

  struct Email: UserProperty { let value: String }

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

    @Test func `A plan need not have everything`() throws {
      #expect(try Set(inShort().file.events.keys) == Set(plan.file.events.keys) && inShort() != plan)
    }

    @Test func `A plan is observed`() throws {
      let plan = withRecordedTracking { recorder in
        Tour().play()
        return TrackingPlan(observing: recorder)
      }
      #expect(try plan.file.events.map(\.key) == [Events.User.didRateAlbum.name])
    }

    @Test func `A plan is verified as destinations see it`() throws {
      let error = #expect(throws: (any Error).self) {
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
      // Names that begin with this module's are longer than Firebase allows.
      #expect("\(error as Any)".contains("Firebase takes 40"))
      let alone = #expect(throws: (any Error).self) {
        try plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
          .verify(against: "tracking-plan.json")
        // event name 'my_app_events_user_did_open_recommended_project' (MyApp.Events.User.didOpenRecommendedProject) has
        // 47 characters; Firebase takes 40 (https://firebase.google.com/docs/…)
      }
      #expect("\(alone as Any)".contains("Firebase takes 40"))
    }

    @Test func `A nested key has a path, and a destination sees its keys or a composed name`() throws {
      let plan: TrackingPlan = [
        .properties([PlansDoc.Keys.album ~>> [PlansDoc.Keys.Details.year ~>> 1971]]),
        .properties([PlansDoc.Keys.items ~>> [[PlansDoc.Keys.sku ~>> "A1"] as TrackedProperties]]),
        .properties([PlansDoc.Keys.tags ~>> ["new"]]),
      ]
      let page = try Repository.text("Sources/TrackablePlan/TrackablePlan.docc/TrackablePlan.md")
      for property in try plan.file.properties.keys where property.contains("/") || property.contains("[]") {
        #expect(page.contains("`\(property)`"), "\(property)")
      }
      func seen(nested: Bool) throws -> String? {
        try plan.seen(by: "A", keys: .keepingLast(1), nested: nested).file
          .destinations["A"]?.keys["MyApp.Keys.album/MyApp.Keys.Details.year"]
      }
      #expect(try seen(nested: false) == "year")
      #expect(try seen(nested: true) == "album/year")
    }

    @Test func `A plan finds values that a service would cut off or refuse`() {
      let plan = TrackingPlan.events(DocumentationTests.Events.Short.self)
      withRecordedTracking { recorder in
        DocumentationTests.Events.Short.open.trigger()
        let seen = plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
        #expect(seen.violations(in: recorder) == [])
      }
    }

    @Test func `While the app is used, events are compared with the plan`() {
      let (trackers, recorder) = (RecordingTracker(), RecordingTracker())
      inAnApp {
        recorder.recordIssues()
        #if DEBUG
          TrackableSystem.bootstrap(trackers.validating(plan))
        #else
          TrackableSystem.bootstrap(trackers)
        #endif
        Events.User.didRateAlbum.trigger()
        let kinds = recorder.issues.map(\.kind)
        #if DEBUG
          #expect(kinds.contains(.notAsPlanned))
        #else
          #expect(!kinds.contains(.notAsPlanned))
        #endif
      }
      #expect(trackers.events.count == 1)
    }
  }
}

extension Events {
  fileprivate enum Short: String, Event, CaseIterable { case open }
}
