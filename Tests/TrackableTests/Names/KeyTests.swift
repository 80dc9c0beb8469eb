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

/// As many keys as two bytes can tell apart.
private struct ShortKey: Key {
  let number: UInt16
  static let asked = Lock(0)
  var name: String {
    Self.asked.withLock { $0 += 1 }
    return "short.\(number)"
  }
}

@Suite struct KeyTests {
  @Test func `A type cannot make up so many keys that keeping them takes memory without end`() {
    for number in UInt16(1)...20_000 where PropertyKey(ShortKey(number: number)).name != "short.\(number)" {
      Issue.record("\(number) has another name")
    }
    let first = ShortKey.asked.withLock { $0 }
    for number in UInt16(1)...20_000 { _ = PropertyKey(ShortKey(number: number)) }
    // Those that are asked again were not kept.
    let kept = 20_000 - (ShortKey.asked.withLock { $0 } - first)
    #expect((500...1_024).contains(kept))
    expect(PropertyKey(ShortKey(number: 9_000)), is: PropertyKey(ShortKey(number: 9_000)))
  }

  @Test func `Keys with equal names are equal, also of different types`() {
    let interned = PropertyKey(Outer.Middle.first)
    let dynamic = PropertyKey("TrackableTests.Outer.Middle.first")
    #expect(interned == dynamic && dynamic == interned)
    expect(Set([interned, dynamic]).count, is: 1)
    #expect(interned != PropertyKey(Outer.Middle.second) && PropertyKey(Outer.Middle.second) != dynamic)
  }

  @Test func `Canonically equivalent names are one key`() {
    let composed = PropertyKey("caf\u{E9}")
    let decomposed = PropertyKey("cafe\u{301}")
    expect(composed, is: decomposed)
    expect(Set([composed, decomposed]).count, is: 1)
    let properties: TrackedProperties = ["caf\u{E9}" ~>> 1]
    expect(properties["cafe\u{301}"], is: .int(1))
    expect(properties.merging(["cafe\u{301}" ~>> 2]).count, is: 1)
    expect(PropertyKey(Größe.länge), is: PropertyKey("TrackableTests.Gro\u{308}ße.la\u{308}nge"))
  }

  @Test func `An interned name is made once`() {
    for _ in 0..<5 { expect(PropertyKey(CountedKey.only).name, is: "counted.only") }
    expect(CountedKey.asked.withLock { $0 }, is: 1)
  }

  @Test func `A struct that is a key gives its name each time`() {
    #expect(StringKey(rawValue: "a").name.hasSuffix(".StringKey.a"))
    #expect(PropertyKey(StringKey(rawValue: "a")) != PropertyKey(StringKey(rawValue: "b")))
    expect(PropertyKey(NumberedKey(number: 7)).name, is: "number.7")
  }

  @Test func `A key of a key is that key, and describes itself by its name`() {
    expect("\(PropertyKey(PropertyKey("plan")))", is: "plan")
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
      expect(keys[0].name, is: "dynamic \(number)")
      expect(keys[1].name, is: "TrackableTests.LargeEnum.c\(number)")
      expect(keys[2].name, is: "number.\(number)")
    }
  }
}
