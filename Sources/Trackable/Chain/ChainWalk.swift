/// The walk from an object to its root, which finds everything that a chain adds to an event, nearest first.
///
/// Links lead from the object to the topmost linked one. That one is asked for its parent, whose links lead further up,
/// and so on. Tracking, explaining and drawing all use this walk, with different sinks.
///
/// Computed properties and parents run an adopter's code, which may itself track, link or release anything.
struct ChainWalk {
  typealias Frame = UnsafeMutablePointer<ActiveCalls.Frame>

  /// Where the walk runs.
  let isolation: (any Actor)?
  let frame: Frame
  /// Whether computed properties are wanted, or only the trackers on the way.
  let readsProperties: Bool
  /// How many steps the next object is above the one that tracked.
  private(set) var distance: Int
  /// The trackers on the way.
  private(set) var route = TrackerRoute()
  /// What could not be done.
  private(set) var troubles: [ChainTrouble] = []
  private var passed: PassedWay

  init(
    isolation: (any Actor)?, frame: Frame, readsProperties: Bool = true, distance: Int = 0,
    passed: [ChainPath] = []
  ) {
    self.isolation = isolation
    self.frame = frame
    self.readsProperties = readsProperties
    self.distance = distance
    self.passed = PassedWay(passed)
  }

  /// Walks from an object.
  @inline(__always)
  mutating func walk(from object: any TrackableObject, into sink: inout some ChainSink) {
    var next = walkSegment(from: object, into: &sink)
    while let object = next { next = walkSegment(from: object, into: &sink) }
  }

  /// Walks as far as links lead, and returns the parent that the last object computes.
  private mutating func walkSegment(
    from object: any TrackableObject, into sink: inout some ChainSink
  ) -> (any TrackableObject)? {
    guard let path = ChainTable.shared.path(from: object) else {
      let parent = walk(fromUnlinked: object, into: &sink)
      if parent != nil { passed.keep(object, nil) }
      return parent
    }
    let parent =
      if readsProperties, passed.isEmpty, !path.addsTrackers, path.isHereThroughout(isolation),
        type(of: object).mayBeRead(in: isolation)
      {
        walk(from: object, alongReachable: path, into: &sink)
      } else {
        walk(from: object, along: path, into: &sink)
      }
    if parent != nil { passed.keep(object, path) }
    return parent
  }

  /// A faster version of the walk along a path, for the usual case that everything may be read here.
  @inline(__always)
  private mutating func walk(
    from object: any TrackableObject, alongReachable path: ChainPath, into sink: inout some ChainSink
  ) -> (any TrackableObject)? {
    route.pass(path.route)
    // Fields are read one by one, and objects are not passed around, because each copy would be retained and released.
    say(path, 0, into: &sink)
    read(object, into: &sink)
    distance += 1
    let last = path.steps.count - 1
    if last == 0 { return path.context == nil ? parent(of: object, below: path.identities) : hang(path, into: &sink) }
    for index in 1..<last {
      say(path, index, into: &sink)
      if let object = path.steps[index].link.object { read(object, into: &sink) }
      distance += 1
    }
    say(path, last, into: &sink)
    guard let root = path.steps[last].link.object else {
      distance += 1
      return hang(path, into: &sink)
    }
    read(root, into: &sink)
    distance += 1
    return path.context == nil ? parent(of: root, below: path.identities) : hang(path, into: &sink)
  }

  /// Passes on the properties that were set on a link.
  @inline(__always)
  private func say(_ path: ChainPath, _ index: Int, into sink: inout some ChainSink) {
    if !path.steps[index].properties.isEmpty {
      sink.add(path.steps[index].properties, from: .of(.link, path.steps[index].link.type, distance))
    }
  }

  /// Passes on the properties of the context that is the parent of the last link, if any. It ends the chain.
  private mutating func hang(_ path: ChainPath, into sink: inout some ChainSink) -> (any TrackableObject)? {
    if let context = path.context { troubles += context.add(to: &sink, distance: distance) }
    return nil
  }

  /// Reads an object and, if it has to be asked for its parent, what is above it.
  mutating func read(_ object: any TrackableObject, thenAbove asksForParent: Bool, into sink: inout some ChainSink) {
    read(object, into: &sink)
    distance += 1
    if asksForParent, let parent = parent(of: object, below: []) { walk(from: parent, into: &sink) }
  }

  @inline(never)
  private mutating func walk(
    fromUnlinked object: any TrackableObject, into sink: inout some ChainSink
  ) -> (any TrackableObject)? {
    let identity = [ObjectIdentifier(object)]
    guard newcomers(identity, typeAt: { _ in type(of: object) }) > 0 else { return nil }
    guard type(of: object).mayBeRead(in: isolation) else {
      noteOutOfReach(type(of: object), into: &sink)
      return nil
    }
    read(object, into: &sink)
    distance += 1
    return parent(of: object, below: identity)
  }

