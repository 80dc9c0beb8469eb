/// Makes a program out of the objects that exist at each moment, so that most steps mean something.
struct ChainProgramMaker {
  let places: [PropertyPlace]
  /// Whether contexts may be taken from objects: what a chain says on other actors is not in them, but asked later.
  var takesSnapshots = true

  private var alive: [Int] = []
  private var created = 0
  private var contexts = 0

  init(places: [PropertyPlace], takesSnapshots: Bool = true) {
    self.places = places
    self.takesSnapshots = takesSnapshots
  }

  /// A chain of up to nine objects, linked in any order, changed a few times and tracked in between.
  mutating func program(using generator: inout SeededGenerator) -> ChainProgram {
    var steps: [ChainProgram.Step] = []
    let depth = min(generator.below(9), generator.below(11))
    for object in 0...depth {
      alive.append(object)
      steps.append(.create(object, computing: place(&generator)))
    }
    created = depth + 1
    var links: [ChainProgram.Step] = []
    for object in alive {
      let parent: Int? = object == 0 || generator.chance(5) ? nil : object - 1
      if generator.chance(80) {
        links.append(link(object, parent, &generator))
      } else if generator.chance(70) {
        links.append(.computeParent(object, parent))
      }
    }
    if generator.chance(30) { links.shuffle(using: &generator) }
    steps += links
    if generator.chance(60) { steps.append(.defaults(place(&generator))) }
    if generator.chance(30) { steps.append(root(&generator)) }
    for _ in 0...generator.below(8) {
      steps += change(&generator)
      if alive.isEmpty { break }
      steps.append(track(&generator))
      if generator.chance(20) { steps.append(track(&generator)) }
    }
    return ChainProgram(steps: steps, places: places)
  }

  private func place(_ generator: inout SeededGenerator) -> Int { generator.below(places.count) }

  private func track(_ generator: inout SeededGenerator) -> ChainProgram.Step {
    let tracked = generator.chance(50) ? alive[alive.count - 1] : alive[generator.below(alive.count)]
    let scopes = (0..<(generator.chance(25) ? 1 + generator.below(3) : 0)).map { _ in
      ChainProgram.Scope(place: place(&generator), tracker: generator.chance(10) ? 1 + generator.below(2) : nil)
    }
    let start: ChainProgram.Start =
      contexts > 0 && generator.chance(15) ? .context(generator.below(contexts)) : .object(tracked)
    return .track(start, site: place(&generator), event: place(&generator), scopes: scopes)
  }

  private func trackers(_ generator: inout SeededGenerator) -> ChainProgram.Trackers {
    ChainProgram.Trackers(
      base: generator.chance(4) ? 1 + generator.below(2) : nil,
      added: generator.chance(4) ? 3 + generator.below(2) : nil)
  }

  private func link(_ child: Int, _ parent: Int?, _ generator: inout SeededGenerator) -> ChainProgram.Step {
    .link(child, parent: parent, saying: place(&generator), trackers(&generator))
  }

  private func root(_ generator: inout SeededGenerator) -> ChainProgram.Step {
    .root(generator.chance(90) ? alive[generator.below(alive.count)] : nil)
  }

  private mutating func change(_ generator: inout SeededGenerator) -> [ChainProgram.Step] {
    let object = alive[generator.below(alive.count)]
    let other = alive[generator.below(alive.count)]
    switch generator.below(17) {
    case 0, 1, 2: return [link(object, other, &generator)]
    case 3: return [link(object, nil, &generator)]
    case 4: return [.compute(object, place(&generator))]
    case 5: return [.defaults(place(&generator))]
    case 6, 7:
      // Often at the address of an object that is gone.
      let newcomer = created
      alive.append(newcomer)
      created += 1
      let creation = ChainProgram.Step.create(newcomer, computing: place(&generator))
      return generator.chance(50) ? [creation, link(newcomer, object, &generator)] : [creation]
    case 8: return []
    case 9, 10: return [.computeParent(object, generator.chance(85) ? other : nil)]
    case 11, 12:
      contexts += 1
      if takesSnapshots, generator.chance(40) { return [.snapshot(contexts - 1, of: object)] }
      let above = contexts > 1 && generator.chance(70) ? generator.below(contexts - 1) : nil
      return [
        .context(
          contexts - 1, above: above, saying: place(&generator), isLive: generator.chance(30), trackers(&generator))
      ]
    case 14: return [root(&generator)]
    case 13:
      if contexts == 0 { return [] }
      return [
        .linkToContext(object, context: generator.below(contexts), saying: place(&generator), trackers(&generator))
      ]
    default:
      alive.removeAll { $0 == object }
      return [.release(object)]
    }
  }
}

extension ChainProgram {
  /// A random program on one thread.
  static func random(places: [PropertyPlace], using generator: inout SeededGenerator) -> ChainProgram {
    var maker = ChainProgramMaker(places: places)
    return maker.program(using: &generator)
  }
}
