/// A random sequence of what an app may do with a chain.
///
/// Objects and places are numbers, so that a program can be printed, and steps be left out of it: a step on an object
/// that is not there does nothing.
struct ChainProgram: CustomStringConvertible, Sendable {
  enum Step: Sendable {
    case create(Int, computing: Int)
    case compute(Int, Int)
    case link(Int, parent: Int?, saying: Int, tracker: Int?)
    case release(Int)
    case defaults(Int)
    case track(Int, site: Int, event: Int)
  }

  var steps: [Step]
  var places: [PropertyPlace]

  /// Places for many programs: building them is what costs time.
  static func randomPlaces(using generator: inout SeededGenerator) -> [PropertyPlace] {
    let alphabet = KeySpelling.all.prefix(3 + generator.below(KeySpelling.all.count - 2))
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
    let alphabet = KeySpelling.all + dynamic
    return (0..<12).map { _ in
      .random(count: 1 + generator.below(generator.chance(50) ? 300 : 30), spellings: alphabet[...], using: &generator)
    }
  }

  /// A chain of up to nine objects, linked in any order, changed a few times and tracked in between.
  static func random(places: [PropertyPlace], using generator: inout SeededGenerator) -> ChainProgram {
    var steps: [Step] = []
    let depth = min(generator.below(9), generator.below(11))
    var alive = Array(0...depth)
    for object in alive { steps.append(.create(object, computing: generator.below(places.count))) }
    var links: [Step] = []
    for object in alive where generator.chance(90) {
      let parent: Int? = object == 0 || generator.chance(5) ? nil : object - 1
      links.append(randomLink(object, parent, places, &generator))
    }
    if generator.chance(30) { links.shuffle(using: &generator) }
    steps += links
    if generator.chance(60) { steps.append(.defaults(generator.below(places.count))) }
    var created = depth + 1
    for _ in 0...generator.below(8) {
      steps += randomChange(places, &alive, &created, &generator)
      if alive.isEmpty { break }
      let tracked = generator.chance(50) ? alive[alive.count - 1] : alive[generator.below(alive.count)]
      steps.append(.track(tracked, site: generator.below(places.count), event: generator.below(places.count)))
    }
    return ChainProgram(steps: steps, places: places)
  }

  private static func randomChange(
    _ places: [PropertyPlace], _ alive: inout [Int], _ created: inout Int, _ generator: inout SeededGenerator
  ) -> [Step] {
    let object = alive[generator.below(alive.count)]
    switch generator.below(12) {
    case 0, 1, 2: return [randomLink(object, alive[generator.below(alive.count)], places, &generator)]
    case 3: return [randomLink(object, nil, places, &generator)]
    case 4: return [.compute(object, generator.below(places.count))]
    case 5: return [.defaults(generator.below(places.count))]
    case 6, 7:
      // Often at the address of an object that is gone.
      let newcomer = created
      alive.append(newcomer)
      created += 1
      let creation = Step.create(newcomer, computing: generator.below(places.count))
      return generator.chance(50) ? [creation, randomLink(newcomer, object, places, &generator)] : [creation]
    case 8: return []
    default:
      alive.removeAll { $0 == object }
      return [.release(object)]
    }
  }

  /// How many chains the program looks at.
  var chains: Int {
    steps.count { if case .track = $0 { true } else { false } }
  }

  private static func randomLink(
    _ child: Int, _ parent: Int?, _ places: [PropertyPlace], _ generator: inout SeededGenerator
  ) -> Step {
    .link(
      child, parent: parent, saying: generator.below(places.count),
      tracker: generator.chance(4) ? 1 + generator.below(2) : nil)
  }

  var description: String {
    steps.map { step in
      switch step {
      case .create(let object, let place): "  create \(object), computing \(places[place])"
      case .compute(let object, let place): "  \(object) computes \(places[place])"
      case .link(let child, let parent, let place, let tracker):
        "  link \(child) to \(parent.map { "\($0)" } ?? "nothing"), saying \(places[place])"
          + (tracker.map { ", tracker \($0)" } ?? "")
      case .release(let object): "  release \(object)"
      case .defaults(let place): "  defaults \(places[place])"
      case .track(let object, let site, let event): "  track on \(object) \(places[site]), event \(places[event])"
      }
    }.joined(separator: "\n")
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
