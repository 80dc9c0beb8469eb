import Foundation
import Testing
import Trackable

private struct Opened: AnalyticsEvent {}

@Suite struct NestedPropertiesTests {
  @Test func `A composed name is that of the components that both do not share`() {
    func naive(_ outer: String, _ inner: String) -> String {
      let outerPath = outer.split(separator: ".", omittingEmptySubsequences: false)
      let innerPath = inner.split(separator: ".", omittingEmptySubsequences: false)
      let shared = zip(outerPath, innerPath.dropLast()).prefix { $0 == $1 }.count
      return outer + "." + innerPath.dropFirst(shared).joined(separator: ".")
    }
    var random = SeededGenerator(seed: 3)
    for _ in 0..<20_000 {
      let outer = random.string(of: ["a", "b", ".", "é"], count: Int.random(in: 0...7, using: &random))
      let inner = random.string(of: ["a", "b", ".", "é"], count: Int.random(in: 0...7, using: &random))
      #expect(ComposedName.of(outer, inner) == naive(outer, inner), "\(outer) \(inner)")
    }
  }

  static let album: TrackedProperties = [
    Keys.a ~>> 1,
    Keys.album ~>> [
      Keys.Details.year ~>> 1971, Keys.Details.band ~>> [Keys.Details.year ~>> 1969, "name" ~>> "Plastic Ono Band"],
    ],
    Keys.b ~>> .null,
  ]

  @Test func `Flattening keeps the order`() {
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

  @Test func `The nested dictionary is nested`() throws {
    let dictionary = Self.album.nestedDictionary
    expect(Set(dictionary.keys), is: ["TrackableTests.Keys.a", "TrackableTests.Keys.album", "TrackableTests.Keys.b"])
    let album = try #require(dictionary["TrackableTests.Keys.album"] as? [String: any Sendable])
    #expect(album["TrackableTests.Keys.Details.year"] as? Int == 1971)
    let band = try #require(album["TrackableTests.Keys.Details.band"] as? [String: any Sendable])
    #expect(band["name"] as? String == "Plastic Ono Band")
  }

  @Test func `Properties in an array stay nested`() throws {
    let properties: TrackedProperties = ["list" ~>> [.properties(["x" ~>> 1]), 2] as TrackedValue]
    expect(properties.flattened, is: properties)
    let list = try #require(properties.dictionary["list"] as? [any Sendable])
    #expect((list[0] as? [String: any Sendable])?["x"] as? Int == 1)
  }

  /// What flattening causes, each time it is done.
  private func issues(_ properties: TrackedProperties...) -> [TrackableIssue] {
    let observed = RecordingTracker.plain()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = observed.record
      for properties in properties {
        _ = properties.dictionary
        _ = properties.flattened
      }
    }
    return observed.issues
  }

  @Test func `A value that flattening leaves out is reported, once for each name`() {
    let first: TrackedProperties = ["a.b" ~>> 1, "a" ~>> ["b" ~>> 2], "a.c" ~>> 3]
    let second: TrackedProperties = ["a" ~>> ["c" ~>> 2, "d" ~>> [.null] as TrackedValue], "a.c" ~>> 3, "a.b" ~>> 4]
    let issues = issues(first, second, first, second)
    expect(issues.map(\.kind), is: [.sameName, .sameName])
    expect(issues.map(\.subject), is: ["a.b", "a.c"])
    #expect(first.dictionary["a.b"] as? Int == 1)
    expect(first.flattened["a.b"], is: 1)
    expect(
      issues.first?.message,
      is: "Several values have the name 'a.b' where nested properties are flattened; only the first of them is sent.")
  }

  @Test func `A value that is there as well under its name is not reported`() {
    #expect(issues(["a.b" ~>> 1, "a" ~>> ["b" ~>> 1]], Self.album).isEmpty)
  }

  @Test func `A style that makes a nested name another one's is reported`() {
    let observed = RecordingTracker.plain()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = observed.record
      let flattening = ClosureTracker { _ = $0.properties.dictionary }
        .renaming(keys: .custom { $0.split(separator: ".").last.map(String.init) ?? $0 })
      flattening.track(
        TrackedEvent(Opened(), properties: ["x.year" ~>> 1, "album" ~>> ["y.year" ~>> 2]]))
    }
    expect(observed.issues.map(\.subject), is: ["year"])
  }

  @Test func `Flattening agrees with the dictionary for any properties`() {
    TrackableSystem.withTracker(NoOpTracker()) { flattenAnyProperties() }
  }

  private func flattenAnyProperties() {
    var random = SeededGenerator(seed: 7)
    func make(depth: Int) -> TrackedProperties {
      TrackedProperties(
        (0..<Int.random(in: 0...4, using: &random)).map { _ -> TrackedProperty in
          let name = random.string(of: ["a", "b", "."], count: Int.random(in: 1...5, using: &random))
          if depth > 0 && Bool.random(using: &random) { return name ~>> make(depth: depth - 1) }
          return name ~>> Int.random(in: 0...9, using: &random)
        })
    }
    for _ in 0..<1_000 {
      let properties = make(depth: 4)
      let flat = properties.flattened
      let dictionary = properties.dictionary
      expect(Set(flat.map(\.key.name)), is: Set(dictionary.keys))
      for property in flat {
        expect((dictionary[property.key.name] as? Int).map(TrackedValue.int), is: property.value)
      }
    }
  }
}

/// How a key inside another one's value is named once it is flattened.
private enum ComposedName {
  static func of(_ outer: String, _ inner: String) -> String? {
    TrackedProperties([outer ~>> [inner ~>> 1]]).dictionary.keys.first
  }
}
