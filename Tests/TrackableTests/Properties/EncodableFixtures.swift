import Foundation
import TestSupport
import Testing
import Trackable

/// A coding key with any name.
struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(_ stringValue: String) { self.stringValue = stringValue }
  init(stringValue: String) { self.stringValue = stringValue }
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
      if depth == 1 {
        try container.encode(value, forKey: AnyKey("n"))
      } else {
        try container.encode(inner, forKey: AnyKey("n"))
      }
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

/// What a JSON text says, and what properties say, in common words.
enum Form: Decodable, Equatable {
  case null
  case flag(Bool)
  case whole(Int)
  case fraction(Double)
  case text(String)
  case list([Form])
  case object([String: Form])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .flag(flag)
    } else if let whole = try? container.decode(Int.self) {
      self = .whole(whole)
    } else if let fraction = try? container.decode(Double.self) {
      self = .fraction(fraction)
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else if let list = try? container.decode([Form].self) {
      self = .list(list)
    } else {
      self = .object(try container.decode([String: Form].self))
    }
  }

  init(_ value: TrackedValue) {
    switch value {
    case .null: self = .null
    case .bool(let flag): self = .flag(flag)
    case .int(let whole): self = .whole(whole)
    case .double(let number): self = Int(exactly: number).map(Form.whole) ?? .fraction(number)
    case .string(let text): self = .text(text)
    case .date(let date): self = Form(.double(date.timeIntervalSinceReferenceDate))
    case .array(let values): self = .list(values.map(Form.init))
    case .properties(let properties):
      self = .object(Dictionary(uniqueKeysWithValues: properties.map { ($0.key.name, Form($0.value)) }))
    }
  }
}

/// Values of many shapes that Foundation's encoder takes as well.
enum Shapes {
  struct Everything: Encodable {
    var bool = false, text = "a\"\\\n\u{1}é🎸", int = Int.min, int8 = Int8.min, int16 = Int16.max, int32 = Int32.min
    var int64 = Int64.max, uint = UInt(7), uint8 = UInt8.max, uint16 = UInt16.max, uint32 = UInt32.max
    var uint64 = UInt64(Int.max), double = -1.25e-7, float = Float(0.375), negativeZero = -0.0
    var date = Date(timeIntervalSinceReferenceDate: 123.5), decimal = Decimal(12.75), data = Data(0...40)
    var uuid = UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    var url = URL(string: "https://example.org/a%20b?c=d#e"), missing: Int?, present: Int? = 1
  }
  enum Case: Encodable { case none, one(Int), several(name: String, Int), nested([Case]) }
  enum Plan: String, Encodable, CodingKeyRepresentable { case free, premium }
  enum Level: Int, Encodable { case low = -1, high = 1 }
  struct Generic<First: Encodable & Sendable, Second: Encodable & Sendable>: Encodable, Sendable {
    var first: First
    var second: Second
  }
  class Media: Encodable {
    let title = "Imagine"
    let tags = ["a": ["b"]]
  }
  // Sendable since it has nothing but constants; the compiler does not infer it below a class that is not final.
  final class Album: Media, @unchecked Sendable {
    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1971, forKey: AnyKey("year"))
      try super.encode(to: container.superEncoder())
    }
  }
  struct Renamed: Encodable {
    var someValue = 1, hidden = 2
    enum CodingKeys: String, CodingKey { case someValue = "some-value.Ü" }
  }

  static let all: [any Encodable & Sendable] = [
    Everything(),
    [String: Int](),
    ["a": 1, "b": 2],
    [1: "x", -5: "y"],
    [Plan.free: 0, .premium: 1],
    ["set": Set([1])],
    ["levels": [Level.low: "a"]],
    ["optionals": [1, nil, 3]],
    ["optionals": ["a": 1, "b": nil]] as [String: [String: Int?]],
    ["matrix": [[1, 2], [], [3]]],
    ["deep": ["er": ["still": [["x": [true]]]]]],
    ["cases": [Case.none, .one(1), .several(name: "n", 2), .nested([.none, .nested([])])]],
    Case.one(5),
    Generic(first: Wrapper(Wrapper(1)), second: Wrapper([Wrapper(["k": Plan.free])])),
    Generic(first: Int?.none, second: Generic(first: Int??.some(nil), second: [Date(timeIntervalSince1970: 1)])),
    ["raw": Generic(first: Plan.premium, second: Level.high)],
    Wrapper(Wrapper(Renamed())),
    Album(),
    ["ranges": 1..<3],
    ["numbers": [0.1, 1e300, Double.leastNonzeroMagnitude, 123_456_789.123]],
    ["data": [Data(), Data([1, 2, 3])]],
    ["decimals": [Decimal(string: "0.1"), Decimal(string: "-12345.678"), Decimal(0)]],
    ["closed": Generic(first: CGPoint(x: 1.5, y: 2), second: Locale(identifier: "de_DE").identifier)],
    ["result": ["": ["": 0]]],
  ]
}

