/// A part of a walk that has to be read on another actor: an ancestor's computed properties, and the parent that it
/// computes, if it is the last one that was linked.
struct PartElsewhere: Sendable {
  let link: ChainLink
  /// The actor on which the ancestor may be read. It is kept alive as long as an event waits for it.
  let actor: any Actor
  /// How far the ancestor is from where the event was tracked.
  var distance: Int
  /// Whether what it computes is wanted, or only who is above it.
  var asksForProperties: Bool
  /// Whether the ancestor is the last one that was linked, and so is asked for its parent.
  let asksForParent: Bool
  /// The links that the walk has passed, to notice cycles.
  let passed: [ChainPath]

  /// The source of what the ancestor computes.
  var source: PropertySource { .of(.object, link.type, distance) }

  /// The links that this task, or one of its parent tasks, is currently reading. An ancestor that tracks while it is
  /// read would otherwise be read again for that event, and so on without end.
  @TaskLocal static var beingRead: Set<ObjectIdentifier> = []
}

extension PartElsewhere {
  /// Reads the part on its actor: what the ancestor computes and, if it has to be asked for its parent, what is above
  /// it.
  ///
  /// - Returns: The trackers further up, and what could not be done; `nil` if the ancestor is gone.
  func read(into sink: inout ChainParts, on actor: isolated any Actor) -> (route: TrackerRoute, [ChainTrouble])? {
    guard let object = link.object else { return nil }
    return ActiveCalls.withFrame { frame in
      var walk = ChainWalk(
        isolation: actor, frame: frame, readsProperties: asksForProperties, distance: distance, passed: passed)
      walk.read(object, thenAbove: asksForParent, into: &sink)
      return (walk.route, walk.troubles)
    }
  }
}

/// A part of a walk. Whatever comes after a part on another actor has to wait for it, because its keys win.
enum ChainPart: Sendable {
  case said(TrackedProperties, PropertySource)
  case elsewhere(PartElsewhere)
}

/// The receiver of what a walk along a chain finds.
protocol ChainSink: PropertySink {
  mutating func add(elsewhere part: PartElsewhere)
  /// There is an object that cannot be asked: it is nothing to most.
  mutating func add(unread source: PropertySource)
}

extension ChainSink {
  mutating func add(unread source: PropertySource) {}
}

/// Collects all parts of a walk.
struct ChainParts: ChainSink {
  private(set) var list: [ChainPart] = []

  mutating func add(_ properties: TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if !properties.isEmpty { list.append(.said(properties, source())) }
  }

  mutating func add(elsewhere part: PartElsewhere) { list.append(.elsewhere(part)) }

  var isEmpty: Bool { list.isEmpty }

  /// The next actor to go to.
  var nextActor: (any Actor)? {
    for case .elsewhere(let part) in list { return part.actor }
    return nil
  }

  /// The parts that have to be read on other actors.
  var elsewhere: [PartElsewhere] {
    list.compactMap { if case .elsewhere(let part) = $0 { part } else { nil } }
  }

  /// Removes, and returns, the parts of these links that have to be read on other actors.
  mutating func remove(_ links: Set<ObjectIdentifier>) -> [PartElsewhere] {
    let removed = elsewhere.filter { links.contains(ObjectIdentifier($0.link)) }
    if removed.isEmpty { return [] }
    list.removeAll { if case .elsewhere(let part) = $0 { links.contains(ObjectIdentifier(part.link)) } else { false } }
    return removed
  }

  /// Passes on what is known, without the parts that were not read.
  func add(to sink: inout some PropertySink) {
    for case .said(let properties, let source) in list { sink.add(properties, from: source) }
  }
}

/// Merges the properties that come before the first part on another actor, and collects the rest.
struct ChainMerge: ChainSink {
  var merge = PropertyMerge()
  private(set) var rest = ChainParts()

  var isComplete: Bool { rest.isEmpty }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if isComplete { merge.add(properties) } else { rest.add(properties, from: source()) }
  }

  mutating func add(elsewhere part: PartElsewhere) { rest.add(elsewhere: part) }
}

/// What a walk could not do.
enum ChainTrouble: Sendable, Hashable {
  /// Nobody may read what this type's object computes.
  case outOfReach(String)
  /// The object's code was running already.
  case recursive(String)
  /// A computed parent led back to where the walk had been.
  case cycle(String)
  /// An actor did not answer in time.
  case notAnswering(String)
}

extension PropertySource {
  static func of(_ place: Kind, _ type: AnyClass, _ distance: Int) -> PropertySource {
    PropertySource(place, typeName: String(describing: type), distance: distance)
  }
}
