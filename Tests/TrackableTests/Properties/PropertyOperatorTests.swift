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
  @Test func `Assignment binds looser, and everything else tighter`() {
    var assigned = Keys.a ~>> 0
    assigned = Keys.a ~>> 1
    expect(assigned.key.name, is: "TrackableTests.Keys.a")
    expect(assigned, is: .int(1))
    let (missing, other): (String?, String?) = (nil, "other")
    expect(Keys.a ~>> missing ?? "fallback", is: "fallback")
    expect(Keys.a ~>> missing ?? other ?? "fallback", is: "other")
    expect(Keys.a ~>> missing ?? other, is: "other")
    let number = 5
    expect(Keys.a ~>> number == 5 && 1 < 2 ? "yes" : "no", is: "yes")
    expect(Keys.a ~>> number + 2 * 3, is: .int(11))
    expect(Keys.a ~>> number > 3, is: .bool(true))
    expect(Keys.a ~>> number << 1, is: .int(10))
    let any: Any = 7
    expect(Keys.a ~>> any as? Int, is: .int(7))
  }

  @Test func `An enum, or an optional one, gives its raw value with its flaws, or omits the property`() {
    expect(Keys.a ~>> Plan.premium, is: "premium_plan")
    expect(Keys.a ~>> Level.high, is: .int(3))
    expect(Keys.a ~>> Ratio.half, is: .double(0.5))
    expect(Keys.a ~>> [Convertible.yes], is: ["yes"])
    expect(Keys.a ~>> ["x": Convertible.yes], is: .properties(["x" ~>> "yes"]))
    expect(Keys.a ~>> Tagged(rawValue: 9), is: .int(9))
    expect(Keys.a ~>> Tagged(rawValue: .max), has: .outOfRange)
    expect(Keys.a ~>> Optional(Plan.premium), is: "premium_plan")
    expect(Keys.a ~>> Optional(Level.low), is: .int(1))
    expect(Keys.a ~>> Optional(Convertible.yes), is: "yes")
    let omitted = [Keys.a ~>> Plan?.none, Keys.a ~>> Level?.none, Keys.a ~>> Convertible?.none]
    #expect(omitted.allSatisfy { $0.isOmitted })
  }

  @Test func `A key may be a value`() {
    expect(KeyAndValue.both ~>> KeyAndValue.both, is: "both")
    expect(Keys.a ~>> Keys.b, is: "b")
    expect(Keys.a ~>> Keys.Details.year, is: "year")
  }

  @Test func `Nil omits the property, and null is sent as null`() {
    let (nothing, null) = (Keys.a ~>> nil, Keys.b ~>> .null)
    #expect(nothing.isOmitted && !null.isOmitted)
    let properties: TrackedProperties = [nothing, null]
    expect(properties.map(\.value), is: [.null])
    #expect(properties[Keys.a] == nil)
    expect("\(nothing), \(null)", is: "TrackableTests.Keys.a: (omitted), TrackableTests.Keys.b: null")
  }

  @Test func `Every key type fits the left side`() {
    expect((PropertyKey("plan") ~>> 1).key, is: "plan")
    let text: String = "computed \(1)"
    expect((text ~>> 1).key.name, is: "computed 1")
  }
}
