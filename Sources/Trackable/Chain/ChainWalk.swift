/// The object or the context at which a chain begins.
@usableFromInline enum ChainStart {
  case object(any TrackableClass)
  case context(TrackingContext)
}

/// The walk from an object up to its root. The walk finds everything that the chain adds to an event, nearest first.
///
/// Links lead from the object to the topmost linked object. The walk asks that object for its parent, whose links lead
/// further up, and so on. Tracking, explaining and drawing all use this walk.
///
/// Computed properties and parents are an adopter's code. That code may itself track, link or release anything.
struct ChainWalk: ~Copyable {
  // Use the findings in place where possible, because a copy retains each of their fields. The benchmark `depth 4`
  // shows the difference.
  /// The findings from before the walk, followed by those of the walk.
  var found: Findings
  /// The actor on which the walk runs. If the compiler knows of no actor, this is `nil`, and the walk asks the runtime
  /// when it has to know.
  private(set) var isolation: (any Actor)?
  /// Whether the walk still reads properties. If not, it looks for trackers only.
  private(set) var readsProperties = true
  /// Whether the walk stops reading properties at the system's root. A walk that makes a context does so, because each
  /// event reads the root, and the objects above the root, again.
  private(set) var endsAtRoot = false
  /// The number of steps from the object that tracked up to the next object.
  private(set) var distance = 0
  /// Whether the walk has begun at the system's root. Such a walk reads only properties, and no trackers.
  private(set) var isOfRoot = false
  /// The links and objects that the walk has passed; `nil` before the first computed parent, because links alone cannot
  /// form a cycle.
  private(set) var cycles: CycleDetector?

  /// The findings from before the walk, followed by those of the walk.
  consuming func finish() -> Findings { found }

  /// Walks a whole chain.
  mutating func walk(from start: ChainStart) {
    switch start {
    case .object(let object): if let parent = segment(from: object) { walk(fromComputed: parent) }
    case .context(let context): add(context)
    }
  }

  private mutating func walk(fromComputed parent: any TrackableClass) {
    var objects = [parent]
    while let object = objects.last, let next = segment(from: object) { objects.append(next) }
    // The walk keeps the object until the walk is over. If the walk did not keep it, a new object might get the address
    // of an object that the walk has passed.
    withExtendedLifetime(objects) {}
  }

  /// Reads an object and, if the object has to compute its parent, the chain above it.
  mutating func readDeferred(_ object: any TrackableClass, of link: Link, asksForParent: Bool) {
    if link.isOf(found.root) { recordRoot() }
    let parent = readObject(object, of: link.record, isLast: asksForParent)
    distance += 1
    guard let parent else { return }
    recordComputedParent(of: link)
    walk(from: .object(parent))
  }

  /// Walks up to the last linked object, and returns the parent that this object computes.
  private mutating func segment(from object: any TrackableClass) -> (any TrackableClass)? {
    guard let first = ChainTable.shared.snapshot(of: object) else { return readUnlinked(object) }
    guard addLink(first) else { return nil }
    var parent: (any TrackableClass)?
    // The isolation is checked here as well, because a call of `mayBeRead` would retain the record. The benchmark
    // `depth 4` shows the difference.
    if !first.link.record.hasIsolatedConformance || mayBeRead(object, first.link.record) {
      parent = readObject(object, of: first.link.record, isLast: first.isLast)
    } else {
      recordUnread(.unreachable, first.link.record.type)
    }
    // Invariant: `first` keeps all snapshots above it alive. So the walk reads these snapshots in place, without
    // retaining each copy. The benchmark `depth 4` shows the difference.
    var below = Unmanaged.passUnretained(first)
    // Only the last object computes its parent.
    while parent == nil, let snapshot = below._withUnsafeGuaranteedRef({ $0.up.map(Unmanaged.passUnretained) }) {
      distance += 1
      let isNew = snapshot._withUnsafeGuaranteedRef { snapshot in
        guard addLink(snapshot) else { return false }
        parent = below._withUnsafeGuaranteedRef { readLinked(snapshot, below: $0, from: first) }
        return true
      }
      if !isNew { return nil }
      below = snapshot
    }
    distance += 1
    defer { withExtendedLifetime(first) {} }
    // If the parent of the last link is a context, the walk stops there.
    if let context = below._withUnsafeGuaranteedRef({ $0.extras?.value.context }) { add(context) }
    if parent != nil { recordComputedParent(of: object, along: first) }
    return parent
  }

  /// Adds the properties and the trackers of a link. Returns false, so that the walk stops, if a computed parent has
  /// led back to a link that the walk has passed.
  @inline(__always) private mutating func addLink(_ snapshot: LinkSnapshot) -> Bool {
    if cycles != nil, cycles?.enter(snapshot.link) == false {
      recordUnread(.cycle, snapshot.link.record.type)
      return false
    }
    if found.root != nil, snapshot.link.isOf(found.root) { recordRoot() }
    if let trackers = snapshot.extras?.value.trackers, !isOfRoot { found.route.merge(trackers) }
    if readsProperties, !snapshot.properties.isEmpty {
      found.add(snapshot.properties, from: .of(.link, snapshot.link.record.type, distance, isOfRoot: isOfRoot))
    }
    return true
  }

  private mutating func recordRoot() {
    if isOfRoot { return }
    found.passedRoot = true
    if endsAtRoot { readsProperties = false }
  }

