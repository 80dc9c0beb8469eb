import Testing

@testable import Trackable

/// Places as nobody would merge them: every pair against all before it, by both of its names.
private struct NaiveMerge {
  var pairs: [(written: String, spelt: String, value: TrackedValue)] = []
  var flawed = 0

  mutating func add(_ place: TrackedProperties) {
    for property in place {
      if !property.flaws.isEmpty { flawed += 1 }
      let written = property.key.writtenName
      if pairs.contains(where: { $0.written == written || $0.spelt == property.key.name }) { continue }
      pairs.append((written, property.key.name, property.value))
    }
  }
}

@Suite struct PropertyMergeTests {
  /// Interned, dynamic, and renamed keys for the same few names, and values of which some are flawed.
  private func property(below names: Int, _ random: inout SeededGenerator) -> TrackedProperty {
    let identifier = LargeEnum.allCases[random.below(names)]
    let key =
      switch random.below(4) {
      case 0: PropertyKey(identifier.name)
      case 1: PropertyKey(identifier).spelled("renamed \(random.below(5))")
      default: PropertyKey(identifier)
      }
    return random.chance(5) ? (key ~>> Double.nan) : (key ~>> random.below(100))
  }

  @Test(arguments: [(1, 2), (3, 6), (6, 30), (12, 60), (40, 100), (100, 300)])
  func `Up to 300 properties are merged as the model does`(size: Int, names: Int) {
    var random = SeededGenerator(seed: UInt64(size * 1_000 + names))
    for _ in 0..<60 {
      var merge = PropertyMerge(capacity: random.below(20))
      var naive = NaiveMerge()
      for _ in 0..<random.below(7) {
        let place = TrackedProperties((0..<random.below(size + 1)).map { _ in property(below: names, &random) })
        merge.add(place)
        naive.add(place)
        #expect(merge.result.map(\.value) == naive.pairs.map(\.value))
      }
      #expect(merge.flawed.count == naive.flawed)
      #expect(merge.hasFlaws == (naive.flawed > 0))
      let result = merge.takeResult()
      #expect(result.map(\.key.writtenName) == naive.pairs.map(\.written))
      #expect(result.map(\.key.name) == naive.pairs.map(\.spelt))
      #expect(result.map(\.value) == naive.pairs.map(\.value))
      #expect(result.allSatisfy { $0.flaws.isEmpty })
      #expect(merge.takeResult().isEmpty)
    }
  }

  @Test func `The only source with properties is the result`() {
    let place: TrackedProperties = ["a" ~>> 1, "b" ~>> Double.infinity]
    var merge = PropertyMerge()
    merge.add([])
    merge.add(place)
    merge.add([])
    #expect(merge.result == place)
    #expect(merge.flawed.map(\.key) == ["b"])
    #expect(merge.result.allSatisfy { $0.flaws.isEmpty })
    merge.add(["a" ~>> 2, "c" ~>> 3])
    #expect(merge.takeResult().map(\.key.name) == ["a", "b", "c"])
  }

  /// Keys whose places in an index of up to 512 slots are the same are told apart, found, and found missing.
  @Test func `Keys that fall into one slot are told apart`() {
    let colliding = (0...).lazy.map { PropertyKey("colliding \($0)") }
      .filter { ($0.identityHash >> 13 ^ $0.identityHash) & 511 == 17 }.prefix(70)
    var merge = PropertyMerge()
    for (number, key) in colliding.enumerated() { merge.add([key ~>> number]) }
    for key in colliding { merge.add([key ~>> "lower"]) }
    #expect(merge.result.map(\.key) == Array(colliding))
    #expect(merge.result.map(\.value) == (0..<70).map { .int($0) })
  }

  @Test func `A source that somebody else holds is left as it is`() {
    let place: TrackedProperties = ["a" ~>> 1, "b" ~>> Double.nan]
    let copy = place
    var merge = PropertyMerge()
    merge.add(place)
    merge.add(["c" ~>> 2])
    #expect(merge.takeResult().count == 3)
    #expect(copy.map(\.flaws) == [[], .notFinite])
  }
}

/// How a collection is written makes no difference to what it says.
@Suite struct WrittenPropertiesTests {
  private func build(@TrackedPropertiesBuilder _ body: () -> TrackedProperties) -> TrackedProperties { body() }

  private func expectSame(_ forms: TrackedProperties..., sourceLocation: SourceLocation = #_sourceLocation) {
    for form in forms {
      #expect(Array(form) == Array(forms[0]), sourceLocation: sourceLocation)
      #expect(form.map(\.flaws) == forms[0].map(\.flaws), sourceLocation: sourceLocation)
    }
  }

  private typealias SourceLocation = Testing.SourceLocation

  @Test(arguments: [nil, 1, 2], [nil, 3]) func `Literals, builders and sequences agree`(first: Int?, second: Int?) {
    let a = Keys.a ~>> first
    let b = Keys.b ~>> second
    let again = Keys.a.name ~>> second
    expectSame(TrackedProperties([a]), [a], build { a })
    expectSame(
      TrackedProperties([a, b]), [a, b],
      build {
        a; b
      })
    expectSame(
      TrackedProperties([a, again]), [a, again],
      build {
        a; again
      })
    expectSame(
      TrackedProperties([a, b, again]), [a, b, again],
      build {
        a; b; again
      })
    expectSame(
      TrackedProperties([a, b, again, a, b]), [a, b, again, a, b],
      build {
        [a, b]; [again, a, b]
      })
  }

  @Test func `Of two statements the later wins, in the first position, and is flawed`() {
    let properties = build {
      Keys.a ~>> 1
      Keys.a ~>> 2
    }
    #expect(Array(properties) == [Keys.a ~>> 2])
    #expect(properties[0].flaws == .duplicateKey)
  }

  @Test func `A key is one word, and a property four`() {
    #expect(MemoryLayout<PropertyKey>.size == MemoryLayout<UInt>.size)
    #expect(MemoryLayout<TrackedProperty>.stride == 32)
  }
}
