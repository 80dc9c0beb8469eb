/// The walk from an object to its root, which finds everything that a chain adds to an event, nearest first.
///
/// Links lead from the object to the topmost linked one. That one is asked for its parent, whose links lead further up,
/// and so on. Tracking, explaining and drawing all use this walk, with different sinks.
///
/// Computed properties and parents run an adopter's code, which may itself track, link or release anything.
struct ChainWalk: ~Copyable {
  typealias Frame = UnsafeMutablePointer<ActiveCalls.Frame>

  /// Where the walk runs. `nil` if the compiler knows of no actor there; where it matters, the runtime is asked.
  var isolation: (any Actor)?
  let frame: Frame
  /// Whether properties are wanted, or only the trackers on the way.
  private(set) var readsProperties: Bool
  /// How many steps the next object is above the one that tracked.
  private(set) var distance: Int
  /// The trackers on the way.
  private(set) var route = TrackerRoute()
  /// The system's root, to be noticed; `nil` if there is none, or if the walk is that from the root itself.
  let root: ObjectIdentifier?
  /// Whether the walk has passed it.
  private(set) var passedRoot = false
  /// Whether what the root and those above it say is left out, because it is read for each event.
  let leavesOutRoot: Bool
  /// Whether the walk begins at the system's root, or goes on from there.
  let isOfRoot: Bool
  /// `nil` until the first parent was computed: links alone cannot form a cycle.
  var cycles: CycleDetector?
  // Not the reference itself, which would be retained: the steps of a segment keep it, so this is `nil` when one begins.
  /// The reference that was last found to be to the actor where the walk runs.
  var currentActor: ObjectIdentifier?

  init(
    isolation: (any Actor)?, frame: Frame, readsProperties: Bool = true, distance: Int = 0,
    cycles: CycleDetector? = nil, root: ObjectIdentifier? = nil, leavesOutRoot: Bool = false, isOfRoot: Bool = false
  ) {
    self.isolation = isolation
    self.frame = frame
    self.readsProperties = readsProperties
    self.distance = distance
    self.cycles = cycles
    self.root = root
    self.leavesOutRoot = leavesOutRoot
    self.isOfRoot = isOfRoot
  }

  /// Walks from an object.
  @inline(__always)
  mutating func walk(from object: any TrackableClass, into sink: inout some SnapshotSink) {
    if let parent = segment(from: object, into: &sink) { walk(fromComputed: parent, into: &sink) }
  }

  @inline(never)
  private mutating func walk(fromComputed parent: any TrackableClass, into sink: inout some SnapshotSink) {
    var objects = [parent]
    while let object = objects.last, let next = segment(from: object, into: &sink) { objects.append(next) }
    // Kept until the walk is over: a new object at the address of one that was passed would be mistaken for it.
    withExtendedLifetime(objects) {}
  }

  /// Reads an object and, if it has to be asked for its parent, what is above it.
  mutating func walk(
    from object: any TrackableClass, of link: Link, above asksForParent: Bool, into sink: inout some SnapshotSink
  ) {
    if link.isOf(root) { passedRoot = true }
    let parent = read(object, link, asksForParent: asksForParent, into: &sink)
    distance += 1
    guard let parent else { return }
    cycles.orNew.goOn(from: link)
    walk(from: parent, into: &sink)
  }

  /// Walks as far as links lead, and returns the parent that the last object computes.
  private mutating func segment(
    from object: any TrackableClass, into sink: inout some SnapshotSink
  ) -> (any TrackableClass)? {
    guard let first = ChainTable.shared.step(of: object, in: isolation) else {
      return walk(fromUnlinked: object, into: &sink)
    }
    if root != nil, first.leads(to: root) { passedRoot = true }
    let parent = walk(from: object, along: first, into: &sink)
    if parent != nil { cycles.orNew.goOn(from: object, along: first) }
    return parent
  }

  @inline(__always)
  private mutating func walk(
    from object: any TrackableClass, along first: ChainStep, into sink: inout some SnapshotSink
  ) -> (any TrackableClass)? {
    guard enter(first, into: &sink) else { return nil }
    currentActor = nil
    if leavesOutRoot { leaveOut(first) }
    addLinkProperties(first, into: &sink)
    var parent = read(object, first, into: &sink)
    // Steps are used in place, because each copy would be retained and released: `first` keeps all those above it.
    var below = Unmanaged.passUnretained(first)
    // Only the last object is asked for its parent.
    while parent == nil, let step = below._withUnsafeGuaranteedRef({ $0.up.map(Unmanaged.passUnretained) }) {
      distance += 1
      guard step._withUnsafeGuaranteedRef({ enter($0, into: &sink) }) else { return nil }
      if leavesOutRoot { step._withUnsafeGuaranteedRef { leaveOut($0) } }
      step._withUnsafeGuaranteedRef { addLinkProperties($0, into: &sink) }
      parent = step._withUnsafeGuaranteedRef { step in
        below._withUnsafeGuaranteedRef { read(step, below: $0, from: first, into: &sink) }
      }
      below = step
    }
    distance += 1
    below._withUnsafeGuaranteedRef { addContext($0, into: &sink) }
    withExtendedLifetime(first) {}
    return parent
  }

