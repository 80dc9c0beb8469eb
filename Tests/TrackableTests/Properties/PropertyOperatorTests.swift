import Foundation
import Testing
import Trackable

enum Keys: String, Key {
  case a, b, c, album, year
  enum Details: String, Key { case year, band }
}

private enum Plan: String { case free, premium = "premium_plan" }
private enum Level: Int { case low = 1, high = 3 }
private enum Ratio: Double { case half = 0.5 }
private enum Convertible: String, TrackedValueConvertible { case yes }
private enum KeyAndValue: String, Key, TrackedValueConvertible { case both }
private struct Tagged: RawRepresentable { let rawValue: UInt64 }

@Suite struct PropertyOperatorTests {
  @Test func `Assignment and binding need no parentheses`() {
    let bound = Keys.a ~>> 1
    var assigned = Keys.a ~>> 0
    assigned = Keys.a ~>> 1
    expect(bound, is: assigned)
    expect(bound.key.name, is: "TrackableTests.Keys.a")
    expect(bound.value, is: .int(1))
  }

  @Test func `Coalescing binds tighter`() {
    let missing: String? = nil
    let other: String? = "other"
    expect(Keys.a ~>> missing ?? "fallback", is: "fallback")
    expect(Keys.a ~>> other ?? "fallback", is: "other")
    let property = Keys.a ~>> missing ?? other ?? "fallback"
    expect(property.value, is: "other")
    expect(Keys.a ~>> missing ?? other, is: "other")
  }

  @Test(arguments: [true, false]) func `The ternary binds tighter`(condition: Bool) {
    let property = Keys.a ~>> condition ? 1 : 2
    expect(property.value, is: .int(condition ? 1 : 2))
    let comparison = Keys.a ~>> condition == true && 1 < 2 ? "yes" : "no"
    expect(comparison.value, is: .string(condition ? "yes" : "no"))
  }

  @Test func `Arithmetic, comparison and casts bind tighter`() {
    let number = 5
    expect(Keys.a ~>> number + 2 * 3, is: .int(11))
    expect(Keys.a ~>> number > 3, is: .bool(true))
    expect(Keys.a ~>> "a" + "b", is: "ab")
    expect(Keys.a ~>> number << 1, is: .int(10))
    let any: Any = 7
    expect(Keys.a ~>> any as? Int, is: .int(7))
    expect(Keys.a ~>> (0..<number).count, is: .int(5))
  }

  @Test func `Raw values are taken from enums`() {
    expect(Keys.a ~>> Plan.premium, is: "premium_plan")
    expect(Keys.a ~>> Level.high, is: .int(3))
    expect(Keys.a ~>> Ratio.half, is: .double(0.5))
    expect(Keys.a ~>> Convertible.yes, is: "yes")
    expect(Keys.a ~>> [Convertible.yes], is: ["yes"])
    expect(Keys.a ~>> ["x": Convertible.yes], is: .properties(["x" ~>> "yes"]))
    expect(Keys.a ~>> Tagged(rawValue: 9), is: .int(9))
  }

  @Test func `Flaws of a raw value are kept`() {
    let property = Keys.a ~>> Tagged(rawValue: .max)
    expect(property.value, is: "18446744073709551615")
    expect(property.flaws, is: .outOfRange)
  }

  @Test func `An optional enum gives its raw value, or omits the property`() {
    let plan: Plan? = .premium
    let noPlan: Plan? = nil
    let level: Level? = .low
    let noLevel: Level? = nil
    let convertible: Convertible? = .yes
    let notConvertible: Convertible? = nil
    expect(Keys.a ~>> plan, is: "premium_plan")
    expect(Keys.a ~>> level, is: .int(1))
    expect(Keys.a ~>> convertible, is: "yes")
    #expect((Keys.a ~>> noPlan).isOmitted)
    #expect((Keys.a ~>> noLevel).isOmitted)
    #expect((Keys.a ~>> notConvertible).isOmitted)
  }

  @Test func `A key may be a value`() {
    expect(KeyAndValue.both ~>> KeyAndValue.both, is: "both")
    expect(Keys.a ~>> Keys.b, is: "b")
    expect(Keys.a ~>> Keys.Details.year, is: "year")
  }

  @Test func `Nil omits the property, and null is sent as null`() {
    let nothing = Keys.a ~>> nil
    let null = Keys.a ~>> .null
    #expect(nothing.isOmitted)
    #expect(!null.isOmitted)
    expect(null.value, is: .null)
    #expect(nothing != null)
    let properties: TrackedProperties = [Keys.a ~>> nil, Keys.b ~>> .null]
    expect(properties.count, is: 1)
    #expect(properties[Keys.a] == nil)
    expect(properties[Keys.b], is: .some(.null))
    expect("\(nothing)", is: "TrackableTests.Keys.a: (omitted)")
    expect("\(null)", is: "TrackableTests.Keys.a: null")
  }

  @Test func `Every key type fits the left side`() {
    expect(("plan" ~>> 1).key.name, is: "plan")
    expect((PropertyKey("plan") ~>> 1).key, is: "plan")
    let text: String = "computed \(1)"
    expect((text ~>> 1).key.name, is: "computed 1")
    expect(TrackedProperty(Keys.a, 1), is: (Keys.a ~>> 1))
  }
}
