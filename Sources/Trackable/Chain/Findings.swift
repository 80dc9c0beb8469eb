/// The findings of a walk for an event, nearest first. The walk merges properties as it finds them. If a source has to
/// be read later, the walk keeps that source, and all farther sources, as unmerged *parts*. To explain a chain, to draw
/// it, or to make a context of it, the walk keeps all parts.
struct Findings: Sendable {
  /// One source of properties that the walk has passed, such as a link, an object or a scope, with its properties.
  typealias Part = (content: TrackingContext.Step.Content, source: PropertySource)

  /// The merged properties of the sources that are nearer than the first kept part.
  var merge = PropertyMerge()
  /// The kept parts, nearest first; `nil` as long as all properties are merged.
  var parts: [Part]?
  /// The trackers that the walk passed.
  var route: TrackerRoute?
  /// The system's root; `nil` if there is none.
  var root: ObjectIdentifier?
  /// Whether the chain contains the root, so that the root is not read again for rank 7.
  var passedRoot = false
  /// Whether the findings include the properties of rank 7, which are those of the root. A held event gets these
  /// properties when the system sends the event.
  private(set) var hasRootAndDefaults = false
  /// Whether the findings include objects without properties, as a drawing needs them.
  var draws = false
  /// Whether all parts are kept, so that they can explain the event.
  var isExplained = false
  /// The ancestors that were read for the event on other actors. The walk needs this list, because a context further up
  /// may contain the same read again, without end. `isOfRoot` tells two reads of one ancestor apart, because an
  /// ancestor in the chain may also be above the root.
  var asked: [(link: Link, isOfRoot: Bool)] = []

  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if parts == nil { merge.add(properties) } else { add(.properties(properties), source()) }
  }

  /// Adds an event's own properties. If the event was tracked before, the ancestors that could not be read at that time
  /// are also unread now.
  @inline(__always) mutating func add<Event: AnalyticsEvent>(_ event: Event) {
    // The types are compared first, because a failing cast costs more.
    guard Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent else {
      return add(event.properties, from: PropertySource(.event))
    }
    add(tracked.whole, from: PropertySource(.event))
    for source in tracked.unread { add(.unread(.gone), source) }
  }

  @inline(never) mutating func add(_ content: TrackingContext.Step.Content, _ source: PropertySource) {
    if parts?.append((content, source)) == nil { parts = [(content, source)] }
  }

  /// Adds the lowest rank: the root, unless the chain has passed it, and the default properties.
  ///
  /// - Parameter isolation: The actor on which the caller runs. Ancestors on another actor are read later, on that
  ///   actor.
  mutating func addRootAndDefaults(
    _ root: (any TrackableClass & Sendable)?, _ defaultProperties: TrackedProperties, isolation: (any Actor)?
  ) {
    hasRootAndDefaults = true
    if let root { addRoot(root, isolation: isolation) }
    add(defaultProperties, from: PropertySource(.defaults))
  }

  /// Adds the root, unless the chain has passed it.
  mutating func addRoot(_ root: any TrackableClass, isolation: (any Actor)?) {
    let identity = ObjectIdentifier(root)
    if passedRoot, self.root == identity { return }
    (self.root, passedRoot) = (identity, false)
    var walk = ChainWalk(found: self, isolation: isolation, isOfRoot: true)
    walk.walk(from: .object(root))
    self = walk.finish()
  }

  /// The actor on which the next deferred read has to be made; `nil` if there is none.
  var nextActor: LinkingActor? {
    for part in parts ?? [] { if case .deferred(let read) = part.content { return read.actor } }
    return nil
  }

  /// The sources that could not be read, with the reasons.
  var failures: [(reason: ReadFailure, source: PropertySource)] {
    (parts ?? []).compactMap { if case .unread(let reason) = $0.content { (reason, $0.source) } else { nil } }
  }

  /// Marks the deferred reads as unanswered, because the system sends the event without them.
  mutating func giveUp() {
    parts = parts?.map {
      if case .deferred = $0.content { (.unread(.unanswered), $0.source) } else { $0 }
    }
  }

  /// The size of the properties in bytes, roughly.
  var size: Int {
    (parts ?? []).reduce(merge.size) {
      if case .properties(let properties) = $1.content { $0 + properties.size } else { $0 }
    }
  }

  /// Merges the kept parts, and moves the event's properties out.
  mutating func take() -> TrackedProperties {
    if parts != nil { mergeParts() }
    return merge.takeResult()
  }

  private mutating func mergeParts() {
    for part in parts ?? [] {
      switch part.content {
      case .properties(let properties): merge.add(properties)
      case .unread(.cycle), .live: break
      case .deferred, .unread: merge.addUnreadPlace()
      }
    }
  }
}
