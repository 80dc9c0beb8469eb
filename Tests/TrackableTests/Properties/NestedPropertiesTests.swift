import Testing
import Trackable

private struct Opened: AnalyticsEvent {}

@Suite struct NestedPropertiesTests {
  private func make(depth: Int, _ random: inout SeededGenerator) -> TrackedProperties {
    TrackedProperties(
      (0..<random.below(5)).map { _ -> TrackedProperty in
        let name = random.string(of: ["a", "b", ".", "é"], count: random.below(8))
        if depth > 0 && random.chance(50) { return name ~>> make(depth: depth - 1, &random) }
        return name ~>> random.below(3)
      })
  }

  /// The values with the names of flattened keys: those around a key, without the components that both share.
  private static func flat(_ properties: TrackedProperties, inside outer: String? = nil) -> [(name: String, value: Int)]
  {
    properties.flatMap { property in
      var name = property.key.name
      if let outer {
        let outerPath = outer.split(separator: ".", omittingEmptySubsequences: false)
        let path = name.split(separator: ".", omittingEmptySubsequences: false)
        let shared = zip(outerPath, path.dropLast()).prefix { $0 == $1 }.count
        name = outer + "." + path.dropFirst(shared).joined(separator: ".")
      }
      switch property.value {
      case .properties(let nested): return flat(nested, inside: name)
      case .int(let value): return [(name, value)]
      default: return []
      }
    }
  }

  @Test func `Flattened keys join their paths in order; of one name the first value is sent, with an issue`() {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2_000 {
      let properties = make(depth: 4, &random)
      var expected: [(name: String, value: Int)] = []
      var lost: Set<String> = []
      for (name, value) in Self.flat(properties) {
        let known = expected.first { $0.name == name }
        if known == nil { expected.append((name, value)) } else if known?.value != value { lost.insert(name) }
      }
      let issues = issues {
        expect(properties.flattened.map(\.self), is: expected.map { $0.name ~>> $0.value })
        let values = Dictionary(uniqueKeysWithValues: expected.map { ($0.name, $0.value) })
        expect(properties.dictionary.compactMapValues { $0 as? Int }, is: values)
      }
      expect(issues.map(\.subject).sorted(), is: lost.sorted())
      #expect(issues.allSatisfy { $0.kind == .sameName })
    }
  }

  static let album: TrackedProperties = [
    Keys.a ~>> 1,
    Keys.album ~>> [
      Keys.Details.year ~>> 1971, Keys.Details.band ~>> [Keys.Details.year ~>> 1969, "name" ~>> "Plastic Ono Band"],
    ],
    Keys.b ~>> .null,
  ]

  @Test func `Keys of enums are flattened by the same law`() {
    expect(
      Self.album.flattened.map(\.self),
      is: [
        Keys.a ~>> 1,
        "TrackableTests.Keys.album.Details.year" ~>> 1971,
        "TrackableTests.Keys.album.Details.band.Details.year" ~>> 1969,
        "TrackableTests.Keys.album.Details.band.name" ~>> "Plastic Ono Band",
        Keys.b ~>> .null,
      ])
    expect(Self.album.flattened.flattened.map(\.self), is: Self.album.flattened.map(\.self))
  }

  @Test func `The nested dictionary is nested, and so are properties in an array`() throws {
    let album = try #require(Self.album.nestedDictionary["TrackableTests.Keys.album"] as? [String: any Sendable])
    let band = try #require(album["TrackableTests.Keys.Details.band"] as? [String: any Sendable])
    #expect(band["name"] as? String == "Plastic Ono Band")
    let properties: TrackedProperties = ["list" ~>> [.properties(["x" ~>> 1]), 2] as TrackedValue]
    expect(properties.flattened, is: properties)
    let list = try #require(properties.dictionary["list"] as? [any Sendable])
    #expect((list[0] as? [String: any Sendable])?["x"] as? Int == 1)
  }

  @Test func `A value that flattening leaves out is reported once for each name, however often that happens`() {
    let first: TrackedProperties = ["a.b" ~>> 1, "a" ~>> ["b" ~>> 2], "a.c" ~>> 3]
    let second: TrackedProperties = ["a" ~>> ["c" ~>> 2, "d" ~>> [.null] as TrackedValue], "a.c" ~>> 3, "a.b" ~>> 4]
    let issues = issues { for properties in [first, second, first, second] { _ = properties.dictionary } }
    expect(issues.map(\.subject), is: ["a.b", "a.c"])
    expect(
      issues.first?.message,
      is: "Several values have the name 'a.b' where nested properties are flattened; only the first of them is sent.")
  }

  @Test func `A style that makes a nested name another one's is reported`() {
    let issues = issues {
      let flattening = ClosureTracker { _ = $0.properties.dictionary }
        .renaming(keys: .custom { $0.split(separator: ".").last.map(String.init) ?? $0 })
      flattening.track(TrackedEvent(Opened(), properties: ["x.year" ~>> 1, "album" ~>> ["y.year" ~>> 2]]))
    }
    expect(issues.map(\.subject), is: ["year"])
  }
}