/// A random value that knows how it encodes itself and, separately, the expected result.
indirect enum Tree: Encodable {
  enum Way: CaseIterable { case value, wrapped, optional, container, superEncoder }

  case null
  case bool(Bool)
  case int(Int)
  case large(UInt64)
  case double(Double)
  case text(String)
  case date(Date)
  case list([(Way, Tree)])
  case object([(String, Way, Tree)])

  static func random(depth: Int, using generator: inout SeededGenerator) -> Tree {
    switch Int.random(in: 0...(depth > 0 ? 12 : 7), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return .int(.random(in: .min ... .max, using: &generator))
    case 3: return .large(.random(in: .min ... .max, using: &generator))
    case 4: return .double(.random(in: -1e6...1e6, using: &generator))
    case 5: return .double([.nan, .infinity, -.infinity, 0].randomElement(using: &generator) ?? 1)
    case 6: return .text(String("é\"\\\n🎸 x".shuffled(using: &generator)))
    case 7: return .date(Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &generator)))
    case 8, 9:
      return .list(
        (0..<Int.random(in: 0...4, using: &generator)).map { _ in
          (Way.allCases.randomElement(using: &generator) ?? .value, random(depth: depth - 1, using: &generator))
        })
    default: return .object(randomEntries(depth: depth, using: &generator))
    }
  }

  /// A few keys are there twice, but only where a whole value replaces another.
  static func randomEntries(depth: Int, using generator: inout SeededGenerator) -> [(String, Way, Tree)] {
    var entries: [(String, Way, Tree)] = []
    for _ in 0..<Int.random(in: 0...5, using: &generator) {
      let name = "k\(Int.random(in: 0...9, using: &generator))"
      entries.append((name, .value, random(depth: depth - 1, using: &generator)))
    }
    for index in 0..<Int.random(in: 0...3, using: &generator) {
      let way = Way.allCases.randomElement(using: &generator) ?? .value
      entries.append(("n\(index)", way, random(depth: depth - 1, using: &generator)))
    }
    return entries
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .null, .bool, .int, .large, .double, .text, .date:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .int(let value): try container.encode(value)
      case .large(let value): try container.encode(value)
      case .double(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      case .date(let value): try container.encode(value)
      default: try container.encodeNil()
      }
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
      let key = AnyKey(name)
      switch (way, tree) {
      case (.container, .list(let inner)):
        var nested = container.nestedUnkeyedContainer(forKey: key)
        postponed.append { try write(inner, into: &nested) }
      case (.container, .object(let inner)):
        var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: key)
        postponed.append { try write(inner, into: &nested) }
      case (.superEncoder, _): try tree.encode(to: container.superEncoder(forKey: key))
      case (.wrapped, _): try container.encode(Wrapper(Wrapper(tree)), forKey: key)
      case (.optional, _): try container.encodeIfPresent(Tree?.some(tree), forKey: key)
      default: try container.encode(tree, forKey: key)
      }
    }
    for fill in postponed.reversed() { try fill() }
  }

  /// The expected value, built bottom-up from the conversions that literals use.
  var expected: TrackedValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .large(let value): value > UInt64(Int.max) ? .string("\(value)") : .int(Int(value))
    case .double(let value) where value.isNaN: .string("NaN")
    case .double(let value) where value.isInfinite: .string(value < 0 ? "-Infinity" : "Infinity")
    case .double(let value): .double(value)
    case .text(let value): .string(value)
    case .date(let value): .date(value)
    case .list(let elements): .array(elements.map(\.1.expected))
    case .object(let entries):
      .properties(TrackedProperties(entries.map { name, _, tree in TrackedProperty(name, tree.expected) }))
    }
  }
}
