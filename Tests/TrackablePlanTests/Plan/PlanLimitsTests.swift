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

  @Test(arguments: [
    (String(repeating: "a", count: 41), "has 41 characters; Firebase takes 40"),
    ("a b", "has ' ' in it; Firebase takes letters from A to Z, digits and underscores"),
    ("é", "has 'é' in it; Firebase takes letters from A to Z, digits and underscores"),
    ("", "is empty; Firebase takes a letter, and then letters, digits and underscores"),
    ("1st", "does not begin with a letter; Firebase takes names that do"),
    ("_a", "does not begin with a letter; Firebase takes names that do"),
    ("ga_visit", "begins with 'ga_', which is reserved; Firebase takes another name"),
    ("session_start", "is reserved; Firebase takes another name"),
    ("a", nil), ("A_1", nil), (String(repeating: "a", count: 40), nil), ("gadget", nil), ("session_started", nil),
  ])
  func `Firebase takes these names of events and refuses those`(_ name: String, _ problem: String?) {
    #expect(violations(.event(Named(name: name)), .firebase) == (problem.map { ["event name '\(name)' \($0)"] } ?? []))
  }

  private struct Odd: UserProperty {
    var name = "a_name_of_twenty_five_____"
    var value = 1
  }

  private static func event(_ properties: TrackedProperties) -> TrackingPlan {
    .event(Named(name: "a", properties: properties))
  }
  private static func keys(_ count: Int) -> TrackedProperties { TrackedProperties((0..<count).map { "k\($0)" ~>> $0 }) }
  private static func events(_ count: Int) -> TrackingPlan {
    TrackingPlan((0..<count).map { .event(Named(name: "e\($0)")) })
  }

  private static func traits(_ count: Int) -> TrackingPlan {
    [.traits(keys(count)), .traits([], ofGroup: "company"), .userProperty(Odd(name: "level"))]
  }

  private static let plans: [(TrackingPlan, TrackingPlan.Limits, String?)] = [
    (event(keys(25)), .firebase, nil),
    (event(keys(26)), .firebase, "event 'a' can carry 26 keys; Firebase takes 25"),
    (event(keys(254)), .mixpanel, nil),
    (event(keys(255)), .mixpanel, "event 'a' can carry 255 keys; Mixpanel takes 254"),
    // Keys that any event may carry count for each event.
    ([event(["own": 1]), .properties(keys(24))], .firebase, nil),
    ([event(["own": 1]), .properties(keys(25))], .firebase, "event 'a' can carry 26 keys; Firebase takes 25"),
    (
      event(["tags" ~>> ["x"], "items" ~>> ["x"]]), .firebase,
      "key 'tags' of event 'a' has values of type array; Firebase takes bool, double, int, string"
    ),
    (
      .properties(["when": Date.distantPast]), .firebase,
      "key 'when' of any event has values of type date; Firebase takes bool, double, int, string"
    ),
    (events(500), .firebase, nil),
    (events(501), .firebase, "the plan has 501 different event names; Firebase takes 500"),
    (.userProperty(Odd()), .firebase, "user property name '\(Odd().name)' has 26 characters; Firebase takes 24"),
    (traits(23), .firebase, nil),
    (traits(24), .firebase, "the plan has 26 different user property names; Firebase takes 25"),
    (event(["$os" ~>> 1]), .mixpanel, "key '$os' begins with '$', which is reserved; Mixpanel takes another name"),
    (event(["time" ~>> 1]), .mixpanel, "key 'time' is reserved; Mixpanel takes another name"),
    (.event(Named(name: "[Amplitude] Start Session")), .mixpanel, nil),
    (
      .event(Named(name: "[Amplitude] Start Session")), .amplitude,
      "event name '[Amplitude] Start Session' is reserved; Amplitude takes another name"
    ),
  ]

  @Test func `What a service does not take of a plan is named`() {
    for (plan, limits, problem) in Self.plans { #expect(violations(plan, limits) == [problem].compactMap(\.self)) }
    // There are as many names as the service sees.
    #expect(Self.events(501).violations(of: .firebase, events: .custom { _ in "e" }) == [])
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
  }

  @Test func `Values of a recording are checked, and none is named`() {
    let recorder = RecordingTracker()
    let secret = String(repeating: "€", count: 101)
    let nested = TrackedValue.array([[[["deep"]]]])
    recorder.track(TrackedEvent(Named(name: "a", properties: ["k" ~>> secret, "n" ~>> nested])))
    recorder.track(TrackedEvent(Named(name: "a", properties: ["k" ~>> secret])))
    recorder.track(TrackedEvent(Named(name: "b", properties: [Shop.Private.mail ~>> secret])))
    recorder.track(TrackedEvent(Named(name: "c", properties: ["o" ~>> ["i" ~>> secret]])))
    recorder.track(TrackedEvent(Named(name: "d", properties: ["list" ~>> ["i" ~>> [secret]]])))
    recorder.identify(String(repeating: "u", count: 257), traits: ["t" ~>> secret])
    recorder.update(TrackedUserProperty(Shop.Level(value: String(repeating: "€", count: 37))))
    #expect(
      values(recorder, .firebase) == [
        "key 'k' of event 'a' has a value of 101 characters; Firebase takes 100",
        "key '\(Shop.path).Private.mail' of event 'b' has a value of 101 characters; Firebase takes 100",
        "key 'o.i' of event 'c' has a value of 101 characters; Firebase takes 100",
        "key 'list.i[]' of event 'd' has a value of 101 characters; Firebase takes 100",
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

  @Test func `Limits are data, and a date is as long as its text`() {
    let limits = TrackingPlan.Limits(
      service: "Our service",
      rules: [
        .init(.eventName, .bytes(2), source: "our wiki"),
        .init(.key, .reserved(["b"], prefixes: ["x_"]), source: "our wiki", date: "2026-11-25"),
        .init(.value, .characters(23), source: "our wiki"),
      ])
    let recorder = RecordingTracker()
    let date = Date(timeIntervalSince1970: 0)
    recorder.track(TrackedEvent(Named(name: "€", properties: ["a" ~>> date, "b" ~>> 1, "x_c" ~>> 1])))
    #expect(
      TrackingPlan(observing: recorder).violations(of: limits, in: recorder) == [
        "event name '€' has 3 bytes; Our service takes 2 (our wiki)",
        "key 'b' is reserved; Our service takes another name (our wiki)",
        "key 'x_c' begins with 'x_', which is reserved; Our service takes another name (our wiki)",
        "key 'a' of event '€' has a value of 24 characters; Our service takes 23 (our wiki)",
      ])
  }

  @Test(arguments: [
    (TrackingPlan.Limits.firebase, "Firebase", 17), (.mixpanel, "Mixpanel", 10), (.amplitude, "Amplitude", 9),
  ])
  func `The table of limits is that of the plan's rules, of which each names its source, and the day it was read`(
    limits: TrackingPlan.Limits, name: String, count: Int
  ) throws {
    #expect(limits.rules.allSatisfy { $0.source.hasPrefix("https://") })
    #expect(limits.rules.allSatisfy { $0.date.wholeMatch(of: /20\d\d-\d\d-\d\d/) != nil })
    #expect(limits.rules.count == count && Set(limits.rules).count == count)
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
