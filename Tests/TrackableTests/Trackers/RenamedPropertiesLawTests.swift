import Testing

@testable import Trackable

/// Properties of which each has two names, as nobody would build them: a list that is searched from the front.
private struct NaiveRenamed {
  struct Pair {
    var written: String
    var shown: String
    var value: Int
    /// Whether a renaming gave it the name that it has now.
    var isSpelled = false

    func isSame(as other: Pair) -> Bool { written == other.written || shown == other.shown }
  }

  var pairs: [Pair] = []

  /// A name is the one with which a key was written, or else the one that a key has now.
  func position(of name: String, shown: String? = nil) -> Int? {
    pairs.firstIndex { $0.written == name } ?? pairs.firstIndex { $0.shown == shown ?? name }
  }

  mutating func set(_ name: String, _ value: Int) {
    if let position = position(of: name) {
      pairs[position].value = value
    } else {
      pairs.append(Pair(written: name, shown: name, value: value))
    }
  }

  mutating func remove(_ name: String) { pairs.removeAll { $0.written == name || $0.shown == name } }

  /// A later property of the same collection.
  mutating func add(_ pair: Pair) {
    guard let position = position(of: pair.written, shown: pair.shown) else { return pairs.append(pair) }
    // A spelling stays, unless another one is given.
    let former = pairs[position]
    pairs[position] = pair
    if former.isSpelled, !pair.isSpelled {
      pairs[position] = former
      pairs[position].value = pair.value
    }
    let shown = pairs[position].shown
    pairs = pairs.enumerated().filter { $0.offset == position || $0.element.shown != shown }.map(\.element)
  }

  mutating func addLowest(_ given: [(String, Int)]) {
    for (name, value) in given where position(of: name) == nil { set(name, value) }
  }

  mutating func addHighest(_ given: [(String, Int)]) {
    var higher = NaiveRenamed()
    for (name, value) in given {
      let known = position(of: name).map { pairs[$0] }
      higher.add(Pair(written: known?.written ?? name, shown: known?.shown ?? name, value: value))
    }
    pairs = higher.pairs + pairs.filter { pair in !higher.pairs.contains { $0.isSame(as: pair) } }
  }

  mutating func rename(_ names: [String: String]) {
    let all = pairs
    pairs = []
    for var pair in all {
      pair.shown = names[pair.shown] ?? pair.shown
      pair.isSpelled = true
      if !pairs.contains(where: { $0.shown == pair.shown }) { pairs.append(pair) }
    }
  }
}

/// Random properties, given by few names, so that they meet: those of cases, and plain strings that a renaming may make
/// of them.
private struct Generator {
  var random: SeededGenerator
  let names: [String]
  private let keys: [String: LargeEnum]

  init(seed: Int, cases: Int) {
    random = SeededGenerator(seed: UInt64(seed))
    let cases = LargeEnum.allCases.prefix(cases)
    keys = Dictionary(uniqueKeysWithValues: cases.map { ($0.name, $0) })
    names = cases.flatMap { [$0.name, $0.rawValue] }
  }

  mutating func name() -> String { names[random.below(names.count)] }

  /// A key of that name: the case, or a string.
  mutating func key(_ name: String) -> PropertyKey {
    if let key = keys[name], random.chance(70) { PropertyKey(key) } else { PropertyKey(name) }
  }

  mutating func given(upTo count: Int) -> (TrackedProperties, [(String, Int)]) {
    var values: [(String, Int)] = []
    for _ in 0..<random.below(count + 1) {
      let name = name()
      if !values.contains(where: { $0.0 == name }) { values.append((name, random.below(1_000))) }
    }
    return (TrackedProperties(values.map { key($0.0) ~>> $0.1 }), values)
  }

  mutating func renaming() -> [String: String] {
    var renaming: [String: String] = [:]
    for name in names where random.chance(60) { renaming[name] = self.name() }
    return renaming
  }