  /// From the root on, only trackers count.
  @inline(never)
  private mutating func leaveOut(_ step: ChainStep) {
    if step.link.isOf(root) { readsProperties = false }
  }

  /// Passes on the properties that were set on a link.
  @inline(__always)
  private func addLinkProperties(_ step: ChainStep, into sink: inout some SnapshotSink) {
    if readsProperties, step.hasProperties {
      sink.add(step.properties, from: .of(.link, step.link.type, distance, isOfRoot: isOfRoot))
    }
  }

  /// Passes on the context that is the parent of the last link, if any. It ends the chain.
  @inline(__always)
  private mutating func addContext(_ step: ChainStep, into sink: inout some SnapshotSink) {
    guard let context = step.extras?.context else { return }
    route.pass(context.route)
    context.pass(to: &sink, distance: distance, isOfRoot: isOfRoot, readsProperties: readsProperties)
  }

  /// Reads the object that a segment begins with. Returns the parent that it computes, if it is the last one.
  @inline(__always)
  private mutating func read(
    _ object: any TrackableClass, _ step: ChainStep, into sink: inout some SnapshotSink
  ) -> (any TrackableClass)? {
    if step.hasTrackers { route.pass(step.extras?.trackers, of: ObjectIdentifier(step.link)) }
    if step.link.hasIsolatedConformance, !mayRead(object, step) {
      note(.unreachable, step.link.type, into: &sink)
      return nil
    }
    return read(object, step.link, asksForParent: step.isLast, into: &sink)
  }

  /// Reads an ancestor, or leaves it to be read on its actor. Returns the parent that it computes, if it is the last one.
  @inline(__always)
  private mutating func read<Sink: SnapshotSink>(
    _ step: ChainStep, below: ChainStep, from first: ChainStep, into sink: inout Sink
  ) -> (any TrackableClass)? {
    let facts = Sink.wantsEveryObject ? [] : step.link.facts
    let isSilent = facts.contains(.computesNoProperties) && (!step.isLast || facts.contains(.computesNoParent))
    if isSilent, !step.hasTrackers { return nil }
    switch access(to: step.link, below: below) {
    case .here:
      guard let object = step.link.object else {
        route.pass(step.extras?.trackers?.withoutAdded)
        if Sink.wantsEveryObject
          || !facts.contains(.computesNoProperties) && !ChainTable.shared.isSilent(step.link.type)
        {
          note(.gone, step.link.type, into: &sink)
        }
        return nil
      }
      if step.hasTrackers { route.pass(step.extras?.trackers, of: ObjectIdentifier(step.link)) }
      return read(object, step.link, asksForParent: step.isLast, into: &sink)
    case .elsewhere(let actor):
      if step.hasTrackers { route.pass(step.extras?.trackers, of: ObjectIdentifier(step.link)) }
      deferRead(step, from: first, for: actor, into: &sink)
    case .nowhere:
      if step.hasTrackers { route.pass(step.extras?.trackers, of: ObjectIdentifier(step.link)) }
      note(.unreachable, step.link.type, into: &sink)
    }
    return nil
  }

  /// Runs the object's code. Returns the parent that it computes, if it has to be asked for it.
  @inline(__always)
  private mutating func read<Sink: SnapshotSink>(
    _ object: any TrackableClass, _ link: Link?, asksForParent: Bool, into sink: inout Sink
  ) -> (any TrackableClass)? {
    let facts = Sink.wantsEveryObject ? [] : link?.facts ?? []
    // Not through `self`: for the thread sanitizer, Swift 6.3.1 makes invalid code of that.
    let frame = frame
    if readsProperties, !facts.contains(.computesNoProperties) {
      if frame.pointee.begin(object, .properties) {
        let properties = object.trackedProperties
        frame.pointee.end()
        if frame.pointee.usedDefault, let link { ChainTable.shared.noteSilence(of: link) }
        sink.add(consume properties, from: .of(.object, type(of: object), distance, isOfRoot: isOfRoot))
      } else {
        note(.recursive, type(of: object), into: &sink)
      }
    }
    guard asksForParent, !facts.contains(.computesNoParent) else { return nil }
    guard frame.pointee.begin(object, .parent) else {
      note(.recursive, type(of: object), into: &sink)
      return nil
    }
    let parent = object.trackableParent
    frame.pointee.end()
    if frame.pointee.usedDefault { link?.note(.computesNoParent) }
    return parent
  }

  private mutating func walk(
    fromUnlinked object: any TrackableClass, into sink: inout some SnapshotSink
  ) -> (any TrackableClass)? {
    if cycles?.enter(object) == false {
      note(.cycle, type(of: object), into: &sink)
      return nil
    }
    if ObjectIdentifier(object) == root {
      passedRoot = true
      if leavesOutRoot { readsProperties = false }
    }
    guard object.mayBeRead(in: isolation) else {
      note(.unreachable, type(of: object), into: &sink)
      return nil
    }
    let parent = read(object, nil, asksForParent: true, into: &sink)
    distance += 1
    if parent != nil { cycles.orNew.goOn(from: object) }
    return parent
  }
}

extension PropertySource {
  static func of(_ kind: Kind, _ type: AnyClass, _ distance: Int, isOfRoot: Bool) -> PropertySource {
    PropertySource(kind, typeName: String(describing: type), distance: distance, isOfRoot: isOfRoot)
  }
}
