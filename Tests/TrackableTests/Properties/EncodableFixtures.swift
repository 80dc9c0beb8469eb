import Foundation
import TestSupport
import Testing
import Trackable

/// A coding key with any name.
struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init(stringLiteral: String) { stringValue = stringLiteral }
  init?(intValue: Int) { nil }
}

/// A value that encodes itself as its script says.
struct Written: Encodable, @unchecked Sendable {
  // Invariant for Sendable: the closures are only called in the test that made them, or capture nothing.
  let write: (any Encoder) throws -> Void
  init(_ write: @escaping (any Encoder) throws -> Void) { self.write = write }
  func encode(to encoder: any Encoder) throws { try write(encoder) }
}

func encode(_ write: @escaping (any Encoder) throws -> Void) throws -> TrackedProperties {
  try TrackedProperties(encoding: Written(write))
}

/// A value that is another one, in a single-value container.
struct Wrapper<Wrapped: Encodable>: Encodable {
  let wrapped: Wrapped
  init(_ wrapped: Wrapped) { self.wrapped = wrapped }
  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrapped)
  }
}

extension Wrapper: Sendable where Wrapped: Sendable {}

/// `depth` objects or lists inside each other, a value in the innermost.
struct Nest<Value: Encodable>: Encodable {
  let depth: Int
  var isList = false
  let value: Value

  func encode(to encoder: any Encoder) throws {
    let inner = Nest(depth: depth - 1, isList: isList, value: value)
    if isList {
      var container = encoder.unkeyedContainer()
      if depth == 1 { try container.encode(value) } else { try container.encode(inner) }
    } else {
      var container = encoder.container(keyedBy: AnyKey.self)
      if depth == 1 { try container.encode(value, forKey: "n") } else { try container.encode(inner, forKey: "n") }
    }
  }
}

extension EncodingError {
  var context: Context {
    get throws {
      guard case .invalidValue(_, let context) = self else { throw self }
      return context
    }
  }
}

