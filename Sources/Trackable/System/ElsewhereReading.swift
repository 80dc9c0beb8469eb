/// The progress of reading those parts of a walk that belong to other actors.
struct ElsewhereReading: Sendable {
  /// The walk from its first part on another actor onwards.
  private(set) var parts: ChainParts
  /// The chain's trackers, as far as they are known.
  private(set) var route: TrackerRoute
  private(set) var troubles: [ChainTrouble]
  /// The links that were already being read when this began.
  private let outer: Set<ObjectIdentifier>
  private var asked: Set<ObjectIdentifier> = []

  init(parts: ChainParts, route: TrackerRoute, troubles: [ChainTrouble]) {
    self.parts = parts
    self.route = route
    self.troubles = troubles
    outer = PartElsewhere.beingRead
    leaveOut(outer) { .recursive($0) }
  }

  /// An actor on which something is left to be read.
  var nextActor: (any Actor)? { parts.nextActor }

  /// Goes from actor to actor until nothing is left.
  mutating func finish() async {
    while let actor = nextActor {
      let reading = self
      self = await reading.step(on: actor)
    }
  }

  /// Reads everything that can be read on one actor.
  func step(on actor: isolated any Actor) -> ElsewhereReading {
    let waiting = parts.elsewhere
    let links = outer.union(waiting.map { ObjectIdentifier($0.link) })
    var next = PartElsewhere.$beingRead.withValue(links) { read(on: actor) }
    next.asked.formUnion(waiting.filter { $0.actor === actor }.map { ObjectIdentifier($0.link) })
    // A context further up may contain the same links again, and the walk would never end.
    next.leaveOut(next.asked) { .cycle($0) }
    return next
  }

  private func read(on actor: isolated any Actor) -> ElsewhereReading {
    var next = self
    next.parts = ChainParts()
    for part in parts.list {
      switch part {
      case .said(let properties, let source):
        next.parts.add(properties, from: source)
      case .elsewhere(let part) where part.actor !== actor:
        next.parts.add(elsewhere: part)
      case .elsewhere(let part):
        guard let (route, troubles) = part.read(into: &next.parts, on: actor) else {
          next.route.removeTracker(addedBy: part.link)
          continue
        }
        next.route.pass(route)
        next.troubles += troubles
      }
    }
    return next
  }

  /// Removes the parts that belong to these links.
  private mutating func leaveOut(_ links: Set<ObjectIdentifier>, as trouble: (String) -> ChainTrouble) {
    if links.isEmpty { return }
    for part in parts.remove(links) { troubles.append(trouble(String(describing: part.link.type))) }
  }

  /// The state in which nothing more is asked: for a delivery that has waited too long.
  var givenUp: ElsewhereReading {
    var reading = self
    for part in parts.elsewhere { reading.troubles.append(.notAnswering(String(describing: part.link.type))) }
    return reading
  }
}
