import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

@Suite struct PlanDeclarationTests {
  @Test func `A plan is declared from types and samples`() {
    let plan: TrackingPlan = [
      .events(Shop.Page.self, always: [Shop.Field.title ~>> "Home"], sometimes: [Shop.Private.mail ~>> "a@b.c"]),
      .event(Shop.Paid(amount: 3), sometimes: [Shop.Field.title ~>> "Home", Shop.Field.price ~>> "ignored"]),
      .properties(["uptime" ~>> 1.5, Shop.Private.mail ~>> "a@b.c"]),
      .userProperty(Shop.Level(value: "gold")),
      .traits([Shop.Private.mail ~>> "a@b.c", "plan" ~>> "free"]),
    ]
    #expect(
      plan.json == """
        {
          "format": 2,
          "events": {
            "TrackablePlanTests.Shop.Page.closed": {
              "entity": "Page",
              "type": "userAction",
              "properties": {
                "TrackablePlanTests.Shop.Field.title": {"types":["string"],"required":true},
                "TrackablePlanTests.Shop.Private.mail": {"types":["string"],"sensitive":true}
              }
            },
            "TrackablePlanTests.Shop.Page.opened": {
              "entity": "Page",
              "type": "userAction",
              "properties": {
                "TrackablePlanTests.Shop.Field.title": {"types":["string"],"required":true},
                "TrackablePlanTests.Shop.Private.mail": {"types":["string"],"sensitive":true}
              }
            },
            "TrackablePlanTests.Shop.Paid": {
              "entity": "Shop",
              "type": "click",
              "properties": {
                "TrackablePlanTests.Shop.Field.price": {"types":["int"],"required":true},
                "TrackablePlanTests.Shop.Field.title": {"types":["string"]}
              }
            }
          },
          "properties": {
            "TrackablePlanTests.Shop.Private.mail": {"types":["string"],"sensitive":true},
            "uptime": {"types":["double"]}
          },
          "userProperties": {
            "TrackablePlanTests.Shop.Level": {"types":["string"]}
          },
          "traits": {
            "TrackablePlanTests.Shop.Private.mail": {"types":["string"],"sensitive":true},
            "plan": {"types":["string"]}
          }
        }

        """)
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
      .event(Shop.Cart.opened, always: [Shop.Private.mail ~>> "a@b.c"]), .properties(["uptime" ~>> 1]),
      .userProperty(Shop.Level(value: "gold")), .userProperty(Shop.Level(value: "gold", operation: .setOnce)),
      .traits(["plan" ~>> "free"]), .traits(["size" ~>> 4], ofGroup: "company"), .event(Shop.Home()),
      .note(on: [Shop.Cart.opened], "Opened.", owner: "Growth", expires: "2027-06-30"),
      .note(on: Shop.Private.mail, values: ["a@b.c"]),
    ]).seen(by: "A", nested: true)
    let mail = "\(Shop.path).Private.mail"
    let property = #"{"types":["string"],"required":true,"sensitive":true}"#
    #expect(
      plan.json == """
        {
          "format": 2,
          "events": {
            "\(Shop.path).Cart.opened": {
              "entity": "Cart",
              "type": "userAction",
              "properties": {
                "\(mail)": \(property)
              }
            },
            "\(Shop.path).Home": {
              "entity": "Shop",
              "type": "impression",
              "screen": "\(Shop.path).Home"
            }
          },
          "properties": {
            "uptime": {"types":["int"]}
          },
          "userProperties": {
            "\(Shop.path).Level": {"types":["string"],"operations":["set","setOnce"]}
          },
          "groups": {
            "company": {"types":["string"]},
            "company/size": {"types":["int"]}
          },
          "traits": {
            "plan": {"types":["string"]}
          },
          "notes": {
            "\(Shop.path).Cart.opened": {"description":"Opened.","owner":"Growth","expires":"2027-06-30"},
            "\(mail)": {"values":["a@b.c"]}
          },
          "destinations": {
            "A": {
              "nested": true,
              "events": {
                "\(Shop.path).Cart.opened": "\(Shop.path).Cart.opened",
                "\(Shop.path).Home": "\(Shop.path).Home"
              },
              "userProperties": {
                "\(Shop.path).Level": "\(Shop.path).Level"
              },
              "keys": {
                "\(mail)": "\(mail)",
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
