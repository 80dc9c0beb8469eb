import TestSupport
import Testing
import Trackable

/// Properties in the simplest form: a list of pairs that is searched from the front.
private struct NaiveProperties: Equatable {
  var pairs: [(name: String, value: TrackedValue)] = []

  mutating func set(_ name: String, _ value: TrackedValue?) {
    guard let value else { return }
    if let index = pairs.firstIndex(where: { $0.name == name }) {
      pairs[index].value = value
    } else {
      pairs.append((name, value))
    }
  }

  mutating func remove(_ name: String) { pairs.removeAll { $0.name == name } }

  static func + (left: Self, right: Self) -> Self {
    right.pairs.reduce(into: left) { $0.set($1.name, $1.value) }
  }

  static func == (left: Self, right: Self) -> Bool {
    left.pairs.map(\.name) == right.pairs.map(\.name) && left.pairs.map(\.value) == right.pairs.map(\.value)
  }

  init() {}

  init(_ properties: TrackedProperties) {
    pairs = properties.map { ($0.key.name, $0.value) }
  }
}

/// Random properties and what the naive model makes of them. Names are drawn from few, so that they meet; half of the
/// keys are interned.
private struct Generator {
  var random: SeededGenerator

  mutating func properties(upTo count: Int, names: Int = 40) -> (TrackedProperties, NaiveProperties) {
    var list: [TrackedProperty] = []
    var naive = NaiveProperties()
    for _ in 0..<Int.random(in: 0...count, using: &random) {
      let case_ = LargeEnum.allCases[random.below(names)]
      let value: TrackedValue? = random.chance(10) ? nil : .int(random.below(100))
      list.append(random.chance(50) ? (case_ ~>> value) : (case_.name ~>> value))
      naive.set(case_.name, value)
    }
    return (TrackedProperties(list), naive)
  }
}

@Suite struct TrackedPropertiesLawTests {
  @Test(arguments: [0, 1, 2, 5, 30, 60]) func `Properties hold what the model holds`(size: Int) {
    var generator = Generator(random: SeededGenerator(seed: UInt64(size) + 100))
    for _ in 0..<SearchScale.times(40, long: 300) {
      let (properties, naive) = generator.properties(upTo: size)
      expect(NaiveProperties(properties), is: naive)
      for key in LargeEnum.allCases.prefix(45) {
        let expected = naive.pairs.first { $0.name == key.name }?.value
        expect(properties[key], is: expected)
        expect(properties[key.name], is: expected)
      }
      expect(Set(properties.map(\.key)).count, is: properties.count)
    }
  }

  @Test(arguments: [1, 2, 8, 40]) func `Merging is associative and the right side wins`(size: Int) {
    var generator = Generator(random: SeededGenerator(seed: UInt64(size) + 200))
    for _ in 0..<SearchScale.times(30, long: 200) {
      let (a, naiveA) = generator.properties(upTo: size)
      let (b, naiveB) = generator.properties(upTo: size)
      let (c, naiveC) = generator.properties(upTo: size)
      expect(NaiveProperties(a + b), is: naiveA + naiveB)
      expect(NaiveProperties((a + b) + c), is: naiveA + naiveB + naiveC)
      expect(Array((a + b) + c), is: Array(a + (b + c)))
      expect(Array(a + a), is: Array(a))
      var sum = a
      sum += b
      expect(Array(sum), is: Array(a.merging(b)))
    }
  }

  @Test func `Setting and removing follows the model, and copies stay as they were`() {
    var random = SeededGenerator(seed: 300)
    var (properties, naive) = (TrackedProperties(), NaiveProperties())
    var copies: [(TrackedProperties, NaiveProperties)] = []
    for step in 0..<SearchScale.times(600, long: 3_000) {
      copies.append((properties, naive))
      let key = LargeEnum.allCases[random.below(50)]
      switch random.below(10) {
      case 0..<3:
        properties[key] = nil
        naive.remove(key.name)
      case 3:
        properties += ["key \(step)" ~>> step]
        naive.set("key \(step)", .int(step))
      default:
        properties[key] = .int(step)
        naive.set(key.name, .int(step))
      }
      expect(NaiveProperties(properties), is: naive)
    }
    for (copy, naive) in copies { expect(NaiveProperties(copy), is: naive) }
  }

  @Test(arguments: [2, 3, 24, 25, 70]) func `Order does not count for equality`(size: Int) {
    var generator = Generator(random: SeededGenerator(seed: UInt64(size) + 400))
    for _ in 0..<100 {
      let (properties, _) = generator.properties(upTo: size, names: 100)
      let shuffled = TrackedProperties(properties.shuffled(using: &generator.random))
      #expect(properties == shuffled && shuffled == properties)
      guard let some = properties.randomElement(using: &generator.random) else { continue }
      var changed = shuffled
      changed[some.key] = "changed"
      #expect(properties != changed && changed != properties)
      changed[some.key] = nil
      #expect(properties != changed && changed != properties)
      changed["another"] = some.value
      #expect(properties != changed && changed != properties)
    }
  }
}
