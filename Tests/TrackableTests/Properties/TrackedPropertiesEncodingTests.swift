import Foundation
import TestSupport
import Testing
import Trackable

@Suite("Properties from an Encodable value")
struct TrackedPropertiesEncodingTests {
  // MARK: Shapes

  @Test func `Keys are as written and in the order encoded, above the size at which lookup changes, too`() throws {
    let names = (0..<100).map { "k\($0 * 37 % 100).Mixed_case" } + ["", "é", "a b"]
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      for (index, name) in names.enumerated() { try container.encode(index, forKey: AnyKey(name)) }
    }
    #expect(properties.map(\.key.name) == names)
    #expect(properties.map(\.value) == names.indices.map(TrackedValue.int))
  }

  @Test func `Dictionaries are sorted by key wherever they are, since their own order changes`() throws {
    let letters = Dictionary(uniqueKeysWithValues: "qwertyuiopasdfghjklzxcvbnm".map { (String($0), 1) })
    let sorted = letters.keys.sorted()
    #expect(try TrackedProperties(encoding: letters).map(\.key.name) == sorted)
    #expect(try TrackedProperties(encoding: letters as [String: Int]?).map(\.key.name) == sorted)
    let nested = try TrackedProperties(encoding: ["d": letters])
    guard case .properties(let inner)? = nested["d"] else { return #expect(Bool(false), "\(nested)") }
    #expect(inner.map(\.key.name) == sorted)
    let numbers = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, "\($0)") })
    #expect(try TrackedProperties(encoding: numbers).map(\.key.name) == (0..<30).map(\.description).sorted())
  }

  @Test func `A nil that is encoded is null; one that is not encoded is omitted`() throws {
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encodeNil(forKey: AnyKey("nil"))
      try container.encodeIfPresent(Int?.none, forKey: AnyKey("absent"))
      try container.encode(Int?.none, forKey: AnyKey("optional"))
      try container.encode([1, nil], forKey: AnyKey("list"))
    }
    #expect(
      properties == ["nil": TrackedValue.null, "optional": TrackedValue.null, "list": [1, .null] as TrackedValue])
  }

  @Test func `A value that encodes nothing, and empty containers, are there and empty`() throws {
    #expect(try encode { _ in }.isEmpty)
    #expect(try encode { _ = $0.container(keyedBy: AnyKey.self) }.isEmpty)
    #expect(try TrackedProperties(encoding: [String: Int]()).isEmpty)
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(Written { _ in }, forKey: AnyKey("nothing"))
      _ = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("keyed"))
      _ = container.nestedUnkeyedContainer(forKey: AnyKey("unkeyed"))
      _ = container.superEncoder()
      try container.encode([[Int]()], forKey: AnyKey("lists"))
    }
    #expect(properties.json == #"{"nothing":{},"keyed":{},"unkeyed":[],"super":{},"lists":[[]]}"#)
  }

  // MARK: Scalars

  @Test func `Every scalar is what its conformance gives, in an object, a list and a single-value container`() throws {
    try expect(true, is: .bool(true))
    try expect("é\"\n", is: .string("é\"\n"))
    try expect(Int.min, is: .int(.min))
    try expect(Int8.min, is: .int(-128))
    try expect(Int16.max, is: .int(32767))
    try expect(Int32.min, is: .int(-2_147_483_648))
    try expect(Int64.max, is: .int(.max))
    try expect(UInt.max, is: .string("18446744073709551615"), .outOfRange)
    try expect(UInt8.max, is: .int(255))
    try expect(UInt16.max, is: .int(65535))
    try expect(UInt32.max, is: .int(4_294_967_295))
    try expect(UInt64(Int.max), is: .int(.max))
    try expect(UInt64(Int.max) + 1, is: .string("9223372036854775808"), .outOfRange)
    try expect(Float(0.1), is: .double(0.1))
    try expect(4.0, is: .double(4))
    try expect(Double.leastNonzeroMagnitude, is: .double(.leastNonzeroMagnitude))
    try expect(Double.nan, is: .string("NaN"), .notFinite)
    try expect(-Float.infinity, is: .string("-Infinity"), .notFinite)
    try expect(Date(timeIntervalSince1970: 0.5), is: .date(Date(timeIntervalSince1970: 0.5)))
    try expect(Date(timeIntervalSinceReferenceDate: .infinity), is: .string("Infinity"), .notFinite)
    try expect(Date(timeIntervalSince1970: 1e13), is: .string("10000000000000.0"), .outOfRange)
    try expect(try #require(URL(string: "https://a.org/b?c=d")), is: .string("https://a.org/b?c=d"))
    let id = UUID()
    try expect(id, is: .string(id.uuidString))
    try expect(Decimal(9.5), is: .double(9.5))
    let digits = "1234567890.12345678901234567890"
    try expect(try #require(Decimal(string: digits)), is: .string(String(digits.dropLast())), .inexact)
    try expect(Decimal.nan, is: .string("NaN"), .notFinite)
    try expect(Data([0, 255, 16]), is: .string("AP8Q"))
    try expect(Data(), is: .string(""))
    enum Plan: String, Encodable { case premium }
    try expect(Plan.premium, is: .string("premium"))
    enum Level: UInt64, Encodable { case top = 0xFFFF_FFFF_FFFF_FFFF }
    try expect(Level.top, is: .string("18446744073709551615"), .outOfRange)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `Integers of 128 bits are scalars too`() throws {
    try expect(Int128(Int.min), is: .int(.min))
    try expect(Int128(Int.min) - 1, is: .string("-9223372036854775809"), .outOfRange)
    try expect(UInt128.max, is: .string("340282366920938463463374607431768211455"), .outOfRange)
  }

  private func expect(
    _ value: some Encodable, is expected: TrackedValue, _ flaws: Flaws = [],
    at location: Testing.SourceLocation = #_sourceLocation
  ) throws {
    let wrapped = Written { encoder in
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(value, forKey: AnyKey("keyed"))
      try container.encodeIfPresent(value, forKey: AnyKey("present"))
      try container.encode(Wrapper(Wrapper(wrapped)), forKey: AnyKey("single"))
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(value)
      try list.encode(wrapped)
      try list.encode([value])
      try container.encode(["inner": value], forKey: AnyKey("object"))
    }
    let list = TrackedValue.array([expected, expected, .array([expected])])
    let object = TrackedValue.properties(["inner": expected])
    #expect(properties.map(\.value) == [expected, expected, expected, list, object], sourceLocation: location)
    #expect(properties.allSatisfy { $0.flaws == flaws }, "\(properties.map(\.flaws))", sourceLocation: location)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `Typed overloads of all three containers reach the same conformance`() throws {
    // A value of static type `Int128` takes another way into a container than a generic one does.
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(Int128(1), forKey: AnyKey("i"))
      try container.encode(UInt128.max, forKey: AnyKey("u"))
      try container.encode(UInt64.max, forKey: AnyKey("w"))
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(Int128(1))
      try list.encode(UInt128(2))
      try list.encode(true)
      try list.encode(Float(0.5))
      try list.encode(contentsOf: [1, 2])
      for value in [Int128(1), 2] {
        try container.encode(
          Written { encoder in
            var single = encoder.singleValueContainer()
            try single.encode(value)
          }, forKey: AnyKey("single\(value)"))
      }
      try container.encode(
        Written { encoder in
          var single = encoder.singleValueContainer()
          try single.encode(UInt128(3))
        }, forKey: AnyKey("unsigned"))
    }
    #expect(
      properties.json == #"""
        {"i":1,"u":"340282366920938463463374607431768211455","w":"18446744073709551615","list":[1,2,true,0.5,1,2],\#
        "single1":1,"single2":2,"unsigned":3}
        """#)
  }

  // MARK: Containers

  @Test func `A container that code requests twice is one container`() throws {
    let properties = try encode { encoder in
      for step in 0..<3 {
        var top = encoder.container(keyedBy: AnyKey.self)
        var nested = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("nested"))
        try nested.encode(step, forKey: AnyKey("n\(step)"))
        var list = top.nestedUnkeyedContainer(forKey: AnyKey("list"))
        try list.encode(step)
        var above = top.superEncoder().container(keyedBy: AnyKey.self)
        try above.encode(step, forKey: AnyKey("s\(step)"))
        var within = top.superEncoder(forKey: AnyKey("own")).unkeyedContainer()
        try within.encode(step)
      }
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(["x": 1], forKey: AnyKey("value"))
      var more = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("value"))
      try more.encode(2, forKey: AnyKey("y"))
    }
    #expect(
      properties.json == #"""
        {"nested":{"n0":0,"n1":1,"n2":2},"list":[0,1,2],"super":{"s0":0,"s1":1,"s2":2},"own":[0,1,2],\#
        "value":{"x":1,"y":2}}
        """#)
    #expect(properties.allSatisfy { $0.flaws.isEmpty })
  }

  @Test func `An object in single-value containers is that object, and can be added to`() throws {
    #expect(try TrackedProperties(encoding: Wrapper(Wrapper(["a": 1]))).json == #"{"a":1}"#)
    #expect(try TrackedProperties(encoding: Wrapper(["a": [1: 2]] as [String: [Int: Int]]?)).json == #"{"a":{"1":2}}"#)
    let properties = try encode { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1])
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(2, forKey: AnyKey("b"))
    }
    #expect(properties == ["a": 1, "b": 2])
    #expect(properties.allSatisfy { $0.flaws.isEmpty })
  }

  // MARK: Two values for one key

  @Test func `The later of two values wins in the position of the first and is flawed, as in a sequence of properties`()
    throws
  {
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("a"))
      try container.encode(2, forKey: AnyKey("b"))
      try container.encode("later", forKey: AnyKey("a"))
      var nested = container.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("c"))
      try nested.encode(1, forKey: AnyKey("x"))
      try nested.encodeNil(forKey: AnyKey("x"))
    }
    let sequence = TrackedProperties([
      TrackedProperty("a", 1), TrackedProperty("b", 2), TrackedProperty("a", "later"),
      TrackedProperty("c", TrackedProperties([TrackedProperty("x", 1), TrackedProperty("x", TrackedValue.null)])),
    ])
    #expect(Array(properties) == Array(sequence))
    #expect(properties.map(\.flaws) == [.duplicateKey, [], .duplicateKey])
    #expect(properties.map(\.flaws) == sequence.map(\.flaws))
  }

  @Test func `Two kinds of content in one node: the later one wins and is flawed`() throws {
    let properties = try encode { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var keyed = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("list"))
      try keyed.encode(1, forKey: AnyKey("x"))
      var list = top.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try list.encode(2)
      try top.encode(3, forKey: AnyKey("object"))
      var object = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("object"))
      try object.encode(4, forKey: AnyKey("y"))
      var first = top.superEncoder(forKey: AnyKey("single")).singleValueContainer()
      try first.encode(5)
      try first.encode(6)
      try top.encode([7], forKey: AnyKey("scalar"))
      try top.encode(8, forKey: AnyKey("scalar"))
      let twice = Written { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(9)
        try single.encode(10)
      }
      try top.encode(twice, forKey: AnyKey("twice"))
      try top.encode([Wrapper(twice)], forKey: AnyKey("inside"))
    }
    #expect(properties.json == #"{"list":[2],"object":{"y":4},"single":6,"scalar":8,"twice":10,"inside":[10]}"#)
    #expect(properties.map(\.flaws) == Array(repeating: .duplicateKey, count: 6))
  }

  @Test func `A top-level value written twice is flawed on each of its properties`() throws {
    let properties = try encode { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1, "b": 2])
      try single.encode(["c": 3, "d": 4])
    }
    #expect(properties == ["c": 3, "d": 4])
    #expect(properties.map(\.flaws) == [.duplicateKey, .duplicateKey])
  }

  // MARK: Depth

  @Test(arguments: [1, 5, 30])
  func `Flaws from any depth reach the top-level property, and only the one that holds them`(depth: Int) throws {
    let properties = try encode { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(1, forKey: AnyKey("clean"))
      try top.encode(Nest(depth: depth, value: UInt64.max), forKey: AnyKey("object"))
      try top.encode(Nest(depth: depth, isList: true, value: Double.nan), forKey: AnyKey("list"))
    }
    #expect(properties.map(\.flaws) == [[], .outOfRange, .notFinite])
    let around = TrackedProperty("around", properties)
    #expect(around.flaws == [.outOfRange, .notFinite])
    #expect(around.value == .properties(properties))
  }

  @Test(arguments: [31, 32, 33, 34, 60])
  func `A property that is 32 levels deep is JSON text in the value around it`(depth: Int) throws {
    for isList in [false, true] {
      let nest = Nest(depth: depth, isList: isList, value: "end")
      let properties = try TrackedProperties(encoding: ["top": nest])
      let byHand = (0..<depth).reduce(TrackedValue.string("end")) { value, _ in
        isList ? .array([value]) : .properties(["n" ~>> value])
      }
      #expect(properties["top"] == ("top" ~>> byHand).value)
      #expect(properties.map(\.flaws) == [depth > 32 ? .tooDeep : []])
    }
  }

  @Test func `Up to 64 values inside each other are encoded; the next one is an error with its place`() throws {
    // The dictionary is the first value, so 63 are left.
    #expect(try TrackedProperties(encoding: ["top": Nest(depth: 63, value: 1)]).count == 1)
    #expect(throws: EncodingError.self, "Also if it is empty") {
      try TrackedProperties(encoding: ["top": Nest(depth: 63, value: [Int]())])
    }
    for depth in [64, 1_000] {
      let error = try #require(throws: EncodingError.self) {
        try TrackedProperties(encoding: ["top": Nest(depth: depth, value: 1)])
      }
      let context = try error.context
      #expect(context.codingPath.map(\.stringValue) == ["top"] + Array(repeating: "n", count: 63))
      #expect(context.debugDescription.contains("More than 64 values inside each other."))
      #expect(context.debugDescription.contains("encode an identifier"))
    }
  }

  @Test func `An object that holds itself, also through lists, optionals and wrappers, ends in an error`() throws {
    final class Album: Encodable {
      var tracks: [Track] = []
    }
    final class Track: Encodable {
      let album: Wrapper<Wrapper<Album?>>
      init(_ album: Album) { self.album = Wrapper(Wrapper(album)) }
    }
    let album = Album()
    album.tracks = [Track(album)]
    defer { album.tracks = [] }
    let error = try #require(throws: EncodingError.self) { try TrackedProperties(encoding: album) }
    #expect(try error.context.codingPath.prefix(4).map(\.stringValue) == ["tracks", "Index 0", "album", "tracks"])
  }

  @Test func `The deepest value fits the smallest stack of a thread, 512 KB`() async {
    let outcomes = await withCheckedContinuation { (continuation: CheckedContinuation<[Int], Never>) in
      let thread = Thread {
        let deepest = try? TrackedProperties(encoding: ["top": Nest(depth: 63, isList: true, value: 1)])
        let endless = try? TrackedProperties(encoding: ["top": Nest(depth: 5_000, value: 1)])
        continuation.resume(returning: [deepest?.count ?? -1, endless?.count ?? -1])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(outcomes == [1, -1])
  }

  @Test(arguments: [false, true])
  func `Containers nested without values between them are limited, too`(isList: Bool) throws {
    let error = try #require(throws: EncodingError.self) {
      try encode { encoder in
        var keyed = encoder.container(keyedBy: AnyKey.self)
        var list = keyed.nestedUnkeyedContainer(forKey: AnyKey("list"))
        for _ in 0..<100_000 {
          if isList {
            list = list.nestedUnkeyedContainer()
          } else {
            keyed = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
          }
        }
      }
    }
    let expected = isList ? ["list"] + Array(repeating: "Index 0", count: 63) : Array(repeating: "n", count: 64)
    #expect(try error.context.codingPath.map(\.stringValue) == expected)
  }

  @Test func `A write into a container that is too deep throws at once, and fails even if code catches that`()
    throws
  {
    var thrown = 0
    let attempt = { (write: () throws -> Void) in
      do { try write() } catch is EncodingError { thrown += 1 }
    }
    #expect(throws: EncodingError.self) {
      try encode { encoder in
        var parent = encoder
        for _ in 0..<200 {
          var container = parent.container(keyedBy: AnyKey.self)
          parent = container.superEncoder()
        }
        var keyed = parent.container(keyedBy: AnyKey.self)
        try attempt { try keyed.encode(1, forKey: AnyKey("x")) }
        try attempt { try keyed.encodeNil(forKey: AnyKey("x")) }
        var list = parent.unkeyedContainer()
        try attempt { try list.encode(1) }
        try attempt { try list.encodeNil() }
        var single = parent.singleValueContainer()
        try attempt { try single.encode(1) }
        try attempt { try single.encodeNil() }
      }
    }
    #expect(thrown == 6)
  }

  // MARK: Errors

  enum Plan: String, Encodable { case premium }

  static let keyless: [(any Encodable & Sendable, String)] = [
    (3, "Int encodes as a single value,"),
    ("text", "String encodes as a single value,"),
    (Plan.premium, "Plan encodes as a single value,"),
    (Date(timeIntervalSince1970: 0), "Date encodes as a single value,"),
    (Decimal(1), "encodes as a single value,"),
    (UInt64.max, "UInt64 encodes as a single value,"),
    ([1, 2], "Array<Int> encodes as an array"),
    ([[String: Int]](), "encodes as an array"),
    ([Plan.premium: 1], "encodes as an array"),
    (Int?.none, "Optional<Int> encodes as nil"),
    (Wrapper(Wrapper([1])), "encodes as an array"),
    (Written { _ = $0.unkeyedContainer() }, "Written encodes as an array"),
  ]

  @Test(arguments: keyless.indices)
  func `The error for a value without keys at the top names its type and the remedy`(index: Int) throws {
    let (value, words) = Self.keyless[index]
    let error = try #require(throws: EncodingError.self) { try TrackedProperties(encoding: value) }
    guard case .invalidValue(let given, let context) = error else { return #expect(Bool(false), "\(error)") }
    #expect(type(of: given) == type(of: value))
    #expect(context.codingPath.isEmpty)
    #expect(context.debugDescription.contains(words), "\(context.debugDescription)")
    #expect(context.debugDescription.contains("which has no keys to name properties by. Encode a struct, a class or a"))
    #expect(context.debugDescription.hasSuffix("or write one property: key ~>> value."))
  }

  @Test func `An error thrown by the value propagates as it is`() {
    struct Refusal: Error, Equatable { let reason: Int }
    let refusing = Written { _ in throw Refusal(reason: 7) }
    #expect(throws: Refusal(reason: 7)) { try TrackedProperties(encoding: refusing) }
    #expect(throws: Refusal(reason: 7)) { try TrackedProperties(encoding: ["a": [Wrapper(refusing)]]) }
  }

  @Test func `An error that the value around it catches leaves out that key only`() throws {
    struct Refusal: Error {}
    let refusing = Written { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(1, forKey: AnyKey("half"))
      throw Refusal()
    }
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try? container.encode(refusing, forKey: AnyKey("a"))
      try container.encode(1, forKey: AnyKey("b"))
      var list = container.nestedUnkeyedContainer(forKey: AnyKey("list"))
      try? list.encode(refusing)
      try list.encode(2)
    }
    #expect(properties.json == #"{"b":1,"list":[2]}"#)
  }

  @Test func `The coding path is right in every container at every depth`() throws {
    var seen: [String] = []
    let record = { (path: [any CodingKey]) in
      seen.append(path.map { $0.intValue.map { "#\($0)" } ?? $0.stringValue }.joined(separator: "/"))
    }
    let probe = Written { encoder in
      record(encoder.codingPath)
      record(encoder.container(keyedBy: AnyKey.self).codingPath)
    }
    _ = try encode { encoder in
      record(encoder.codingPath)
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(probe, forKey: AnyKey("a"))
      var list = top.nestedUnkeyedContainer(forKey: AnyKey("list"))
      record(list.codingPath)
      try list.encode(0)
      try list.encode(Wrapper(probe))
      try list.encodeNil()
      record(list.nestedContainer(keyedBy: AnyKey.self).codingPath)
      record(list.nestedUnkeyedContainer().codingPath)
      record(list.superEncoder().codingPath)
      record(top.superEncoder().codingPath)
      record(top.superEncoder(forKey: AnyKey("own")).codingPath)
      var nested = top.nestedContainer(keyedBy: AnyKey.self, forKey: AnyKey("n"))
      try nested.encode(["d": [probe]], forKey: AnyKey("m"))
      record(top.superEncoder(forKey: AnyKey("s")).singleValueContainer().codingPath)
    }
    #expect(
      seen == [
        "", "a", "a", "list", "list/#1", "list/#1", "list/#3", "list/#4", "list/#5", "super", "own",
        "n/m/d/#0", "n/m/d/#0", "s",
      ])
  }

  // MARK: Against Foundation's encoder

  @Test(arguments: Shapes.all.indices)
  func `Encodes the same content as JSONEncoder`(index: Int) throws {
    let value = Shapes.all[index]
    let data = try JSONEncoder().encode(value)
    let theirs = try JSONDecoder().decode(Form.self, from: data)
    let ours = Form(.properties(try TrackedProperties(encoding: value)))
    #expect(ours == theirs, "\(type(of: value)): \(String(decoding: data, as: UTF8.self))")
  }

  // MARK: Random trees

  @Test(arguments: 0..<20)
  func `Random trees, encoded in every way there is, are what a naive walk expects`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<SearchScale.times(25, long: 200) {
      let tree = Tree.object(Tree.randomEntries(depth: Int.random(in: 1...5, using: &generator), using: &generator))
      let properties = try TrackedProperties(encoding: tree)
      guard case .properties(let expected) = tree.expected else { return #expect(Bool(false)) }
      try #require(Array(properties) == Array(expected), "\(tree)")
      try #require(properties.json == expected.json, "The order inside is the same, too")
    }
  }
}

@Suite("Flaws of nested properties")
struct NestedFlawTests {
  @Test func `A flaw deep inside is found in a number of steps that grows with the depth, not with two to its power`() {
    // With a step for every subset of the levels this would not end.
    var properties: TrackedProperties = ["k": UInt64.max, "other": 1]
    for _ in 1..<32 { properties = [TrackedProperty("k", properties), TrackedProperty("other", 1)] }
    let property = TrackedProperty("k", properties)
    #expect(property.flaws == .outOfRange)
    #expect(property.value == .properties(properties))
    #expect(properties.count == 2)
  }
}