/// A random value that knows how it encodes itself and, separately, the expected result.
indirect enum Tree: Encodable {
  /// How a value gets into the container around it. Of a container, both halves are asked for.
  enum Way: CaseIterable { case value, wrapped, optional, container, superEncoder }

  case leaf((any Encodable)?, expected: TrackedProperty)
  case list([(Way, Tree)])
  case object([(String, Way, Tree)])

  /// At the limits of their types, and beyond those of a property. Whole numbers that readers round are another matter.
  private static let scalars: [any Encodable & TrackedValueConvertible & Sendable] = [
    true, "é\"\\\n🎸", -1 << 53, Int8.min, Int16.max, Int32.min, Int64(1) << 53, UInt.max, UInt8.max, UInt16.max,
    UInt32.max,
    UInt64(7), UInt64(Int.max) + 1, Float(0.1), 4.0, Double.leastNonzeroMagnitude, Double.nan, -Float.infinity,
    Date(timeIntervalSince1970: 0.5), Date(timeIntervalSinceReferenceDate: .infinity),
    Date(timeIntervalSince1970: 1e13),
    UUID(), Decimal(9.5), Decimal.nan, URL(string: "https://a.org/b?c=d"), Decimal(string: "0.12345678901234567890"),
  ]

  /// A scalar is what it is in a literal.
  private static func leaf(_ value: some Encodable & TrackedValueConvertible) -> Tree {
    .leaf(value, expected: "k" ~>> value)
  }

  static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
    switch generator.below(depth > 0 ? 11 : 6) {
    case 0: return .leaf(nil, expected: "k" ~>> .null)
    case 1..<6: return leaf(scalars[generator.below(scalars.count)])
    case 6, 7:
      return .list(
        (0..<generator.below(5)).map { _ in
          (Way.allCases[generator.below(5)], random(depth: depth - 1, using: &generator))
        })
    default: return .object(randomEntries(depth: depth, using: &generator))
    }
  }

  /// A few keys are there twice, but only where a whole value replaces another.
  static func randomEntries(depth: Int, using generator: inout SeededGenerator) -> [(String, Way, Tree)] {
    var entries: [(String, Way, Tree)] = []
    for _ in 0..<generator.below(6) {
      entries.append(("k\(generator.below(10))", .value, random(depth: depth - 1, using: &generator)))
    }
    for index in 0..<generator.below(4) {
      entries.append(("n\(index)", Way.allCases[generator.below(5)], random(depth: depth - 1, using: &generator)))
    }
    return entries
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .leaf(let value, _):
      var container = encoder.singleValueContainer()
      if let value { try container.encode(value) } else { try container.encodeNil() }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      try Self.write(elements, into: &container)
    case .object(let entries):
      var container = encoder.container(keyedBy: AnyKey.self)
      try Self.write(entries, into: &container)
    }
  }

  private static func write(_ elements: [(Way, Tree)], into container: inout any UnkeyedEncodingContainer) throws {
    for (way, tree) in elements {
      switch (way, tree) {
      case (.container, .list(let inner)):
        var nested = container.nestedUnkeyedContainer()
        try write(inner, into: &nested)
      case (.container, .object(let inner)):
        var nested = container.nestedContainer(keyedBy: AnyKey.self)
        try write(inner, into: &nested)
      case (.superEncoder, _): try tree.encode(to: container.superEncoder())
      case (.wrapped, _): try container.encode(Wrapper(Wrapper(tree)))
      case (.optional, _): try container.encode(Tree?.some(tree))
      case (_, .leaf(nil, _)): try container.encodeNil()
      default: try container.encode(tree)
      }
    }
  }

  private static func write(
    _ entries: [(String, Way, Tree)], into container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    // Filled after everything else was written, to be seen in their places all the same.
    var postponed: [() throws -> Void] = []
    for (name, way, tree) in entries {
      let key = AnyKey(stringValue: name)
      switch (way, tree) {
      case (.container, .list(let inner)):
        var twice = [container.nestedUnkeyedContainer(forKey: key), container.nestedUnkeyedContainer(forKey: key)]
        postponed.append {
          try write(Array(inner[..<(inner.count / 2)]), into: &twice[0])
          try write(Array(inner[(inner.count / 2)...]), into: &twice[1])
        }
      case (.container, .object(let inner)):
        var twice = (0...1).map { _ in container.nestedContainer(keyedBy: AnyKey.self, forKey: key) }
        postponed.append {
          try write(Array(inner[..<(inner.count / 2)]), into: &twice[0])
          try write(Array(inner[(inner.count / 2)...]), into: &twice[1])
        }
      case (.superEncoder, _): try tree.encode(to: container.superEncoder(forKey: key))
      case (.wrapped, _): try container.encode(Wrapper(Wrapper(tree)), forKey: key)
      case (.optional, _): try container.encodeIfPresent(Tree?.some(tree), forKey: key)
      case (_, .leaf(nil, _)): try container.encodeNil(forKey: key)
      default: try container.encode(tree, forKey: key)
      }
    }
    for fill in postponed.reversed() { try fill() }
  }

  /// The expected value, built bottom-up.
  var expected: TrackedValue {
    switch self {
    case .leaf(_, let expected): expected.value
    case .list(let elements): .array(elements.map(\.1.expected))
    case .object(let entries):
      .properties(TrackedProperties(entries.map { name, _, tree in TrackedProperty(name, tree.expected) }))
    }
  }

  /// The flaws of each property of an object, by its name. An issue about a value names one of several flaws.
  static func flaws(of entries: [(String, Way, Tree)]) -> [String: Flaws] {
    let flaws = entries.map { ($0.0, $0.2.flaws) }
    return Dictionary(flaws) { $1.union(.duplicateKey) }
  }

  private var flaws: Flaws {
    switch self {
    case .leaf(_, let expected): expected.flaws
    case .list(let elements): elements.reduce(into: []) { $0.formUnion($1.1.flaws) }
    case .object(let entries): Self.flaws(of: entries).values.reduce(into: []) { $0.formUnion($1) }
    }
  }
}
