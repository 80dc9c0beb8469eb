import Trackable

enum OracleKeys: String, Key {
  case a, b, c

  enum Nested: String, Key { case a, d }
}

/// Keys of another type with the same names.
enum OracleKeyTwins: String, Key {
  case a, b, d

  var name: String {
    switch self {
    case .a: "TrackableTests.OracleKeys.a"
    case .b: "TrackableTests.OracleKeys.b"
    case .d: "TrackableTests.OracleKeys.Nested.d"
    }
  }
}

/// Keys of projects, told apart by `pid`.
enum OracleProjectKeys: String, EntityKey {
  case pid, name, tags
  static let identifyingKey = pid

  /// More keys of the same.
  enum Stats: String, EntityKey {
    case backers
    static let identifyingKey = OracleProjectKeys.pid
  }
}

/// Keys of no entity with the names of such.
enum OracleProjectKeyTwins: String, Key {
  case pid, tags

  var name: String { "TrackableTests.OracleProjectKeys.\(rawValue)" }
}

/// Keys of orders, told apart by a plain string, which is a key of no entity.
struct OracleOrderKey: EntityKey {
  static let identifyingKey = "order"
  let name: String
}

/// A key that is asked for its name each time.
struct OracleStructKey: Key {
  let name: String
}

/// One way to write the key of a name. The names are literals here, so that the oracle does not ask the library.
struct KeySpelling: Sendable {
  let name: String
  let code: String
  /// The name of the key that tells apart what the key's entity describes, if it is of any.
  let entity: String?
  let property: @Sendable (TrackedValue?) -> TrackedProperty

  init<K: Key>(_ name: String, _ code: String, _ key: K, of entity: String? = nil) {
    self.name = name
    self.code = code
    self.entity = entity
    self.property = { key ~>> $0 }
  }

  /// Whether the key tells things apart. Then few values come often.
  var identifies: Bool { name == Self.pid || name == "order" }

  private static let pid = "TrackableTests.OracleProjectKeys.pid"

  /// The keys of entities, their twins, and two others.
  static let entities: [KeySpelling] = [
    KeySpelling(pid, "OracleProjectKeys.pid", OracleProjectKeys.pid, of: pid),
    KeySpelling("TrackableTests.OracleProjectKeys.tags", "OracleProjectKeys.tags", OracleProjectKeys.tags, of: pid),
    KeySpelling("TrackableTests.OracleProjectKeys.name", "OracleProjectKeys.name", OracleProjectKeys.name, of: pid),
    KeySpelling(
      "TrackableTests.OracleProjectKeys.Stats.backers", "Stats.backers", OracleProjectKeys.Stats.backers, of: pid),
    KeySpelling("order", "\"order\"", "order"),
    KeySpelling("total", "OracleOrderKey(\"total\")", OracleOrderKey(name: "total"), of: "order"),
    KeySpelling("total", "\"total\"", "total"),
    KeySpelling("TrackableTests.OracleKeys.a", "OracleKeys.a", OracleKeys.a),
    KeySpelling("a", "\"a\"", "a"),
    KeySpelling(pid, "\"\(pid)\"", pid),
    KeySpelling("TrackableTests.OracleProjectKeys.tags", "KeyTwins.tags", OracleProjectKeyTwins.tags),
    KeySpelling(pid, "KeyTwins.pid", OracleProjectKeyTwins.pid),
  ]

  private static func string(_ name: String) -> KeySpelling { KeySpelling(name, "\"\(name)\"", name) }

  /// Every spelling of the first few names comes first, then names with one or two spellings each.
  static let all: [KeySpelling] =
    [
      KeySpelling("TrackableTests.OracleKeys.a", "OracleKeys.a", OracleKeys.a),
      string("TrackableTests.OracleKeys.a"),
      KeySpelling("TrackableTests.OracleKeys.a", "OracleKeyTwins.a", OracleKeyTwins.a),
      KeySpelling("TrackableTests.OracleKeys.b", "OracleKeys.b", OracleKeys.b),
      KeySpelling("TrackableTests.OracleKeys.b", "OracleKeyTwins.b", OracleKeyTwins.b),
      KeySpelling("a", "OracleStructKey(\"a\")", OracleStructKey(name: "a")),
      string("a"),
      KeySpelling("TrackableTests.OracleKeys.c", "OracleKeys.c", OracleKeys.c),
      string("TrackableTests.OracleKeys.c"),
      KeySpelling("TrackableTests.OracleKeys.Nested.a", "OracleKeys.Nested.a", OracleKeys.Nested.a),
      KeySpelling("TrackableTests.OracleKeys.Nested.d", "OracleKeyTwins.d", OracleKeyTwins.d),
      KeySpelling("TrackableTests.OracleKeys.Nested.d", "OracleKeys.Nested.d", OracleKeys.Nested.d),
      KeySpelling("", "\"\"", ""),
      // One text in two normal forms, equal for Swift.
      KeySpelling("caf\u{E9}", "\"caf\\u{E9}\"", "caf\u{E9}"),
      KeySpelling("cafe\u{301}", "\"cafe\\u{301}\"", "cafe\u{301}"),
    ] + (0..<40).map { string("a key with a name of its own, number \($0)") }
}

/// The properties of one place: a call site, an event, a link, an object or the defaults.
struct PropertyPlace: CustomStringConvertible, Sendable {
  struct Entry: Sendable {
    let spelling: KeySpelling
    let value: TrackedValue?
  }

  let written: [Entry]
  /// The same, as the library takes it.
  let properties: TrackedProperties
  let list: [TrackedProperty]
  /// The same, as the law reads it.
  let said: PrecedenceOracle.Said

  init(_ written: [Entry]) {
    self.written = written
    list = written.map { $0.spelling.property($0.value) }
    properties = TrackedProperties(list)
    // Without a value, a case of an enum of no entity says nothing at all.
    said = PrecedenceOracle.said(
      written.filter { $0.value != nil || $0.spelling.code != "KeyTwins.pid" }
        .map { ($0.spelling.name, $0.spelling.entity, $0.value) })
  }

  var description: String {
    "[" + written.map { "\($0.spelling.code) ~>> \($0.value.map { "\($0)" } ?? "nil")" }.joined(separator: ", ") + "]"
  }

  static func random(
    count: Int, spellings: ArraySlice<KeySpelling>, using generator: inout SeededGenerator
  ) -> PropertyPlace {
    PropertyPlace(
      (0..<count).map { _ in
        let spelling = spellings[spellings.startIndex + generator.below(spellings.count)]
        return Entry(spelling: spelling, value: .random(identifying: spelling.identifies, using: &generator))
      })
  }
}

extension TrackedValue {
  /// A value of any kind, or `nil`. Few values come twice, so that a value from the wrong place is seen.
  fileprivate static func random(
    identifying: Bool, using generator: inout SeededGenerator
  ) -> TrackedValue? {
    if identifying { return [1, 1, 1, 2, 2, 3, .null, nil][generator.below(8)] }
    let number = generator.below(1_000_000)
    return switch generator.below(16) {
    case 0, 1, 2: nil
    case 3, 4: .null
    case 5: .string("\(number)")
    case 6: .string("a text that needs memory of its own: \(number)")
    case 7: .double(Double(number) / 8)
    case 8: .bool(number % 2 == 0)
    case 9: .array([.int(number), .null, "x"])
    case 10: .properties([OracleKeys.a ~>> number, "a" ~>> .null])
    case 11: .properties([OracleProjectKeys.pid ~>> number % 3, OracleProjectKeys.tags ~>> number])
    default: .int(number)
    }
  }
}
