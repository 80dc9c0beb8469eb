/// The findings of a walk for an event, nearest first. The walk merges properties at once until a part is missing, and
/// keeps the parts from there on. To explain, draw or keep a chain, the walk keeps the parts from the beginning.
struct Findings: Sendable {
  /// One place that the walk came to.
  typealias Part = (content: TrackingContext.Step.Content, source: PropertySource)

  /// The properties that were merged, before the first part.
  var merge = PropertyMerge()
  /// `nil` as long as everything was merged. A deferred part wins over the parts behind it.
  var parts: [Part]?
  /// The trackers that the walk passed.
  var route: TrackerRoute?
  /// The system's root; `nil` if there is none.
  var root: ObjectIdentifier?
  /// Whether the chain has passed the root, so that it is not read again.
  var passedRoot = false
  /// Whether the properties of rank 7 were found. An event that is held gets them when it leaves.
  private(set) var hasRankSeven = false
  /// Whether an object counts that says nothing, as in a drawing.
  var draws = false
  /// Whether all parts were kept, so that they explain the event.
  var isExplained = false
  /// What was read for the event on other actors. A context further up may contain it again, without end. An ancestor of
  /// the chain may be above the root as well, and then has two ranks.
  var asked: [(link: Link, isOfRoot: Bool)] = []

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if parts == nil { merge.add(properties) } else { add(.properties(properties), source()) }
  }

  /// Adds an event's own properties. One that was tracked before lacks those that were missing then.
  @inline(__always) mutating func add<Event: AnalyticsEvent>(_ event: Event) {
    // Compares types first, because a failing cast costs more.
    guard Event.self == TrackedEvent.self, let tracked = event as? TrackedEvent else {
      return add(event.properties, from: PropertySource(.event))
    }
    add(tracked.whole, from: PropertySource(.event))
    for source in tracked.unread { add(.unread(.gone), source) }
  }

  @inline(never) mutating func add(_ content: TrackingContext.Step.Content, _ source: PropertySource) {
    if parts?.append((content, source)) == nil { parts = [(content, source)] }
  }

  /// Adds what ranks below everything else: the root, unless the chain has passed it, and the default properties.
  ///
  /// - Parameter isolation: The actor on which the caller runs. Ancestors on another actor are read later, on that
  ///   actor.
  @inline(__always) mutating func addRankSeven(
    _ root: (any TrackableClass & Sendable)?, _ defaultProperties: TrackedProperties, isolation: (any Actor)?
  ) {
    hasRankSeven = true
    if let root { addRoot(root, isolation: isolation) }
    add(defaultProperties, from: PropertySource(.defaults))
  }

  /// Adds the root, unless the chain has passed it.
  @inline(never) mutating func addRoot(_ root: any TrackableClass, isolation: (any Actor)?) {
    let identity = ObjectIdentifier(root)
    if passedRoot, self.root == identity { return }
    (self.root, passedRoot) = (identity, false)
    var walk = ChainWalk(found: self, isolation: isolation, isOfRoot: true)
    walk.walk(from: .object(root))
    self = walk.finish()
  }

  /// The actor to read on next; `nil` if nothing has to be read elsewhere.
  var nextActor: LinkedActor? {
    for part in parts ?? [] { if case .deferred(let read) = part.content { return read.actor } }
    return nil
  }

  /// What could not be read.
  var failures: [(reason: ReadFailure, source: PropertySource)] {
    (parts ?? []).compactMap { if case .unread(let reason) = $0.content { (reason, $0.source) } else { nil } }
  }

  /// Goes without the reads that are still missing.
  mutating func giveUp() {
    parts = parts?.map {
      if case .deferred = $0.content { (.unread(.unanswered), $0.source) } else { $0 }
    }
  }

  /// How many bytes the properties take, roughly.
  var size: Int {
    (parts ?? []).reduce(merge.size) {
      if case .properties(let properties) = $1.content { $0 + properties.size } else { $0 }
    }
  }

  /// Merges the parts as well, and moves out the properties of the event.
  mutating func take() -> TrackedProperties {
    if parts != nil { mergeParts() }
    return merge.takeResult()
  }

  @inline(never) private mutating func mergeParts() {
    for part in parts ?? [] {
      switch part.content {
      case .properties(let properties): merge.add(properties)
      case .unread(.cycle), .live: break
      case .deferred, .unread: merge.addUnreadPlace()
      }
    }
  }
}
