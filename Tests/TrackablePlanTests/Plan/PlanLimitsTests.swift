import Foundation
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

extension TrackingPlan.Limits: CustomTestStringConvertible {
  /// Otherwise the name of each case of a test is all rules of a service.
  public var testDescription: String { service }
}

@Suite struct PlanLimitsTests {
  private struct Named: AnalyticsEvent {
    let name: String
    var properties: TrackedProperties = []
  }

  /// Descriptions without the source.
  private func violations(_ plan: TrackingPlan, _ limits: TrackingPlan.Limits) -> [String] {
    plan.violations(of: limits).map(withoutSource)
  }

  /// The values of a recording that a service does not take, without the source.
  private func values(_ recorder: RecordingTracker, _ limits: TrackingPlan.Limits) -> [String] {
    TrackingPlan(observing: recorder).seen(by: "A", within: limits).violations(in: recorder).map(withoutSource)
  }

  private func withoutSource(_ violation: String) -> String { String(violation.prefix { $0 != "(" }.dropLast()) }

  @Test func `Names are checked as the service sees them`() {
    let plan = TrackingPlan.event(Shop.Cart.opened, always: [Shop.Field.title ~>> "Home"])
    #expect(plan.violations(of: .firebase, events: .keepingLast(1), keys: .snakeCase) == [])
    let violations = plan.violations(
      of: .firebase, events: .snakeCase.followed(by: .custom { "x" + $0 + $0 }), keys: .snakeCase)
    #expect(
      violations == [
        "event name 'xtrackable_plan_tests_shop_cart_openedtrackable_plan_tests_shop_cart_opened' "
          + "(TrackablePlanTests.Shop.Cart.opened) has 75 characters; Firebase takes 40 "
          + "(https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics)"
      ])
  }

  @Test(arguments: [
    (String(repeating: "a", count: 41), "has 41 characters; Firebase takes 40"),
    ("a b", "has ' ' in it; Firebase takes letters from A to Z, digits and underscores"),
    ("é", "has 'é' in it; Firebase takes letters from A to Z, digits and underscores"),
    ("", "is empty; Firebase takes a letter, and then letters, digits and underscores"),
    ("1st", "does not begin with a letter; Firebase takes names that do"),
    ("_a", "does not begin with a letter; Firebase takes names that do"),
    ("ga_visit", "begins with 'ga_', which is reserved; Firebase takes another name"),
    ("session_start", "is reserved; Firebase takes another name"),
  ])
  func `Firebase refuses names of events`(_ name: String, _ problem: String) {
    #expect(violations(.event(Named(name: name)), .firebase) == ["event name '\(name)' \(problem)"])
  }

  @Test(arguments: ["a", "A_1", String(repeating: "a", count: 40), "gadget", "session_started"])
  func `Firebase takes names of events`(_ name: String) {
    #expect(violations(.event(Named(name: name)), .firebase) == [])
  }

  @Test func `An event carries as many keys as the service takes, and values of its types`() {
    func event(_ count: Int) -> TrackingPlan {
      .event(Named(name: "a", properties: TrackedProperties((0..<count).map { "k\($0)" ~>> $0 })))
    }
    #expect(violations(event(25), .firebase) == [])
    #expect(violations(event(26), .firebase) == ["event 'a' can carry 26 keys; Firebase takes 25"])
    #expect(violations(event(254), .mixpanel) == [])
    #expect(violations(event(255), .mixpanel) == ["event 'a' can carry 255 keys; Mixpanel takes 254"])

    let list = TrackingPlan.event(Named(name: "a", properties: ["tags" ~>> ["x"], "items" ~>> ["x"]]))
    #expect(
      violations(list, .firebase) == [
        "key 'tags' of event 'a' has values of type array; Firebase takes bool, double, int, string"
      ])
  }

  @Test func `There are as many names as the service takes`() {
    func events(_ count: Int) -> TrackingPlan { TrackingPlan((0..<count).map { .event(Named(name: "e\($0)")) }) }
    #expect(violations(events(500), .firebase) == [])
    #expect(violations(events(501), .firebase) == ["the plan has 501 different event names; Firebase takes 500"])
    // As many as the service sees.
    #expect(events(501).violations(of: .firebase, events: .custom { _ in "e" }) == [])
  }

  @Test func `Names of user properties and keys have limits of their own`() {
    struct Odd: UserProperty {
      var name: String { "a_name_of_twenty_five_____" }
      let value = 1
    }
    #expect(
      violations(.userProperty(Odd()), .firebase) == [
        "user property name 'a_name_of_twenty_five_____' has 26 characters; Firebase takes 24"
      ])
    #expect(
      violations(.event(Named(name: "[Amplitude] Start Session", properties: ["time" ~>> 1, "$os" ~>> 1])), .mixpanel)
        == [
          "key '$os' begins with '$', which is reserved; Mixpanel takes another name",
          "key 'time' is reserved; Mixpanel takes another name",
        ])
    #expect(
      violations(.event(Named(name: "[Amplitude] Start Session")), .amplitude) == [
        "event name '[Amplitude] Start Session' is reserved; Amplitude takes another name"
      ])
  }

  @Test func `Firebase takes traits and groups as user properties`() {
    let plan: TrackingPlan = [
      .traits([
        "a_trait_of_26_characters_x" ~>> 1, "first_open_time" ~>> 1, "App.plan" ~>> ["name" ~>> "club"],
      ]), .traits([], ofGroup: "ga_company"),
      .event(Named(name: "a", properties: ["a_key_of_24_characters_or_more" ~>> 1])),
    ]
    let seen = plan.violations(of: .firebase, keys: .snakeCase).map(withoutSource)
    #expect(
      seen == [
        "user property name 'a_trait_of_26_characters_x' has 26 characters; Firebase takes 24",
        "user property name 'ga_company' begins with 'ga_', which is reserved; Firebase takes another name",
        "user property name 'first_open_time' is reserved; Firebase takes another name",
      ])
    func traits(_ count: Int) -> TrackingPlan {
      [
        .traits(TrackedProperties((0..<count).map { "t\($0)" ~>> $0 })), .traits([], ofGroup: "company"),
        .userProperty(Shop.Level(value: "gold")),
      ]
    }
    let many = "the plan has 26 different user property names; Firebase takes 25"
    #expect(traits(23).violations(of: .firebase, events: .keepingLast(1)) == [])
    #expect(traits(24).violations(of: .firebase, events: .keepingLast(1)).map(withoutSource) == [many])
  }

  @Test func `Values of a recording are checked, and none is named`() {
    let recorder = RecordingTracker()
    let secret = String(repeating: "€", count: 101)
    let nested = TrackedValue.array([[[["deep"]]]])
    recorder.track(TrackedEvent(Named(name: "a", properties: ["k" ~>> secret, "n" ~>> nested])))
    recorder.track(TrackedEvent(Named(name: "a", properties: ["k" ~>> secret])))
    recorder.track(TrackedEvent(Named(name: "b", properties: [Shop.Private.mail ~>> secret])))
    recorder.track(TrackedEvent(Named(name: "c", properties: ["o" ~>> ["i" ~>> secret]])))
    recorder.identify(String(repeating: "u", count: 257), traits: ["t" ~>> secret])
    recorder.update(TrackedUserProperty(Shop.Level(value: String(repeating: "€", count: 37))))
    #expect(
      values(recorder, .firebase) == [
        "key 'k' of event 'a' has a value of 101 characters; Firebase takes 100",
        "key '\(Shop.path).Private.mail' of event 'b' has a value of 101 characters; Firebase takes 100",
        "key 'o.i' of event 'c' has a value of 101 characters; Firebase takes 100",
        "key 't' of 'identify' has a value of 101 characters; Firebase takes 36",
        "user property '\(Shop.path).Level' has a value of 37 characters; Firebase takes 36",
        "the user ID has a value of 257 characters; Firebase takes 256",
      ])
    #expect(
      values(recorder, .mixpanel).filter { $0.contains("'a'") } == [
        "key 'k' of event 'a' has a value of 303 bytes; Mixpanel takes 255",
        "key 'n[][][][]' of event 'a' has a value that is nested 4 deep; Mixpanel takes 3",
      ])
    let all = values(recorder, .firebase).joined()
    #expect(!all.contains("€") && !all.contains("uuu"))
    recorder.removeAll()
    recorder.track(TrackedEvent(Named(name: "d", properties: ["list" ~>> ["i" ~>> [secret]]])))
    #expect(
      values(recorder, .firebase) == [
        "key 'list.i[]' of event 'd' has a value of 101 characters; Firebase takes 100"
      ])
  }

  @Test func `Values are named as their destination sees them, also those that the plan does not have`() {
    let recorder = RecordingTracker()
    let text = String(repeating: "a", count: 101)
    recorder.track(TrackedEvent(Shop.Cart.opened, properties: [Shop.Field.title ~>> text, "b" ~>> text]))
    let plan = TrackingPlan.event(Shop.Cart.opened, always: [Shop.Field.title ~>> "Home"])
    let seen = plan.seen(by: "A", events: .keepingLast(1), keys: .keepingLast(1), within: .firebase).seen(by: "B")
    #expect(
      seen.violations(in: recorder).map(withoutSource) == [
        "'\(Shop.path).Cart.opened' carries 'b', which the tracking plan does not have",
        "key 'title' of event 'opened' has a value of 101 characters; Firebase takes 100",
        "key 'b' of event 'opened' has a value of 101 characters; Firebase takes 100",
      ])
  }

  @Test func `Keys that any event may carry count for each event`() {
    func plan(_ count: Int) -> TrackingPlan {
      [
        .event(Named(name: "a", properties: ["own": 1])),
        .properties(TrackedProperties((0..<count).map { "key_\($0)" ~>> $0 })), .properties(["when": Date.distantPast]),
      ]
    }
    let types = "key 'when' of any event has values of type date; Firebase takes bool, double, int, string"
    #expect(plan(23).violations(of: .firebase).map(withoutSource) == [types])
    #expect(
      plan(24).violations(of: .firebase).map(withoutSource)
        == ["event 'a' can carry 26 keys; Firebase takes 25", types])
  }

  @Test func `A date is as long as its text`() {
    let recorder = RecordingTracker()
    recorder.track(TrackedEvent(Named(name: "a", properties: ["when": Date(timeIntervalSince1970: 0)])))
    func found(_ most: Int) -> [String] {
      let limits = TrackingPlan.Limits(service: "S", rules: [.init(.value, .characters(most), source: "")])
      return TrackingPlan(observing: recorder).violations(of: limits, in: recorder)
    }
    #expect(found(24).isEmpty && found(23).count == 1)
  }

  @Test func `Limits are data`() {
    let limits = TrackingPlan.Limits(
      service: "Our service",
      rules: [
        .init(.eventName, .bytes(2), source: "our wiki"),
        .init(.key, .reserved(["b"], prefixes: ["x_"]), source: "our wiki", date: "2026-11-25"),
      ])
    #expect(
      TrackingPlan.event(Named(name: "€", properties: ["a" ~>> 1, "b" ~>> 1, "x_c" ~>> 1])).violations(of: limits) == [
        "event name '€' has 3 bytes; Our service takes 2 (our wiki)",
        "key 'b' is reserved; Our service takes another name (our wiki)",
        "key 'x_c' begins with 'x_', which is reserved; Our service takes another name (our wiki)",
      ])
  }

  @Test(arguments: [TrackingPlan.Limits.firebase, .amplitude, .mixpanel])
  func `Every rule names its source, and the day it was read`(_ limits: TrackingPlan.Limits) {
    #expect(limits.rules.allSatisfy { $0.source.hasPrefix("https://") })
    #expect(limits.rules.allSatisfy { $0.date.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil })
    let counts = ["Firebase": 17, "Amplitude": 9, "Mixpanel": 10]
    #expect(limits.rules.count == counts[limits.service])
    #expect(Set(limits.rules).count == limits.rules.count)
  }

  @Test(arguments: [
    (TrackingPlan.Limits.firebase, "Firebase"), (.mixpanel, "Mixpanel"), (.amplitude, "Amplitude"),
  ])
  func `The table of limits is that of the plan's rules`(limits: TrackingPlan.Limits, name: String) throws {
    func cell(_ subject: TrackingPlan.Limits.Subject, _ text: (TrackingPlan.Limits.Bound) -> String?) -> String {
      limits.rules.filter { $0.subject == subject }.compactMap { text($0.bound) }.first ?? "-"
    }
    func length(_ bound: TrackingPlan.Limits.Bound) -> String? {
      switch bound {
      case .characters(let most): "\(most)"
      case .bytes(let most): "\(most) bytes"
      default: nil
      }
    }
    let cells = [
      cell(.eventName, length),
      cell(.eventName) { if case .count(let most) = $0 { "\(most)" } else { nil } },
      cell(.key, length), cell(.key) { if case .countPerEvent(let most) = $0 { "\(most)" } else { nil } },
      cell(.value, length), cell(.userPropertyName, length), cell(.userPropertyValue, length),
    ]
    let page = "../../../Sources/Trackable/Trackable.docc/WritingADestination.md"
    let text = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: page), encoding: .utf8)
    // The page has a column for each service.
    let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| limit of |") }.prefix { $0.hasPrefix("|") }
      .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    let column = try #require(rows.first?.firstIndex(of: name))
    #expect(rows.dropFirst(2).dropLast().map { $0[column] } == cells, "\(cells)")
    for source in Set(limits.rules.map(\.source)) { #expect(text.contains("(\(source))"), "\(source)") }
  }
}