  /// Reads a linked ancestor, or defers the read to the actor of the ancestor. If the ancestor is the last linked
  /// object, returns the parent that it computes.
  @inline(__always) private mutating func readLinked(
    _ snapshot: LinkSnapshot, below: LinkSnapshot, from first: LinkSnapshot
  ) -> (any TrackableClass)? {
    if below.parentAccess != .anywhere, !isHere(snapshot.link, below: below) {
      // If the actor was deallocated just now, the walk reads the ancestor when it resumes.
      let isLost = snapshot.link.record.hasIsolatedConformance && below.actor?.living == nil
      if below.parentAccess == .onTheActor, let actor = below.actor, !isLost {
        deferRead(snapshot, from: first, for: actor)
      } else {
        recordUnread(.unreachable, snapshot.link.record.type)
      }
    } else if let object = snapshot.link.object {
      return readObject(object, of: snapshot.link.record, isLast: snapshot.isLast)
    } else if let reason = snapshot.link.record.lossOfObject(isLast: snapshot.isLast) ?? (found.draws ? .gone : nil) {
      recordUnread(reason, snapshot.link.record.type)
    }
    return nil
  }

  /// Reads an object. Returns the parent that the object computes, if the object is the last linked object.
  // The arguments `record` and `isLast` are closures, because values would be retained and kept while the object is
  // read. The benchmark `depth 4` shows the difference.
  @inline(__always) private mutating func readObject(
    _ object: any TrackableClass, of record: @autoclosure () -> ClassRecord, isLast: @autoclosure () -> Bool
  ) -> (any TrackableClass)? {
    if readsProperties {
      let properties = object.trackedProperties
      if !properties.isEmpty, record().hasSpoken.value == 0 { record().recordSpeaking() }
      // A drawing also shows an object without properties. The properties are added in this one place only, so that the
      // compiler moves them and makes no copy. The benchmark `depth 4` shows the difference.
      if !properties.isEmpty || found.draws {
        found.add(consume properties, from: .of(.object, type(of: object), distance, isOfRoot: isOfRoot))
      }
    }
    guard isLast(), let parent = object.trackableParent else { return nil }
    record().recordComputedParent()
    return parent
  }

  private mutating func readUnlinked(_ object: any TrackableClass) -> (any TrackableClass)? {
    if cycles?.enter(object) == false {
      recordUnread(.cycle, type(of: object))
      return nil
    }
    if ObjectIdentifier(object) == found.root { recordRoot() }
    let record = ClassRecord.of(object)
    guard mayBeRead(object, record) else {
      recordUnread(.unreachable, record.type)
      return nil
    }
    let parent = readObject(object, of: record, isLast: true)
    distance += 1
    if parent != nil { recordComputedParent(of: object) }
    return parent
  }

  /// Records that the walk continues with a computed parent, so that the walk notices a cycle.
  private mutating func recordComputedParent(of object: AnyObject, along snapshot: LinkSnapshot? = nil) {
    if cycles == nil { cycles = CycleDetector() }
    cycles?.recordComputedParent(of: object, along: snapshot)
  }

  /// Adds a context, which is the end of a chain: no object can be above a context.
  @inline(never) private mutating func add(_ context: TrackingContext) {
    if !isOfRoot { found.route.merge(context.route) }
    if readsProperties { found.add(context, distance: distance, isOfRoot: isOfRoot) }
    // A walk that looks for trackers only still needs the ancestors of the context that compute a parent on another
    // actor.
    for step in context.steps.reversed() where !readsProperties && !endsAtRoot {
      if case .deferred(let read) = step.content, read.asksForParent {
        found.add(step.content, .of(.object, read.link.record.type, distance, isOfRoot: isOfRoot))
      }
    }
  }
}

// On which actors the walk may read an object, and how it defers the other reads.
extension ChainWalk {
  /// Whether the walk may use an object's conformance here. If the compiler knows of no actor, the walk asks the
  /// runtime whether this is the main actor.
  private mutating func mayBeRead(_ object: any TrackableClass, _ record: ClassRecord) -> Bool {
    if object.mayBeRead(in: isolation, record) { return true }
    guard isolation == nil, let main = CurrentActor.main else { return false }
    isolation = main
    return object.mayBeRead(in: main, record)
  }

  /// Whether the walk may read a linked ancestor here.
  @inline(__always) private mutating func isHere(_ link: Link, below: LinkSnapshot) -> Bool {
    guard below.parentAccess == .onTheActor else { return false }
    guard let actor = below.actor else { return true }
    if actor.isMain, isolation == nil { isolation = CurrentActor.main }
    // Every thread that tracks reads the root. Any thread may read a parent after the actor was deallocated, because a
    // parent is `Sendable`. Neither is allowed if the conformance belongs to a global actor.
    return actor.isHere(isolation)
      || !link.record.hasIsolatedConformance && (link.address == found.root || actor.living == nil)
  }

  /// Adds an ancestor that is read later, on its actor.
  private mutating func deferRead(_ snapshot: LinkSnapshot, from first: LinkSnapshot, for actor: LinkingActor) {
    let asksForParent = snapshot.isLast
    // A walk that makes a context reads nothing above the root. A walk without properties defers only a computed
    // parent, which can lead to more trackers.
    guard readsProperties || !endsAtRoot && asksForParent else { return }
    var passed = cycles ?? CycleDetector()
    if asksForParent { passed.record(first) }
    let read = DeferredRead(link: snapshot.link, actor: actor, asksForParent: asksForParent, cycles: passed)
    found.add(.deferred(read), .of(.object, snapshot.link.record.type, distance, isOfRoot: isOfRoot))
  }

  @inline(never) private mutating func recordUnread(_ reason: ReadFailure, _ type: AnyClass) {
    if readsProperties || reason == .cycle {
      found.add(.unread(reason), .of(.object, type, distance, isOfRoot: isOfRoot))
    }
  }
}
