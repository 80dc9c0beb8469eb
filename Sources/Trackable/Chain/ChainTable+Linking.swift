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
    _ object: any TrackableClass, properties: consuming TrackedProperties, trackers: TrackerReference?,
    _ change: ParentChange, isolation: (any Actor)?
  ) -> Outcome {
    var outcome = Outcome()
    var released = Released()
    let isSweepDue = structure.withLockUnchecked { structure in
      let (link, origin) = findOrMake(object, &structure, &released)
      enroll(
        link, with: isolation.map { structure.actors.record(of: $0) }, keepsParent: change.keepsParent, &structure)
      swap(&link.properties, &properties)
      released.extras = link.extras.take()
      var context = released.extras?.context
      switch change {
      case .keep: break
      case .to(nil, _):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = nil
      case .toContext(let newContext):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = newContext
      case .to(let parent?, let edge):
        let above = findOrMake(parent, &structure, &released).link
        outcome.closesCycle = above === link || link.childCount > 0 && above.reaches(link)
        if !outcome.closesCycle {
          setParent(of: link, to: consume above, edge, &structure, &released)
          context = nil
        }
      }
      if trackers != nil || context != nil { link.extras = LinkExtras(trackers, context) }
      // A new link has nothing below it, and nobody has read it.
      if origin == .known { released.step = outdate(link) }
      if structure.unattended >= Self.manyUnattended, !structure.reportedUnattended {
        structure.reportedUnattended = true
        outcome.hasManyUnattended = true
      }
      return structure.isSweepDue(after: origin)
    }
    released.releaseAll()
    if isSweepDue { sweep(isolation) }
    return outcome
  }

  /// Where a link comes from.
  enum Origin {
    /// The object was linked before, or is a parent.
    case known
    case added
    /// It has taken the place of a dead object's link.
    case replaced
  }

  /// The link of an object, which is made if there is none.
  ///
  /// If the link at this address is a dead object's, it is replaced. The caller keeps `object` itself alive, so the
  /// reference that is loaded here is never the last one.
  private func findOrMake(
    _ object: any TrackableClass, _ structure: inout Structure, _ released: inout Released
  ) -> (link: Link, origin: Origin) {
    if let known = link(at: ObjectIdentifier(object)), known.object != nil { return (known, .known) }
    let fresh = Link(object, of: structure.knownClass(of: object))
    guard let dead = insert(fresh) else { return (fresh, .added) }
    dead.isRemoved = true
    withdraw(dead, &structure)
    discard(dead, &structure, &released)
    return (fresh, .replaced)
  }

  /// Puts a link into the ring of the right actor: the one on which it was linked last. But a parent that stays was
  /// linked on the actor of the link, and is read there, so that actor stays as well while it exists.
  func enroll(_ link: Link, with actor: LinkedActor?, keepsParent: Bool, _ structure: inout Structure) {
    if !link.isOwn {
      link.isOwn = true
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
    of link: Link, to parent: consuming Link?, _ edge: Link.Edge, _ structure: inout Structure,
    _ released: inout Released
  ) {
    if let old = link.setParent(parent, edge: edge), old.isRemoved || !old.isOwn { remove(old, &structure, &released) }
  }
}

extension ChainTable.Structure {
  /// What the type of an object tells. Most objects are linked several of a class in a row.
  fileprivate mutating func knownClass(of object: any TrackableClass) -> KnownClass {
    if let lastClass, lastClass.type == type(of: object) { return lastClass }
    let known = KnownClass(type(of: object))
    lastClass = known
    return known
  }
}