  /// Walks along a path, checking where each object may be read. Returns the parent that the last object computes.
  @inline(never)
  private mutating func walk(
    from object: any TrackableObject, along path: ChainPath, into sink: inout some ChainSink
  ) -> (any TrackableObject)? {
    let end = min(path.steps.count, newcomers(path.identities, typeAt: { path.steps[$0].link.type }))
    var standing: ChainEdge.Standing = type(of: object).mayBeRead(in: isolation) ? .here : .nowhere
    var parent: (any TrackableObject)?
    for index in 0..<end {
      let step = path.steps[index]
      let type: AnyClass = step.link.type
      let isLast = index == path.steps.count - 1 && path.context == nil
      if readsProperties { sink.add(step.properties, from: .of(.link, type, distance)) }
      var isGone = false
      switch standing {
      case .here:
        // The first object is at hand, which saves loading a weak reference.
        if let object = index == 0 ? object : step.link.object {
          read(object, into: &sink)
          if isLast { parent = self.parent(of: object, below: path.identities) }
        } else {
          isGone = true
        }
      case .elsewhere(let actor):
        leave(step, for: actor, isLast ? path : nil, into: &sink)
      case .nowhere:
        noteOutOfReach(type, into: &sink)
      case .gone:
        isGone = true
      }
      route.pass(step.trackers, of: step.link)
      if isGone { route.removeTracker(addedBy: step.link) }
      distance += 1
      standing = step.edgeUp.standing(child: standing, in: isolation)
    }
    if end == path.steps.count, let context = path.context {
      route.pass(context.route)
      troubles += context.add(to: &sink, distance: distance, readsProperties: readsProperties)
    }
    return parent
  }

  @inline(__always)
  private mutating func read(_ object: any TrackableObject, into sink: inout some ChainSink) {
    guard readsProperties else { return }
    guard frame.pointee.begin(object, .properties) else {
      sink.add(unread: .of(.object, type(of: object), distance))
      return noteRecursion(of: object)
    }
    let properties = object.trackedProperties
    frame.pointee.end()
    sink.add(consume properties, from: .of(.object, type(of: object), distance))
  }

  /// Leaves an ancestor to be read later, on its actor.
  ///
  /// - Parameter path: The path, if the ancestor is the last one on it and has to be asked for its parent as well.
  private mutating func leave(
    _ step: ChainPath.Step, for actor: any Actor, _ path: ChainPath?, into sink: inout some ChainSink
  ) {
    let link = step.link
    if PartElsewhere.beingRead.contains(ObjectIdentifier(link)) {
      troubles.append(.recursive(String(describing: link.type)))
    } else if readsProperties || path != nil || step.trackers?.added != nil {
      sink.add(
        elsewhere: PartElsewhere(
          link: link, actor: actor, distance: distance, asksForProperties: readsProperties,
          asksForParent: path != nil, passed: path.map { passed.paths + [$0] } ?? []))
    }
  }
}

extension ChainWalk {
  @inline(never)
  private mutating func noteRecursion(of object: any TrackableObject) {
    troubles.append(.recursive(String(describing: type(of: object))))
  }

  private mutating func noteOutOfReach(_ type: AnyClass, into sink: inout some ChainSink) {
    guard readsProperties else { return }
    troubles.append(.outOfReach(String(describing: type)))
    sink.add(unread: .of(.object, type, distance))
  }

  /// The parent that an object computes. Once there is one, the walk has to notice when it comes back.
  @inline(__always)
  private mutating func parent(
    of object: any TrackableObject, below identities: @autoclosure () -> [ObjectIdentifier]
  ) -> (any TrackableObject)? {
    guard frame.pointee.begin(object, .parent) else {
      noteRecursion(of: object)
      return nil
    }
    let answer = object.trackableParent
    frame.pointee.end()
    if answer != nil { passed.go(onFrom: identities()) }
    return answer
  }

  /// How many of the identities, from the first one on, the walk has not passed yet; notes them. A computed parent that
  /// leads back ends the chain.
  ///
  /// - Parameter type: The type of what has an identity.
  private mutating func newcomers(
    _ identities: @autoclosure () -> [ObjectIdentifier], typeAt type: (Int) -> AnyClass
  ) -> Int {
    if passed.isEmpty { return .max }
    let identities = identities()
    let end = passed.newcomers(identities)
    if end < identities.count { troubles.append(.cycle(String(describing: type(end)))) }
    return end
  }
}
