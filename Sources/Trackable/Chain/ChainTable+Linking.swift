extension ChainTable {
  /// What a call does with the parent.
  enum ParentChange {
    /// Nothing: it stays.
    case keep
    case to((any TrackableClass)?, Link.Edge)
    case toContext(TrackingContext)

    fileprivate var keepsParent: Bool { if case .keep = self { true } else { false } }
  }

  struct Outcome {
    var closesCycle = false
    /// Whether there are so many links that are never checked that an issue should say so.
    var hasManyUnattended = false
  }

  /// Links an object: its properties and trackers are replaced. A parent that would close a cycle is refused, and the old
  /// one stays.
  func link(
    _ object: any TrackableClass, properties: TrackedProperties, trackers: TrackerReference?, _ change: ParentChange,
    isolation: (any Actor)?
  ) -> Outcome {
    let (outcome, released) = structure.withLockUnchecked { structure in
      var released = Released()
      var outcome = Outcome()
      let (link, isNew) = findOrMake(object, &structure, &released)
      let actor = isolation.map { structure.actors.record(of: $0) }
      enroll(link, in: isolation, actor, keepsParent: change.keepsParent, &structure)
      link.properties = properties
      var context = link.extras?.context
      switch change {
      case .keep: break
      case .to(nil, _):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = nil
      case .toContext(let newContext):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = newContext
      case .to(let parent?, let edge):
        let (above, _) = findOrMake(parent, &structure, &released)
        outcome.closesCycle = above === link || link.childCount > 0 && above.reaches(link)
        if outcome.closesCycle {
          if !above.isOwn, above.childCount == 0 { remove(above, &structure, &released) }
        } else {
          setParent(of: link, to: above, edge, &structure, &released)
          context = nil
        }
      }
      released.extras = link.extras
      if link.extras != nil || trackers != nil || context != nil { link.extras = .unlessNone(trackers, context) }
      // A new link has nothing below it, and nobody has read it.
      if !isNew { outdate(link, &released) }
      sweep(actor, &structure, &released)
      if structure.unattended >= Self.manyUnattended, !structure.reportedUnattended {
        structure.reportedUnattended = true
        outcome.hasManyUnattended = true
      }
      return (outcome, released)
    }
    released.releaseAll()
    return outcome
  }

  /// The link of an object, which is made if there is none.
  ///
  /// If the link at this address is a dead object's, it is removed. The caller keeps `object` itself alive, so the
  /// reference that is loaded here is never the last one.
  private func findOrMake(
    _ object: any TrackableClass, _ structure: inout Structure, _ released: inout Released
  ) -> (link: Link, isNew: Bool) {
    let address = ObjectIdentifier(object)
    let bits = UInt(bitPattern: address)
    let hash = AddressHash.of(bits)
    let (link, dead) = withShard(of: address) { links -> (Link, Link?) in
      let known = links.value(at: bits, hash: hash)
      if let known, known.object != nil { return (known, nil) }
      let dead = known.flatMap { _ in links.remove(at: bits, hash: hash) }
      let fresh = Link(object)
      links.insert(fresh, at: bits, hash: hash)
      return (fresh, dead ?? fresh)
    }
    guard let dead else { return (link, false) }
    if dead !== link {
      dead.isRemoved = true
      withdraw(dead, &structure)
      remove(dead, &structure, &released)
    }
    return (link, true)
  }

  /// Puts a link into the ring of the right actor: the one on which it was linked last. But a parent that stays was
  /// linked on the actor of the link, and is read there, so that actor stays as well while it exists.
  func enroll(
    _ link: Link, in isolation: (any Actor)?, _ actor: LinkedActor?, keepsParent: Bool, _ structure: inout Structure
  ) {
    if !link.isOwn {
      link.isOwn = true
      link.isActor = isolation.map { ObjectIdentifier($0) == link.address } ?? structure.isActor(link)
      if link.isActor { structure.anywhere.insert(link) } else { structure.unattended += 1 }
    }
    guard let actor, link.actor !== actor else { return }
    if keepsParent, link.parent != nil, link.edge == .onTheActor {
      if link.actor?.isDissolved == false { return }
      link.parentMayBeReadAnywhere()
    }
    if !link.isActor {
      withdraw(link, &structure)
      actor.insert(link)
    }
    link.actor = actor
  }

  private func setParent(
    of link: Link, to parent: Link?, _ edge: Link.Edge, _ structure: inout Structure, _ released: inout Released
  ) {
    guard let old = link.setParent(parent, edge: edge) else { return }
    if old.isRemoved || !old.isOwn { remove(old, &structure, &released) }
  }

  /// Takes a link out of the table. If it has no children, it is released after unlocking, together with what is above
  /// it and was there only for its sake.
  private func remove(_ link: Link, _ structure: inout Structure, _ released: inout Released) {
    var next: Link? = link
    var budget = 64
    while let link = next {
      next = nil
      if !link.isRemoved {
        link.isRemoved = true
        let bits = UInt(bitPattern: link.address)
        _ = withShard(of: link.address) { $0.remove(at: bits, hash: AddressHash.of(bits)) }
        withdraw(link, &structure)
      }
      if link.childCount > 0 { return }
      let orphan = link.setParent(nil, edge: .anywhere)
      released.take(link)
      if let orphan, orphan.isRemoved || !orphan.isOwn {
        budget -= 1
        if budget == 0 { structure.left.append(orphan) } else { next = orphan }
      }
    }
  }

  private func withdraw(_ link: Link, _ structure: inout Structure) {
    if !link.isOwn { return }
    if link.isActor {
      structure.anywhere.remove(link)
    } else if let actor = link.actor {
      actor.remove(link)
      if actor.isDissolved { structure.unattended -= 1 }
    } else {
      structure.unattended -= 1
    }
  }

  /// Checks whether objects are gone: a few of those that were linked on the caller's actor, and of those that every call
  /// may check. Each one found extends the search, up to a bound that keeps a single call short.
  private func sweep(_ actor: LinkedActor?, _ structure: inout Structure, _ released: inout Released) {
    if let link = structure.left.popLast(), link.childCount == 0, link.isRemoved || !link.isOwn {
      remove(link, &structure, &released)
    }
    structure.unattended += structure.actors.dissolveOne(&released)
    if let actor { visit(actor, 2, &structure, &released) }
    if structure.anywhere.count > 0 { visit(structure.anywhere, 1, &structure, &released) }
  }

  private func visit(_ actor: LinkedActor, _ count: Int, _ structure: inout Structure, _ released: inout Released) {
    var left = min(count, actor.count)
    var extra = 12
    while left > 0, !released.isFull, let link = actor.cursor {
      left -= 1
      if let object = link.object {
        released.hold(object)
        if actor.mayHaveOutdatedSteps(currentGeneration) { dropOutdatedStep(of: link, &released) }
        actor.advance()
      } else {
        remove(link, &structure, &released)
        if extra > 0 { (left, extra) = (min(left + 2, actor.count), extra - 2) }
      }
    }
  }
}

