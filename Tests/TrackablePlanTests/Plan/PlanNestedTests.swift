import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackablePlan

/// Properties in properties.
@Suite struct PlanNestedTests {
  private enum Keys: String, Key {
    case album, song
    enum Details: String, Key { case year, label, name }
    enum Share: String, Key { case album }
  }

  private struct Sample: AnalyticsEvent {
    let name = "App.Events.rated"
    let properties: TrackedProperties
  }

  private static let path = "TrackablePlanTests.PlanNestedTests.Keys"
  /// Unlike `keepingLast`, it changes names that were typed by hand as well.
  private static let last = NamingStyle.custom { $0.split(separator: ".").last.map { String($0) } ?? $0 }

  private func plan(_ properties: TrackedProperties) -> TrackingPlan { .event(Sample(properties: properties)) }

  private func album(_ key: String) -> TrackingPlan {
    plan(["App.Keys.album" ~>> [PropertyKey(stringLiteral: key) ~>> 1]])
  }

  @Test func `A nested key whose type was moved or renamed was renamed, and the text pins its own path`() {
    for new in ["App.Details.year", "App.Keys.Info.year"] {
      #expect(
        album(new).differences(from: album("App.Keys.Details.year")).map(\.description) == [
          "key 'App.Keys.Details.year' is gone,\n'\(new)' is new.\n"
            + "A rename breaks dashboards: pin the old path, or accept.\nTo pin it: static let pinnedPath = \"App.Keys.Details\""
        ])
    }
  }

  @Test func `Nested keys that are spelled alike in different values all arrive where values are taken nested`() {
    let plan = plan([
      Keys.album ~>> [Keys.Details.name ~>> "Imagine"], Keys.song ~>> [Keys.Details.name ~>> "Jealous Guy"],
    ])
    let nested = plan.seen(by: "A", keys: .keepingLast(1), nested: true)
    #expect(nested.destinations["A"]?.keys.values.sorted() == ["album/name", "song/name"])
    #expect(nested.collisions == [])
    #expect(
      ScratchFolder().failure(of: plan.seen(by: "A", keys: .keepingLast(1)), ["TRACKING_PLAN": "accept"]) == """
        The tracking plan cannot be sent as it is (ShopTests/Tests.swift:8):
          collision  keys '\(Self.path).album/\(Self.path).Details.name' and '\(Self.path).song/\(Self.path).Details.name' \
        are all spelled 'name' for 'A': one event carries them, and only one arrives where nested values are flattened. If \
        'A' takes them nested, write seen(by:nested: true)
        """)
  }

  @Test func `Whether a destination takes nested values is in the file`() throws {
    let flat = album("App.Keys.Details.year").seen(by: "A", keys: Self.last)
    let nested = album("App.Keys.Details.year").seen(by: "A", keys: Self.last, nested: true)
    #expect(try TrackingPlan(json: nested.json.utf8).differences(from: nested) == [])
    #expect(
      nested.differences(from: try TrackingPlan(json: flat.json.utf8)).map(\.description) == [
        "destination 'A' was given nested values flattened, is given nested values as they are",
        "key 'App.Keys.album/App.Keys.Details.year' for 'A' was 'year', is 'album/year'",
      ])
  }

  @Test func `Keys that are nested alike and meet in no event share a column`() {
    let plan: TrackingPlan = [
      .event(Shop.Page.opened, always: ["a.album" ~>> ["x" ~>> 1]]),
      .event(Shop.Page.closed, always: ["b.album" ~>> ["x" ~>> 1]]),
    ]
    for nested in [true, false] {
      let collisions = plan.seen(by: "A", keys: Self.last, nested: nested).collisions
      #expect(collisions.map(\.names) == [["a.album/x", "b.album/x"]])
      #expect(collisions.map(\.isLoss) == [false])
    }
    // What any event may carry meets what one event does.
    let anywhere: TrackingPlan = [plan, .properties(["c.album" ~>> 1])]
    #expect(anywhere.seen(by: "A", keys: Self.last, nested: true).collisions.contains { $0.isLoss })
  }

  @Test func `A service that takes nested values has limits for each key, and counts those of the event`() {
    let rules: [TrackingPlan.Limits.Rule] = [
      .init(.key, .characters(5), source: ""), .init(.key, .countPerEvent(1), source: ""),
    ]
    let plan = plan(["album" ~>> ["label" ~>> 1, "ab" ~>> 1]])
    func violations(nested: Bool) -> [String]? {
      let seen = plan.seen(by: "A", nested: nested, within: .init(service: "A", rules: rules))
      return seen.destinations["A"].map(seen.namesBeyondLimits)
    }
    #expect(violations(nested: true) == [])
    #expect(
      violations(nested: false) == [
        "key 'album.ab' (album/ab) has 8 characters; A takes 5 ()",
        "key 'album.label' (album/label) has 11 characters; A takes 5 ()",
        "event 'App.Events.rated' can carry 2 keys; A takes 1 ()",
      ])
  }

  @Test(arguments: ["a", "", "a/b", "a[]", "[]", "100%", "%2F", "a%5B%5D/[]"])
  func `A key that looks like a path is a key`(_ key: String) throws {
    let name = PropertyKey(stringLiteral: key)
    let nested: TrackedProperties = [name ~>> 1]
    let plan = plan([name ~>> [nested]])
    // One dictionary: two equal ones may have their entries in two orders.
    let paths = plan.propertyPaths
    #expect(paths.values.map(\.keys).sorted { $0.count < $1.count } == [[key], [key, key]])
    #expect(paths.allSatisfy { $0.value.text == $0.key })
    #expect(try TrackingPlan(json: plan.json.utf8) == plan)
    #expect(plan.seen(by: "A").collisions == [])
  }

  // MARK: - What a destination really gets

  private static let pool = [
    "App.Keys.album", "App.Keys.year", "App.Keys.Details.year", "App.Keys.Details.album", "App.Details.year",
    "App.Keys.album.Details", "plain", "x.y", "x", "y", "App.Keys",
  ]

  private static let styles: [NamingStyle] = [
    .path, .composing(.whole), .snakeCase, .keepingLast(1), .keepingLast(2), .droppingModule,
    .custom { $0.replacing(".", with: "/") },
    .keepingLast(1).followed(by: .custom { String($0.prefix(1)) }),
  ]

  /// Properties with values that differ.
  private func properties(_ random: inout SeededGenerator, _ next: inout Int, depth: Int = 0) -> TrackedProperties {
    let names = Self.pool.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    return TrackedProperties(
      names.map { name -> TrackedProperty in
        let key = PropertyKey(stringLiteral: name)
        next += 1
        if depth == 3 || random.chance(50) { return key ~>> next }
        let nested = properties(&random, &next, depth: depth + 1)
        if random.chance(25) { return key ~>> [nested] }
        return key ~>> nested
      })
  }

  /// Where each number is: the names on the way.
  private func places(_ properties: TrackedProperties, in outer: String = "") -> Set<String> {
    func places(_ value: TrackedValue, at name: String) -> Set<String> {
      switch value {
      case .properties(let nested): self.places(nested, in: name + "/")
      case .array(let values): values.reduce([name]) { $0.union(places($1, at: name + "[]")) }
      default: [name]
      }
    }
    return properties.reduce(into: []) { $0.formUnion(places($1.value, at: outer + $1.key.name)) }
  }

  @Test(arguments: 0..<SearchScale.times(50, long: 400))
  func `A destination gets what the plan says, unless the plan says that something is lost`(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var values = 0
    let sent = properties(&random, &values)
    let style = Self.styles[Int.random(in: 0..<Self.styles.count, using: &random)]
    let received = withRecordedTracking(through: { $0.renaming(events: .path, keys: style) }) { recorder in
      Sample(properties: sent).trigger()
      return recorder.events.first?.properties ?? []
    }
    for nested in [true, false] {
      let seen = plan(sent).seen(by: "A", keys: style, nested: nested)
      let places = places(nested ? received : received.flattened)
      let isLoss = seen.collisions.contains { $0.isLoss }
      #expect(isLoss == (places.count < self.places(sent).count))
      let spellings = Set(try #require(seen.destinations["A"]).keys.values)
      #expect(spellings.isSuperset(of: places))
      if !isLoss { #expect(spellings == places) }
    }
  }
}
