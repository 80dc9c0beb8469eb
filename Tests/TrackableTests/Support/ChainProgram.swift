/// A random sequence of what an app may do with a chain.
///
/// Objects and places are numbers, so that a program can be printed, and steps be left out of it: a step on an object
/// that is not there does nothing.
struct ChainProgram: CustomStringConvertible, Sendable {
  typealias Trackers = PrecedenceOracle.Trackers

  struct Scope: Sendable {
    let place: Int
    let tracker: Int?
  }

  /// The object or context that tracks.
  enum Start: Sendable { case object(Int), context(Int) }

  enum Step: Sendable {
    case create(Int, computing: Int)
    case compute(Int, Int)
    case computeParent(Int, Int?)
    case link(Int, parent: Int?, saying: Int, Trackers)
    case linkToContext(Int, context: Int, saying: Int, Trackers)
    case release(Int)
    case defaults(Int)
    /// Another bootstrap, with this object as the root.
    case root(Int?)
    case context(Int, above: Int?, saying: Int, isLive: Bool, Trackers)
    case snapshot(Int, of: Int)
    case track(Start, site: Int, event: Int, scopes: [Scope])
  }

  var steps: [Step]
  var places: [PropertyPlace]

  /// Places for many programs: building them is what costs time.
  static func randomPlaces(using generator: inout SeededGenerator) -> [PropertyPlace] {
    let alphabet =
      generator.chance(60)
      ? KeySpelling.entities.prefix(2 + generator.below(KeySpelling.entities.count - 1))
      : KeySpelling.all.prefix(3 + generator.below(KeySpelling.all.count - 2))
    return (0..<150).map { _ in
      let count = generator.chance(3) ? 8 + generator.below(24) : generator.below(4)
      return .random(count: count, spellings: alphabet, using: &generator)
    }
  }

  /// Places with up to 300 names each.
  static func randomLargePlaces(using generator: inout SeededGenerator) -> [PropertyPlace] {
    let names = 20 + generator.below(480)
    let dynamic = (0..<names).map { number in
      let name = "\(generator.below(2) == 0 ? "a rather long key, number " : "k")\(number)"
      return KeySpelling(name, "\"\(name)\"", name)
    }
    let alphabet = KeySpelling.all + KeySpelling.entities + dynamic
    return (0..<12).map { _ in
      .random(count: 1 + generator.below(generator.chance(50) ? 300 : 30), spellings: alphabet[...], using: &generator)
    }
  }

  /// How many chains the program looks at.
  var chains: Int {
    steps.count { if case .track = $0 { true } else { false } }
  }

  /// The steps, and what is said in the places that they name by number.
  var description: String {
    let said = places.enumerated().map { "  place \($0): \($1)" }
    return (steps.map { "  \($0)" } + said).joined(separator: "\n")
  }
}

extension ChainProgram {
  /// The shortest program, among those with steps left out, that still fails.
  func shrunk(failing: (ChainProgram) -> Bool) -> ChainProgram {
    var program = self
    var index = 0
    while index < program.steps.count {
      var shorter = program
      shorter.steps.remove(at: index)
      if failing(shorter) {
        program = shorter
        index = 0
      } else {
        index += 1
      }
    }
    return program
  }
}