  /// An event's properties, renamed up to twice.
  mutating func renamed(upTo count: Int) -> (TrackedProperties, NaiveRenamed) {
    var (properties, values) = given(upTo: count)
    var naive = NaiveRenamed(pairs: values.map { .init(written: $0.0, shown: $0.0, value: $0.1) })
    for _ in 0..<random.below(3) {
      let names = renaming()
      // Names that become the same are an issue of that system.
      properties = withSystem(NoOpTracker()) {
        KeyRenaming(.custom { names[$0] ?? $0 }, at: CodeLocation())(properties)
      }
      naive.rename(names)
    }
    return (properties, naive)
  }
}

private struct Opened: AnalyticsEvent {}

/// What is said behind a renaming, with the names that a destination knows or with those that were written.
@Suite struct RenamedPropertiesLawTests {
  private func expect(
    _ properties: TrackedProperties, _ naive: NaiveRenamed, _ names: [String], _ what: String,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    #expect(
      properties.map { "\($0.key.name) \($0.value)" } == naive.pairs.map { "\($0.shown) \($0.value)" }, "\(what)",
      sourceLocation: location)
    #expect(Set(properties.map(\.key.name)).count == properties.count, "\(what)", sourceLocation: location)
    for name in names {
      let expected = naive.position(of: name).map { TrackedValue.int(naive.pairs[$0].value) }
      #expect(properties[name] == expected, "\(what): \(name)", sourceLocation: location)
    }
  }

  @Test(arguments: [(4, 4), (8, 12), (40, 80)])
  func `What is added or set behind a renaming meets the key that has its name`(cases: Int, size: Int) {
    var generator = Generator(seed: cases, cases: cases)
    for _ in 0..<(cases < 40 ? 400 : 60) {
      var (properties, naive) = generator.renamed(upTo: size)
      for _ in 0..<generator.random.below(4) {
        let (given, values) = generator.given(upTo: min(size, 6))
        let recorder = RecordingTracker.plain()
        let event = TrackedEvent(Opened(), properties: properties)
        let what: String
        switch generator.random.below(5) {
        case 0:
          what = "defaults \(given) to \(properties)"
          recorder.addingDefaults(given).track(event)
          naive.addLowest(values)
        case 1:
          what = "overriding \(given) of \(properties)"
          recorder.overridingProperties(with: given).track(event)
          naive.addHighest(values)
        case 2:
          what = "\(properties) + \(given)"
          recorder.map { TrackedEvent($0, properties: $0.properties + given) }.track(event)
          for (name, value) in values { naive.set(name, value) }
        case 3:
          let name = generator.name()
          let key = generator.key(name)
          what = "\(properties) without \(name)"
          properties[key] = nil
          recorder.track(TrackedEvent(Opened(), properties: properties))
          naive.remove(name)
        default:
          let name = generator.name()
          let key = generator.key(name)
          what = "\(properties) with \(name)"
          properties[key] = 1_234
          recorder.track(TrackedEvent(Opened(), properties: properties))
          naive.set(name, 1_234)
        }
        properties = recorder.events[0].properties
        expect(properties, naive, generator.names, what)
      }
    }
  }

  @Test(arguments: [(4, 4), (8, 12), (40, 80)])
  func `Renamed properties of several sources stay distinct, however they are put together`(cases: Int, size: Int) {
    var generator = Generator(seed: cases + 100, cases: cases)
    for _ in 0..<(cases < 40 ? 400 : 60) {
      let sources = (0..<3).map { _ in generator.renamed(upTo: size) }
      var merge = PropertyMerge()
      for (properties, _) in sources { merge.add(properties) }
      var first = NaiveRenamed()
      var last = NaiveRenamed()
      for pair in sources.flatMap(\.1.pairs) {
        if !first.pairs.contains(where: { $0.isSame(as: pair) }) { first.pairs.append(pair) }
        last.add(pair)
      }
      expect(merge.result, first, generator.names, "merge of \(sources.map(\.0))")
      expect(TrackedProperties(sources.flatMap(\.0)), last, generator.names, "all of \(sources.map(\.0))")
      expect(sources[0].0 + sources[1].0 + sources[2].0, last, generator.names, "sum of \(sources.map(\.0))")
      @TrackedPropertiesBuilder var built: TrackedProperties {
        sources[0].0
        sources[1].0
        sources[2].0
      }
      expect(built, last, generator.names, "built of \(sources.map(\.0))")
    }
  }
}
