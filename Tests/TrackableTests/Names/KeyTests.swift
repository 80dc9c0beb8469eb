import Testing
import Trackable

/// A key type that could be any string.
private struct StringKey: Key, RawRepresentable {
  let rawValue: String
}

/// A key that is neither an enum nor raw-representable.
private struct NumberedKey: Key {
  let number: Int
  var name: String { "number.\(number)" }
}

/// Counts how often it is asked for its name.
private enum CountedKey: String, Key {
  case only
  static let asked = Lock(0)
  var name: String {
    Self.asked.withLock { $0 += 1 }
    return "counted.\(rawValue)"
  }
}

@Suite struct KeyTests {
  @Test func `A string is its own name`() {
    #expect("plan".name == "plan")
    #expect("".name == "")
    #expect(PropertyKey("a.b c").name == "a.b c")
  }

  @Test func `Keys with equal names are equal, whatever their types`() {
    let interned = PropertyKey(Outer.Middle.first)
    let dynamic = PropertyKey("TrackableTests.Outer.Middle.first")
    #expect(interned == dynamic)
    #expect(dynamic == interned)
    #expect(interned.hashValue == dynamic.hashValue)
    #expect(Set([interned, dynamic]).count == 1)
    #expect(PropertyKey(Outer.Middle.first) != PropertyKey(Outer.Middle.second))
    #expect(PropertyKey(Outer.Middle.second) != dynamic)
  }

  @Test func `Canonically equivalent names are one key`() {
    let composed = PropertyKey("caf\u{E9}")
    let decomposed = PropertyKey("cafe\u{301}")
    #expect(composed == decomposed)
    #expect(composed.hashValue == decomposed.hashValue)
    let properties: TrackedProperties = ["caf\u{E9}" ~>> 1]
    #expect(properties["cafe\u{301}"] == .int(1))
    #expect(properties.merging(["cafe\u{301}" ~>> 2]).count == 1)
    #expect(PropertyKey(Größe.länge) == PropertyKey("TrackableTests.Gro\u{308}ße.la\u{308}nge"))
  }

  @Test func `Instances of one generic type share their keys`() {
    let first = PropertyKey(Box<Int>.Keys.content)
    let second = PropertyKey(Box<String>.Keys.content)
    #expect(first == second)
  }

  @Test func `An interned name is made once`() {
    for _ in 0..<5 { #expect(PropertyKey(CountedKey.only).name == "counted.only") }
    #expect(CountedKey.asked.withLock { $0 } == 1)
  }

  @Test func `A struct is asked every time`() {
    #expect(StringKey(rawValue: "a").name.hasSuffix(".StringKey.a"))
    #expect(PropertyKey(StringKey(rawValue: "a")) != PropertyKey(StringKey(rawValue: "b")))
    #expect(PropertyKey(NumberedKey(number: 7)).name == "number.7")
  }

  @Test func `A key describes itself by its name`() {
    #expect("\(PropertyKey("plan"))" == "plan")
    #expect(PropertyKey(("plan" as PropertyKey)) == PropertyKey("plan"))
    #expect(PropertyKey(PropertyKey("plan")) == "plan")
  }
}

@Suite struct PropertyKeyTests {
  @Test func `Keys outlive the scope that made them`() {
    func make(_ number: Int) -> [PropertyKey] {
      [
        PropertyKey("dynamic \(number)"), PropertyKey(LargeEnum.allCases[number]),
        PropertyKey(NumberedKey(number: number)),
      ]
    }
    let kept = (0..<100).map(make)
    for (number, keys) in kept.enumerated() {
      #expect(keys[0].name == "dynamic \(number)")
      #expect(keys[1].name == "TrackableTests.LargeEnum.c\(number)")
      #expect(keys[2].name == "number.\(number)")
    }
  }

}