extension ChainTable.Structure {
  /// Whether the object of a link is an actor. Most objects are linked several of a class in a row.
  fileprivate mutating func isActor(_ link: Link) -> Bool {
    if lastClass != ObjectIdentifier(link.type) {
      lastClass = ObjectIdentifier(link.type)
      lastClassIsActor = link.type is any Actor.Type
    }
    return lastClassIsActor
  }
}

extension ChainTable {
  /// What must not be released under the lock, since it may hold the last reference to an adopter's object, whose
  /// `deinit` may do anything.
  ///
  /// Invariant behind `@unchecked Sendable`: the objects are only held and released, never used.
  struct Released: @unchecked Sendable {
    var extras: LinkExtras?
    /// The first one apart, since there is rarely another.
    private var step: ChainStep?
    private var steps: [ChainStep] = []
    private var links: Link?
    private var objects: (AnyObject?, AnyObject?, AnyObject?, AnyObject?)
    private var count = 0

    /// Whether there is no room for another object.
    var isFull: Bool { count == 4 }

    mutating func take(_ step: ChainStep) {
      if self.step == nil { self.step = step } else { steps.append(step) }
    }

    mutating func take(_ link: Link) {
      link.chain(to: links)
      links = link
    }

    mutating func hold(_ object: AnyObject) {
      switch count {
      case 0: objects.0 = object
      case 1: objects.1 = object
      case 2: objects.2 = object
      default: objects.3 = object
      }
      count += 1
    }

    /// Releases everything.
    consuming func releaseAll() {
      var next = links
      while let link = next {
        next = link.parent
        // The step refers back to the link.
        link.step = nil
      }
    }
  }
}
