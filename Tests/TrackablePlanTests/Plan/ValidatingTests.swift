import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

@Suite struct ValidatingTests {
  private static let plan: TrackingPlan = [
    .events(Shop.Page.self, always: [Shop.Field.title ~>> "Home"], sometimes: [Shop.Private.mail ~>> "a@b.c"]),
    .event(Shop.Paid(amount: 1)),
    .properties(["uptime" ~>> 1]),
  ]

  private func issues(
    _ make: (RecordingTracker) -> any AnalyticsEventTracker = { $0.validating(Self.plan) }, _ body: () -> Void
  ) -> [TrackableIssue] {
    withRecordedTracking(through: make) { recorder in
      body()
      return recorder.issues
    }
  }

  @Test func `What is unknown, missing, of a wrong type or sent under a plain key is an issue, each once for a name`() {
    let line = #line + 3
    let issues = withRecordedTracking(through: { $0.validating(Self.plan) }) { recorder in
      for _ in 0..<3 {
        Shop.Cart.didAdd.trigger()
        Page().track(Shop.Page.opened, trackedProperties: [Shop.Private.mail ~>> 7, "uptime" ~>> "long"])
        Shop.Page.closed.trigger()
        Page().track(Shop.Page.closed, trackedProperties: [Shop.Field.title ~>> "A", "new" ~>> ["a" ~>> [1]]])
        Page().track(Shop.Page.closed, trackedProperties: [Shop.Field.title ~>> "A", Shop.Private.mail.name ~>> "b"])
      }
      #expect(Self.plan.violations(in: recorder) == recorder.issues.map(\.message))
      return recorder.issues
    }
    let place = "TrackablePlanTests/ValidatingTests.swift"
    #expect(
      issues.map(\.description).joined(separator: "\n") == """
        \(place):\(line): '\(Shop.path).Cart.didAdd' is not in the tracking plan. To fix this, add it to the plan, or \
        correct it.
        \(place):\(line + 1): '\(Shop.path).Page.opened' lacks '\(Shop.path).Field.title', which the tracking plan \
        requires. To fix this, add the property to the event, or make it optional in the plan.
        \(place):\(line + 1): '\(Shop.path).Page.opened' does not match the tracking plan: '\(Shop.path).Private.mail' is \
        int instead of string, 'uptime' is string instead of int. To fix this, give the property a planned value, or \
        change the plan.
        \(place):\(line + 2): '\(Shop.path).Page.closed' lacks '\(Shop.path).Field.title', which the tracking plan \
        requires. To fix this, add the property to the event, or make it optional in the plan.
        \(place):\(line + 3): '\(Shop.path).Page.closed' carries 'new/a', which the tracking plan does not have. To fix \
        this, add the key to the plan, or leave it out.
        \(place):\(line + 4): '\(Shop.path).Page.closed' does not match the tracking plan: '\(Shop.path).Private.mail' \
        is sensitive, and was sent under a plain key. To fix this, give the property a planned value, or change the plan.
        """)
  }

  private static let whole: TrackingPlan = [
    plan, .userProperty(Shop.Level(value: "gold")), .traits([Shop.Field.title ~>> "Sir"]),
    .traits([Shop.Field.price ~>> 1], ofGroup: "company"), .note(on: Shop.Field.title, values: ["Sir", "Home", "A"]),
  ]

  @Test func `User properties, groups and traits are compared as events are`() {
    withRecordedTracking(through: { $0.validating(Self.whole) }) { recorder in
      TrackableSystem.identify("john", traits: [Shop.Field.title ~>> "Sir"])
      TrackableSystem.update(Shop.Level(value: "gold"))
      TrackableSystem.group("apple", type: "company", traits: [Shop.Field.price ~>> 3])
      TrackableSystem.group(nil, type: "company")
      #expect(recorder.issues == [])
      TrackableSystem.identify("john", traits: [Shop.Field.title ~>> "Lord"])
      TrackableSystem.identify("john", traits: [Shop.Field.title ~>> "Sir", "age" ~>> 3])
      TrackableSystem.update(Shop.Level(value: "gold", operation: .setOnce))
      TrackableSystem.group("apple", type: "company", traits: [Shop.Field.price ~>> "3"])
      TrackableSystem.group("apple", type: "label")
      let level = "\(Shop.path).Level"
      let messages = [
        "'identify' does not match the tracking plan: '\(Shop.path).Field.title' is a string of 4 characters that its note "
          + "does not allow.",
        "'identify' carries 'age', which the tracking plan does not have.",
        "user property '\(level)' does not match the tracking plan: '\(level)' is updated by setOnce instead of set.",
        "group 'company' does not match the tracking plan: 'company/\(Shop.path).Field.price' is string instead of int.",
        "group 'label' is not in the tracking plan.",
      ]
      #expect(recorder.issues.map(\.message) == messages)
      #expect(Self.whole.violations(in: recorder) == messages)
    }
  }

  @Test func `Properties where a plain value is planned are no such value, and the other way round`() {
    let nested: TrackedProperties = [Shop.Field.title ~>> [Shop.Field.Item.count ~>> 1]]
    let plain: TrackedProperties = [Shop.Field.title ~>> "A"]
    for (planned, carried, text) in [
      (plain, nested, "is properties instead of string"), (nested, plain, "is string instead of properties"),
      (plain, [Shop.Field.title ~>> ["A"]], "is array instead of string"),
      (nested, [Shop.Field.title ~>> TrackedValue.null], "is null instead of properties"),
      (plain, [Shop.Field.title ~>> TrackedValue.null], "is null instead of string"),
    ] as [(TrackedProperties, TrackedProperties, String)] {
      let plan = TrackingPlan.event(Shop.Cart.opened, sometimes: planned)
      let faults = plan.faults(of: .track(TrackedEvent(Shop.Cart.opened, properties: carried))).map(\.message)
      #expect(faults.count == 1 && faults[0].hasSuffix("'\(Shop.path).Field.title' \(text)."), "\(faults)")
    }
  }

  @Test func `A plan of spelled names fits where they are spelled`() {
    func rename(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker { tracker.renaming(.snakeCase) }
    func open() { Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A"]) }
    let plan = withRecordedTracking(through: { rename($0) }) { recorder in
      open()
      return TrackingPlan(observing: recorder)
    }
    #expect(plan.events.map(\.key) == ["trackable_plan_tests_shop_page_opened"])
    #expect(issues({ rename($0.validating(plan)) }, open) == [])
  }

  @Test func `An event that the tracker inside prohibits is not evaluated`() {
    let issues = issues({ $0.prohibiting(eventTypes: [Shop.Cart.self]).validating(Self.plan) }) {
      Shop.Cart.didAdd.trigger()
    }
    #expect(issues == [])
  }

  @Test func `It forwards every requirement, and keeps the promises of a destination`() async {
    await withRecordedTracking { recorder in
      #expect(await TrackerConformance.wrapping { $0.validating(TrackingPlan()) }.failures() == [])
      #expect(CallLog().tracker("leaf").validating(TrackingPlan()).name == "leaf")
      #expect(!recorder.issues.isEmpty)
    }
  }
}
