extension ChainTable {
  /// What a call does with the parent.
  enum ParentChange {
    /// Nothing: it stays.
    case keep
    case to((any TrackableClass)?, Link.Edge)
    case toContext(TrackingContext)
  }

  /// Links an object: its properties and trackers are replaced. A parent that would close a cycle is refused, and the
  /// old one stays.
  ///
  /// - Returns: Whether the table refused the parent, and whether it has so many unchecked links that the caller
  ///   reports an issue.
  func link(
    _ object: any TrackableClass, properties: consuming TrackedProperties, trackers: TrackerRoute?,
    _ change: ParentChange, isolation: (any Actor)?
  ) -> (closesCycle: Bool, hasManyUnattended: Bool) {
    var outcome = (closesCycle: false, hasManyUnattended: false)
    var released = Released()
    let isSweepDue = structure.withLockUnchecked { structure in
      let known = knownLink(of: object)
      let isNew = known == nil
      let link = known ?? Link(object, of: structure.record(of: object))
      own(link, &structure)
      swap(&link.properties, &properties)
      released.extras = link.extras.take()
      var context = released.extras?.context
      var keepsParent = false
      switch change {
      case .keep: keepsParent = true
      case .to(nil, _):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = nil
      case .toContext(let newContext):
        setParent(of: link, to: nil, .anywhere, &structure, &released)
        context = newContext
      case .to(let parent?, let edge):
        if let above = parent === object ? nil : linkAbove(link, parent, &structure, &released) {
          setParent(of: link, to: consume above, edge, &structure, &released)
          context = nil
        } else {
          outcome.closesCycle = true
          keepsParent = true
        }
      }
      enroll(link, isolation, keepsParent: keepsParent, &structure)
      if trackers != nil || context != nil { link.extras = LinkExtras(trackers, context) }
      var replaced = false
      if isNew {
        replaced = insert(consume link, &structure, &released)
      } else {
        released.step = outdate(link)
      }
      outcome.hasManyUnattended = structure.unattended >= Self.manyUnattended
      // Where a dead object's link was replaced, the table has not grown, and every eighth call will do.
      if replaced { structure.replacements &+= 1 }
      return !replaced || structure.replacements % 8 == 0
    }
    released.releaseAll()
    if isSweepDue { sweep(isolation) }
    return outcome
  }

  /// The link of an object.
  ///
  /// The link at its address may be that of a dead object. The caller keeps `object` itself alive, so the reference
  /// that is loaded here is never the last one.
  @inline(__always)
  private func knownLink(of object: any TrackableClass) -> Link? {
    guard let link = link(at: ObjectIdentifier(object)), link.object != nil else { return nil }
    return link
  }

  /// Puts a new link into the table. If the link of a dead object is at its address, it is replaced.
  private func insert(_ link: consuming Link, _ structure: inout Structure, _ released: inout Released) -> Bool {
    let address = link.address
    var exchanged: Link? = consume link
    withShard(of: address) { $0.exchange(&exchanged, at: address) }
    guard let dead = exchanged.take() else { return false }
    dead.isRemoved = true
    withdraw(dead, &structure)
    remove(dead, &structure, &released)
    return true
  }

  /// The link of a parent, which is made if there is none, unless it is below `link`.
  private func linkAbove(
    _ link: Link, _ parent: any TrackableClass, _ structure: inout Structure, _ released: inout Released
  ) -> Link? {
    if let known = knownLink(of: parent) { return link.childCount > 0 && known.reaches(link) ? nil : known }
    let fresh = Link(parent, of: structure.record(of: parent))
    _ = insert(fresh, &structure, &released)
    return fresh
  }

  /// The object is linked itself from here on. So its link does not go with its last child, not even with one that is
  /// dead and whose address its new parent has.
  @inline(__always)
  private func own(_ link: Link, _ structure: inout Structure) {
    if link.isOwn { return }
    link.isOwn = true
    if link.record.isActor { structure.anywhere.insert(link) } else { structure.unattended += 1 }
  }

  /// Puts a link into the list of the right actor: the one on which it was linked last. But a parent that stays was
  /// linked on the actor of the link, and is read there, so that actor stays as well while it exists.
  @inline(__always)
  private func enroll(_ link: Link, _ isolation: (any Actor)?, keepsParent: Bool, _ structure: inout Structure) {
    // `map` and `swap`, which save a retain each.
    var actor = isolation.map { structure.record(of: $0) }
    if actor == nil || link.actor === actor { return }
    if keepsParent, link.parent != nil, link.edge == .onTheActor {
      if link.actor?.isDissolved == false { return }
      link.losesActorOfParent()
    }
    if !link.record.isActor {
      withdraw(link, &structure)
      actor?.insert(link)
    }
    swap(&link.actor, &actor)
  }

  private func setParent(
    of link: Link, to parent: consuming Link?, _ edge: Link.Edge, _ structure: inout Structure,
    _ released: inout Released
  ) {
    if let old = link.setParent(parent, edge: edge), old.isRemoved || !old.isOwn { remove(old, &structure, &released) }
  }
}

extension ChainTable.Structure {
  /// The record of an object's class. Most objects are linked several of a class in a row.
  fileprivate mutating func record(of object: any TrackableClass) -> ClassRecord {
    let type = type(of: object)
    if let lastClass, lastClass.type == type { return lastClass }
    let record = classes[ObjectIdentifier(type)] ?? ClassRecord(type)
    classes[ObjectIdentifier(type)] = record
    lastClass = record
    return record
  }
}
