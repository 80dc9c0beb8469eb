import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

@Suite struct PlanDeclarationTests {
  private func text(_ plan: TrackingPlan) -> [String] {
    plan.events.inOrder.map { name, event in
      func last(_ name: String) -> Substring { name.split(separator: ".").last ?? "" }
      let keys = event.properties.inOrder.map { "\(last($0.key))\($0.value.isRequired ? "" : "?")" }
      return "\(last(name)): \(keys.joined(separator: ", "))"
    }
  }

  @Test func `Each case of an enum has properties of its own`() {
    let cases = TrackingPlan.events(
      Shop.Cart.self, always: { $0 == .opened ? [Shop.Field.title ~>> "s"] : [] },
      sometimes: { $0 == .didAdd ? [] : [Shop.Field.price ~>> 1] })
    #expect(text(cases) == ["didAdd: ", "opened: price?, title"])
    #expect(text(.events(Shop.Cart.self) { _ in ["a" ~>> 1] }) == ["didAdd: a?", "opened: a?"])
  }

  @Test func `Names that combinators make are in a plan that is declared`() {
    let plan = TrackingPlan.events([Shop.Cart.opened, Shop.Paid(amount: 3)]) { recorder in
      recorder.addingDefaults(["session" ~>> "s"]).flatMap { event in
        var daily = event
        daily.name += "_daily"
        return [event, daily]
      }
    }
    #expect(
      text(plan) == ["opened: session", "opened_daily: session", "Paid: price, session", "Paid_daily: price, session"])
  }

  @Test func `A key is required if all recorded events of the name carry it`() {
    let plan = withRecordedTracking { recorder in
      Page().track(Shop.Page.opened, trackedProperties: ["a" ~>> 1, "b" ~>> 1, "c" ~>> [Shop.Field.title ~>> "x"]])
      Page().track(Shop.Page.opened, trackedProperties: ["a" ~>> 1, "b" ~>> "text", Shop.Private.mail ~>> "a@b.c"])
      TrackableSystem.identify("john", traits: ["plan" ~>> "free"])
      TrackableSystem.update(Shop.Level(value: "gold"))
      TrackableSystem.reset()
      return TrackingPlan(observing: recorder)
    }
    typealias Property = TrackingPlan.Property
    #expect(plan.events.map(\.key) == ["\(Shop.path).Page.opened"])
    #expect(
      plan.events.first?.value.properties == [
        "\(Shop.path).Private.mail": Property(types: ["string"], isRequired: false, isSensitive: true),
        "a": Property(types: ["int"], isRequired: true, isSensitive: false),
        "b": Property(types: ["int", "string"], isRequired: true, isSensitive: false),
        "c/\(Shop.path).Field.title": Property(types: ["string"], isRequired: false, isSensitive: false),
      ])
    #expect(plan.userProperties.map(\.key) == ["\(Shop.path).Level"])
    #expect(plan.traits.map(\.key) == ["plan"])
    let sample = TrackingPlan.event(
      Shop.Paid(amount: 3), sometimes: [Shop.Field.title ~>> "Home", Shop.Field.price ~>> "ignored"])
    #expect(
      sample.events.first?.value.properties == [
        "\(Shop.path).Field.price": Property(types: ["int"], isRequired: true, isSensitive: false),
        "\(Shop.path).Field.title": Property(types: ["string"], isRequired: false, isSensitive: false),
      ])
  }

  @Test func `Every type of value has its name`() {
    let values: [TrackedValue] = [
      "a", 1, 1.5, true, .date(.init(timeIntervalSince1970: 0)), [1], .properties(["a" ~>> 1]), .null,
    ]
    #expect(Set(values.map(\.typeName)) == TrackedValue.typeNames)
    #expect(values.count == TrackedValue.typeNames.count)
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `A list of plans is one plan, in any order and grouping`(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plans = (0..<4).map { _ in TrackingPlan(random: &random) }
    let whole = TrackingPlan(plans)
    #expect(TrackingPlan(plans.shuffled(using: &random)) == whole)
    #expect(TrackingPlan([TrackingPlan(Array(plans[..<2])), TrackingPlan(Array(plans[2...]))]) == whole)
    #expect(TrackingPlan(plans + plans) == whole)
    #expect([whole, TrackingPlan()] == whole)
    // Also what a destination sees of them. A prefix that one of the plans has a use for is of use.
    func seen(_ plan: TrackingPlan) -> TrackingPlan {
      plan.seen(
        by: "A", events: .droppingPrefix("App.Events.apple").followed(by: .droppingPrefix("Nobody.")), keys: .snakeCase)
    }
    #expect(TrackingPlan(plans.map(seen)) == seen(whole))
    let other = plans[0].seen(by: "B")
    #expect(([seen(plans[1]), other] as TrackingPlan).destinations["B"] == other.destinations["B"])
  }

  @Test(arguments: 0..<SearchScale.times(12, long: 100))
  func `JSON says everything that a plan says`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let plan = TrackingPlan(random: &random).seen(by: "A \"b\"\n", events: .snakeCase, keys: .keepingLast(1))
    #expect(try TrackingPlan(json: plan.json.utf8) == plan)
  }

  /// Where this fails because the file has a new field, raise `TrackingPlan.File.format`: an earlier version would read the
  /// file without the field, and lose it where a plan is accepted.
  @Test func `The fields of format 2 are these, and no others`() {
    let plan = TrackingPlan([
      .event(Shop.Home(), always: [Shop.Private.mail ~>> "a@b.c"]), .properties(["uptime" ~>> 1]),
      .userProperty(Shop.Level(value: "gold")), .userProperty(Shop.Level(value: "gold", operation: .setOnce)),
      .traits(["plan" ~>> "free"]), .traits(["size" ~>> 4], ofGroup: "company"),
      .note(on: [Shop.Home()], "Home.", owner: "Growth", expires: "2027-06-30"),
      .note(on: Shop.Private.mail, values: ["a@b.c"]),
    ]).seen(by: "A", nested: true)
    #expect(
      plan.json.replacing(Shop.path, with: "Shop") == """
        {
          "format": 2,
          "events": {
            "Shop.Home": {
              "entity": "Shop",
              "type": "impression",
              "screen": "Shop.Home",
              "properties": {
                "Shop.Private.mail": {"types":["string"],"required":true,"sensitive":true}
              }
            }
          },
          "properties": {
            "uptime": {"types":["int"]}
          },
          "userProperties": {
            "Shop.Level": {"types":["string"],"operations":["set","setOnce"]}
          },
          "groups": {
            "company": {"types":["string"]},
            "company/size": {"types":["int"]}
          },
          "traits": {
            "plan": {"types":["string"]}
          },
          "notes": {
            "Shop.Home": {"description":"Home.","owner":"Growth","expires":"2027-06-30"},
            "Shop.Private.mail": {"values":["a@b.c"]}
          },
          "destinations": {
            "A": {
              "nested": true,
              "events": {
                "Shop.Home": "Shop.Home"
              },
              "userProperties": {
                "Shop.Level": "Shop.Level"
              },
              "keys": {
                "Shop.Private.mail": "Shop.Private.mail",
                "company/size": "company/size",
                "plan": "plan",
                "uptime": "uptime"
              }
            }
          }
        }

        """)
  }

  @Test func `A plan names no value`() {
    let plan = withRecordedTracking { recorder in
      Page().track(Shop.Page.opened, trackedProperties: [Shop.Private.mail ~>> "secret", "a" ~>> "secret"])
      TrackableSystem.identify("secret", traits: [Shop.Private.mail ~>> "secret"])
      return TrackingPlan(observing: recorder).seen(by: "Firebase")
    }
    var dumped = ""
    dump(plan, to: &dumped)
    for text in [plan.json, dumped] {
      #expect(!text.contains("secret"))
      #expect(text.contains("mail"))
    }
  }
}
