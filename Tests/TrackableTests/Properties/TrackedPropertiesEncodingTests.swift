import Foundation
import TestSupport
import Testing
import Trackable

@Suite("Properties from an Encodable value")
struct TrackedPropertiesEncodingTests {
  // MARK: Shapes

  @Test func `Dictionaries are sorted by key wherever they are, since their own order changes`() throws {
    let letters = Dictionary(uniqueKeysWithValues: "qwertyuiopasdfghjklzxcvbnm".map { (String($0), 1) })
    let sorted = TrackedProperties(letters.keys.sorted().map { $0 ~>> 1 })
    #expect(try Array(TrackedProperties(encoding: letters)) == Array(sorted))
    #expect(try Array(TrackedProperties(encoding: letters as [String: Int]?)) == Array(sorted))
    #expect(try TrackedProperties(encoding: ["d": letters]).json == #"{"d":\#(sorted.json)}"#)
    let numbers = Dictionary(uniqueKeysWithValues: (0..<30).map { ($0, "\($0)") })
    #expect(try TrackedProperties(encoding: numbers).map(\.key.name) == (0..<30).map(\.description).sorted())
  }

  @Test func `A nil that is not encoded is omitted, and a value that encodes nothing is there and empty`() throws {
    #expect(try encode { _ in }.isEmpty)
    #expect(try encode { _ = $0.container(keyedBy: AnyKey.self) }.isEmpty)
    #expect(try TrackedProperties(encoding: [String: Int]()).isEmpty)
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encodeIfPresent(Int?.none, forKey: "absent")
      try container.encode(Int?.none, forKey: "optional")
      try container.encode(Written { _ in }, forKey: "nothing")
      _ = container.superEncoder()
    }
    #expect(properties.json == #"{"optional":null,"nothing":{},"super":{}}"#)
  }

  @Test func `What the compiler synthesises, and data, is encoded like what is written by hand`() throws {
    enum Plan: String, Encodable, CodingKeyRepresentable { case free, premium }
    enum Case: Encodable { case none, several(name: String, Int), nested([Case]) }
    struct Everything: Encodable {
      let cases = [Case.none, .several(name: "n", 2), .nested([.none])]
      let plans = [Plan.premium: Plan.free, .free: .premium]
      let missing = Int?.none, data = Data([0, 255, 16]), range = 1..<3, date = Date(timeIntervalSince1970: 1)
    }
    class Media: Encodable { let title = "Imagine" }
    class Album: Media {
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: AnyKey.self)
        try container.encode(Everything(), forKey: "all")
        try super.encode(to: container.superEncoder())
      }
    }
    #expect(
      try TrackedProperties(encoding: Album()).json == #"""
        {"all":{"cases":[{"none":{}},{"several":{"name":"n","_1":2}},{"nested":{"_0":[{"none":{}}]}}],\#
        "plans":{"free":"premium","premium":"free"},"data":"AP8Q","range":[1,3],"date":"1970-01-01T00:00:01.000Z"},\#
        "super":{"title":"Imagine"}}
        """#)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `A value of a static type with 128 bits takes a way of its own into each container`() throws {
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(Int128(1), forKey: "i")
      try container.encode(UInt128.max, forKey: "u")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try list.encode(Int128(1))
      try list.encode(UInt128(2))
      var single = container.superEncoder(forKey: "single").singleValueContainer()
      try single.encode(Int128(3))
      single = container.superEncoder(forKey: "unsigned").singleValueContainer()
      try single.encode(UInt128(4))
    }
    #expect(
      properties.json == #"{"i":1,"u":"340282366920938463463374607431768211455","list":[1,2],"single":3,"unsigned":4}"#)
    #expect(properties.map(\.flaws) == [[], .outOfRange, [], [], []])
  }

  // MARK: Containers

  @Test func `The container above, and one of the outermost value, are one also if code requests them twice`() throws {
    let properties = try encode { encoder in
      for step in 0..<2 {
        var top = encoder.container(keyedBy: AnyKey.self)
        try top.encode(step, forKey: AnyKey(stringValue: "t\(step)"))
        var above = top.superEncoder().container(keyedBy: AnyKey.self)
        try above.encode(step, forKey: AnyKey(stringValue: "s\(step)"))
      }
      var top = encoder.container(keyedBy: AnyKey.self)
      try top.encode(["x": 1], forKey: "value")
      var more = top.nestedContainer(keyedBy: AnyKey.self, forKey: "value")
      try more.encode(2, forKey: "y")
    }
    #expect(properties.json == #"{"t0":0,"super":{"s0":0,"s1":1},"t1":1,"value":{"x":1,"y":2}}"#)
    #expect(properties.allSatisfy { $0.flaws.isEmpty })
  }

  @Test func `An object in single-value containers is that object, and can be added to`() throws {
    #expect(try TrackedProperties(encoding: Wrapper(Wrapper(["a": 1]))).json == #"{"a":1}"#)
    let properties = try encode { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1])
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(2, forKey: "b")
    }
    #expect(properties == ["a": 1, "b": 2])
    #expect(properties.allSatisfy { $0.flaws.isEmpty })
  }

  // MARK: Two values for one key

  @Test func `Two kinds of content in one node: the later one wins and is flawed`() throws {
    let properties = try encode { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var keyed = top.nestedContainer(keyedBy: AnyKey.self, forKey: "list")
      try keyed.encode(1, forKey: "x")
      var list = top.nestedUnkeyedContainer(forKey: "list")
      try list.encode(2)
      try top.encode(3, forKey: "object")
      var object = top.nestedContainer(keyedBy: AnyKey.self, forKey: "object")
      try object.encode(4, forKey: "y")
      try top.encode([7], forKey: "scalar")
      try top.encode(8, forKey: "scalar")
      let twice = Written { encoder in
        var single = encoder.singleValueContainer()
        try single.encode(9)
        try single.encode(10)
      }
      try top.encode(twice, forKey: "twice")
      try top.encode([Wrapper(twice)], forKey: "inside")
    }
    #expect(properties.json == #"{"list":[2],"object":{"y":4},"scalar":8,"twice":10,"inside":[10]}"#)
    #expect(properties.map(\.flaws) == Array(repeating: .duplicateKey, count: 5))
    let atTheTop = try encode { encoder in
      var single = encoder.singleValueContainer()
      try single.encode(["a": 1, "b": 2])
      try single.encode(["c": 3, "d": 4])
    }
    #expect(atTheTop == ["c": 3, "d": 4])
    #expect(atTheTop.map(\.flaws) == [.duplicateKey, .duplicateKey], "Each property, since nothing is around them")
  }

  // MARK: Depth

  @Test(arguments: [31, 32, 33, 60], [false, true])
  func `A property that is 32 levels deep is JSON text in the value around it`(depth: Int, isList: Bool) throws {
    let properties = try TrackedProperties(encoding: ["top": Nest(depth: depth, isList: isList, value: "end")])
    let byHand = (0..<depth).reduce(TrackedValue.string("end")) { value, _ in
      isList ? .array([value]) : .properties(["n" ~>> value])
    }
    #expect(properties["top"] == ("top" ~>> byHand).value)
    #expect(properties.map(\.flaws) == [depth > 32 ? .tooDeep : []])
  }

  @Test func `Up to 64 values inside each other are encoded; the next one is an error with its place`() throws {
    // The dictionary is the first value, so 63 are left.
    #expect(try TrackedProperties(encoding: ["top": Nest(depth: 63, value: 1)]).count == 1)
    #expect(throws: EncodingError.self, "Also if it is empty") {
      try TrackedProperties(encoding: ["top": Nest(depth: 63, value: [Int]())])
    }
    let error = try #require(throws: EncodingError.self) {
      try TrackedProperties(encoding: ["top": Nest(depth: 1_000, value: 1)])
    }
    let context = try error.context
    #expect(context.codingPath.map(\.stringValue) == ["top"] + Array(repeating: "n", count: 63))
    #expect(context.debugDescription.contains("More than 64 values inside each other."))
    #expect(context.debugDescription.contains("encode an identifier"))
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
        var list = keyed.nestedUnkeyedContainer(forKey: "list")
        for _ in 0..<100_000 {
          if isList {
            list = list.nestedUnkeyedContainer()
          } else {
            keyed = keyed.nestedContainer(keyedBy: AnyKey.self, forKey: "n")
          }
        }
      }
    }
    let expected = isList ? ["list"] + Array(repeating: "Index 0", count: 63) : Array(repeating: "n", count: 64)
    #expect(try error.context.codingPath.map(\.stringValue) == expected)
  }

  private func mustThrow(_ write: () throws -> Void) { #expect(throws: EncodingError.self, performing: write) }

  @Test func `A write into a container that is too deep throws at once, and fails even if code catches that`() {
    #expect(throws: EncodingError.self) {
      try encode { encoder in
        var parent = encoder
        for _ in 0..<200 {
          var container = parent.container(keyedBy: AnyKey.self)
          parent = container.superEncoder()
        }
        var keyed = parent.container(keyedBy: AnyKey.self)
        mustThrow { try keyed.encode(1, forKey: "x") }
        mustThrow { try keyed.encodeNil(forKey: "x") }
        var list = parent.unkeyedContainer()
        mustThrow { try list.encode(1) }
        var single = parent.singleValueContainer()
        mustThrow { try single.encodeNil() }
      }
    }
  }

  // MARK: Errors

  static let keyless: [(any Encodable & Sendable, String)] = [
    (3, "Int encodes as a single value,"),
    (Date(timeIntervalSince1970: 0), "Date encodes as a single value,"),
    (["a"], "Array<String> encodes as an array"),
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

  @Test func `An error of the value propagates as it is, and leaves out its key only where code catches it`() throws {
    struct Refusal: Error, Equatable { let reason: Int }
    let refusing = Written { _ in throw Refusal(reason: 7) }
    #expect(throws: Refusal(reason: 7)) { try TrackedProperties(encoding: refusing) }
    #expect(throws: Refusal(reason: 7)) { try TrackedProperties(encoding: ["a": [Wrapper(refusing)]]) }
    let properties = try encode { encoder in
      var container = encoder.container(keyedBy: AnyKey.self)
      try? container.encode(refusing, forKey: "a")
      try container.encode(1, forKey: "b")
      var list = container.nestedUnkeyedContainer(forKey: "list")
      try? list.encode(refusing)
      try list.encode(2)
    }
    #expect(properties.json == #"{"b":1,"list":[2]}"#)
  }

  @Test func `The coding path is right in every container`() throws {
    var seen: [String] = []
    let record = { (path: [any CodingKey]) in
      seen.append(path.map { $0.intValue.map { "#\($0)" } ?? $0.stringValue }.joined(separator: "/"))
    }
    _ = try encode { encoder in
      var top = encoder.container(keyedBy: AnyKey.self)
      var list = top.nestedUnkeyedContainer(forKey: "list")
      try list.encode(0)
      record(list.codingPath)
      record(list.nestedContainer(keyedBy: AnyKey.self).codingPath)
      record(list.superEncoder().codingPath)
      record(top.superEncoder().codingPath)
      record(top.superEncoder(forKey: "own").singleValueContainer().codingPath)
    }
    #expect(seen == ["list", "list/#1", "list/#2", "super", "own"])
  }

  // MARK: Random trees

  @Test(arguments: 0..<20)
  func `Random trees, encoded in every way there is, are what a naive walk expects`(seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<SearchScale.times(25, long: 200) {
      let entries = Tree.randomEntries(depth: 1 + generator.below(5), using: &generator)
      let properties = try TrackedProperties(encoding: Tree.object(entries))
      guard case .properties(let expected) = Tree.object(entries).expected else { return #expect(Bool(false)) }
      try #require(Array(properties) == Array(expected), "\(entries)")
      try #require(properties.json == expected.json, "The order inside is the same, too")
      let flaws = Tree.flaws(of: entries)
      for property in properties {
        let possible = flaws[property.key.name] ?? []
        #expect(property.flaws.isEmpty == possible.isEmpty && possible.isSuperset(of: property.flaws), "\(entries)")
      }
    }
  }
}
