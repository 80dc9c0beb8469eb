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

  @Test func `An event as planned is no issue`() {
    let issues = issues {
      Page().track(
        Shop.Page.opened,
        trackedProperties: [
          Shop.Field.title ~>> "A", Shop.Private.mail ~>> "b", "uptime" ~>> 3,
        ])
      Shop.Paid(amount: 2).trigger()
    }
    #expect(issues == [])
  }

  @Test func `An unknown event, a missing key and a wrong type are issues, each once for a name`() {
    let line = #line + 3
    let issues = issues {
      for _ in 0..<3 {
        Shop.Cart.didAdd.trigger()
        Page().track(Shop.Page.opened, trackedProperties: [Shop.Private.mail ~>> 7, "uptime" ~>> "long"])
        Shop.Page.closed.trigger()
      }
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
        """)
    #expect(issues.map(\.fault) == ["event", "key", "value", "key"])
  }

  private static let whole: TrackingPlan = [
    plan, .userProperty(Shop.Level(value: "gold")), .traits([Shop.Field.title ~>> "Sir"]),
    .traits([Shop.Field.price ~>> 1], ofGroup: "company"), .note(on: Shop.Field.title, values: ["Sir", "Home", "A"]),
  ]

  @Test func `A key that the plan does not have is an issue, and a sensitive one that is sent under a plain string`() {
    let issues = issues {
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", "new" ~>> ["a" ~>> [1]]])
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", Shop.Private.mail.name ~>> "b"])
    }
    let name = "'\(Shop.path).Page.opened'"
    #expect(
      issues.map(\.message) == [
        "\(name) carries 'new/a', which the tracking plan does not have.",
        "\(name) does not match the tracking plan: '\(Shop.path).Private.mail' is sensitive, and was sent under a plain key.",
      ])
  }

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

  @Test(arguments: [NamingStyle.droppingModule, .snakeCase, .keepingLast(1)])
  func `Behind the system's style, right events are right and wrong ones wrong`(_ style: NamingStyle) {
    let issues = issues({ $0.validating(Self.whole).renaming(style) }) {
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", Shop.Private.mail ~>> "b"])
      TrackableSystem.identify("john", traits: [Shop.Field.title ~>> "Sir"])
      TrackableSystem.update(Shop.Level(value: "gold"))
      Shop.Page.closed.trigger()
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> 7])
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", Shop.Field.price ~>> 1])
      TrackableSystem.identify("john", traits: [Shop.Field.title ~>> 7])
    }
    #expect(issues.map(\.fault) == ["key", "value", "unplanned", "value"])
  }

  private struct Address: UserProperty {
    var value: TrackedProperties = [Shop.Field.title ~>> "Penny Lane", Shop.Private.mail ~>> "a@b.c"]
  }

  @Test func `The inside of a user property is compared as in code, also behind the system's style`() {
    let plan = TrackingPlan.userProperty(Address())
    let issues = issues({ $0.validating(plan).renaming(.snakeCase) }) {
      TrackableSystem.update(Address())
      TrackableSystem.update(Address(value: [Shop.Field.title ~>> 7, Shop.Private.mail ~>> "a@b.c"]))
      TrackableSystem.update(Address(value: [Shop.Field.price ~>> 7]))
    }
    #expect(issues.map(\.fault) == ["value", "unplanned"])
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
      let found = withRecordedTracking { recorder in
        TrackableSystem.track(TrackedEvent(Shop.Cart.opened, properties: carried))
        return plan.violations(in: recorder)
      }
      #expect(found.count == 1 && found[0].hasSuffix("'\(Shop.path).Field.title' \(text)."), "\(found)")
    }
  }

  @Test func `Names are compared as the app gives them, in front of what renames them`() {
    let issues = issues({ $0.renaming(.snakeCase).validating(Self.plan) }) {
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", Shop.Private.mail ~>> "b"])
      Shop.Page.closed.trigger()
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Field.title ~>> "A", Shop.Private.mail ~>> 7])
    }
    #expect(issues.map(\.fault) == ["key", "value"])
  }

  @Test func `A nested value is found by the names of its keys`() {
    func carry(_ count: some TrackedValueConvertible) {
      Page().track(
        Shop.Cart.didAdd,
        trackedProperties: [Shop.Field.title ~>> [Shop.Field.Item.count ~>> count, Shop.Private.mail ~>> "a@b.c"]])
    }
    let plan = withRecordedTracking { recorder in
      carry(2)
      return TrackingPlan(observing: recorder)
    }
    #expect(plan.events.values.flatMap(\.properties.inOrder).map(\.value.isSensitive) == [false, true])
    for make: (RecordingTracker) -> any AnalyticsEventTracker in [
      { $0.renaming(.snakeCase).validating(plan) }, { $0.validating(plan) },
    ] {
      #expect(issues(make) { carry(3) } == [])
      #expect(issues(make) { carry("three") }.map(\.fault) == ["value"])
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

  @Test func `The event passes unchanged`() {
    let log = CallLog()
    let event = TrackedEvent(Shop.Cart.didAdd, properties: ["b" ~>> 1, "a" ~>> 2], timestamp: CallLog.time)
    let issues = issues({ _ in log.tracker("leaf").validating(Self.plan) }) { TrackableSystem.track(event) }
    #expect(issues.map(\.fault) == ["event"])
    #expect(log.calls == ["leaf: \(CallLog.text(of: event))"])
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

  @Test func `Of names without end, a thousand are reported`() {
    let issues = issues {
      for number in 0..<1_500 { TrackableSystem.track(TrackedEvent(Numbered(number: number))) }
    }
    #expect(issues.count == 1_000)
    #expect(
      issues.last?.message
        == "'unknown 999' is not in the tracking plan. This is number 1000 of its kind here; no more are "
        + "reported.")
    #expect(issues.dropLast().allSatisfy { !$0.message.contains("no more") })
  }

  private struct Numbered: AnalyticsEvent {
    let number: Int
    var name: String { "unknown \(number)" }
  }
}
