/// A part of an event that has to be said on another actor: an ancestor's computed properties, and its parent where it
/// computes that.
struct PartElsewhere: Sendable {
  let link: ChainLink
  /// Where the ancestor may be read. It is kept as long as an event waits for it.
  let actor: any Actor
  /// How far the ancestor is from where the event was tracked.
  var distance: Int
  /// Whether what it computes is wanted, or only who is above it.
  var asksForProperties: Bool
  /// Whether the ancestor is the last one that was linked, and is asked for its parent.
  let asksForParent: Bool
  /// The links that the walk has passed, to notice when it comes back.
  let passed: [ChainPath]

  /// Who says it.
  var source: PropertySource { .of(.object, link.type, distance) }

  /// The links that are being read for events of which this task, or a task it descends from, is a part: an ancestor
  /// that tracks while it is read would otherwise be read for that event as well, and so on without end.
  @TaskLocal static var beingRead: Set<ObjectIdentifier> = []
}

/// What comes after a part elsewhere has to wait for it: a key that is said there wins over a later one.
enum ChainPart: Sendable {
  case said(TrackedProperties, PropertySource)
  case elsewhere(PartElsewhere)
}

/// What a walk along a chain tells what it finds.
protocol ChainSink: PropertySink {
  mutating func add(elsewhere part: PartElsewhere)
  /// There is an object that cannot be asked: it is nothing to most.
  mutating func add(unread source: PropertySource)
}

extension ChainSink {
  mutating func add(unread source: PropertySource) {}
}

/// Collects parts, whatever they are.
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

  /// What is still to be said elsewhere.
  var elsewhere: [PartElsewhere] {
    list.compactMap { if case .elsewhere(let part) = $0 { part } else { nil } }
  }

  /// Takes out what these links would say elsewhere.
  mutating func remove(_ links: Set<ObjectIdentifier>) -> [PartElsewhere] {
    let removed = elsewhere.filter { links.contains(ObjectIdentifier($0.link)) }
    if removed.isEmpty { return [] }
    list.removeAll { if case .elsewhere(let part) = $0 { links.contains(ObjectIdentifier(part.link)) } else { false } }
    return removed
  }

  /// What was said, without what was not.
  func add(to sink: inout some PropertySink) {
    for case .said(let properties, let source) in list { sink.add(properties, from: source) }
  }
}

/// Merges what can be said at once, and keeps the rest from the first part elsewhere on.
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
  static func of(_ place: Place, _ type: AnyClass, _ distance: Int) -> PropertySource {
    PropertySource(place, typeName: String(describing: type), distance: distance)
  }
}
