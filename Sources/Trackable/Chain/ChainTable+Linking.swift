extension ChainTable {
  /// The change that a call, such as `link(to:)`, makes to an object's ``Link``.
  enum Change {
    /// New properties. The parent stays.
    case properties
    /// New properties and a new parent.
    case parent((any TrackableClass)?, Link.ParentAccess, context: TrackingContext? = nil)
    /// A new tracker in place of the trackers above.
    case tracker((any AnalyticsEventTracker)?)
    /// A new tracker in addition to the trackers above.
    case addedTracker((any AnalyticsEventTracker)?)
  }

  /// Links an object, or changes its link. If a parent would close a cycle, the table refuses it, keeps the earlier
  /// parent or context, and takes the new properties.
  ///
  /// - Parameter mayCheck: Whether the object's conformance may be used in `isolation`. If not, no call checks the
  ///   link.
  /// - Returns: Whether the table refused the parent; and whether the table has so many unchecked links that the caller
  ///   has to report an issue.
  func link(
    _ object: any TrackableClass, _ change: Change, properties: consuming TrackedProperties, isolation: (any Actor)?,
    mayCheck: Bool
  ) -> (closesCycle: Bool, hasManyUnattended: Bool) {
    var outcome = (closesCycle: false, hasManyUnattended: false)
    let checked = changing { structure in
      structure.newMembers = 0
      let actor = isolation.map { structure.linkingActor(for: $0) }
      let link = findOrMakeLink(of: object, isOwn: true, actor, &structure)
      let extras = link.extras.take()
      structure.release(extras)
      var (trackers, context) = extras?.value ?? (nil, nil)
      var keepsParent = true
      switch change {
      case .properties: swap(&link.properties, &properties)
      case .parent(nil, _, let newContext):
        swap(&link.properties, &properties)
        setParent(of: link, to: nil, .anywhere, &structure)
        (context, keepsParent) = (newContext, false)
      case .parent(let parent?, let access, _):
        swap(&link.properties, &properties)
        if let above = parent === object ? nil : parentLink(of: parent, below: link, &structure) {
          setParent(of: link, to: above, access, &structure)
          (context, keepsParent) = (nil, false)
        } else {
          outcome.closesCycle = true
        }
      case .tracker(let tracker): trackers = TrackerRoute(trackers, base: tracker)
      case .addedTracker(let tracker): trackers = TrackerRoute(trackers, adding: tracker)
      }
      moveToList(of: actor, link, keepsParent: keepsParent, mayCheck: mayCheck, &structure)
      if trackers != nil || context != nil { link.extras = LinkExtras((trackers, context)) }
      outdate(link, &structure)
      outcome.hasManyUnattended = structure.unattended >= Self.manyUnattended
      for _ in 0..<2 * structure.newMembers {
        let living = check(actor, &structure)
        structure.release(living.0)
        structure.release(living.1)
      }
      return check(actor, &structure)
    }
    withExtendedLifetime(checked) {}
    return outcome
  }

  /// The link of a parent; `nil` if it is below `link`.
  private func parentLink(of parent: any TrackableClass, below link: Link, _ structure: inout Structure) -> Link? {
    let above = findOrMakeLink(of: parent, isOwn: false, nil, &structure)
    let closesCycle = link.childCount > 0 && sequence(first: above, next: { $0.parent }).contains { $0 === link }
    return closesCycle ? nil : above
  }

  /// Finds or makes the link of an object. If a link of a dead object has the same address, the new object takes over
  /// that link, or the table removes it.
  private func findOrMakeLink(
    of object: any TrackableClass, isOwn: Bool, _ actor: LinkingActor?, _ structure: inout Structure
  ) -> Link {
    if let known = existingLink(at: ObjectIdentifier(object)) {
      // The caller keeps `object` alive, so the reference loaded here is never the last reference.
      if known.object != nil {
        if isOwn { markOwn(known, &structure) }
        return known
      }
      if isOwn, known.isReusable(for: object, actor) {
        setParent(of: known, to: nil, .anywhere, &structure)
        // Without these lines, the new object would inherit the context and the trackers of the dead object.
        structure.release(known.extras.take())
        known.properties = TrackedProperties()
        known.object = object
        list(of: known, structure)?.links.skip(known)
        return known
      }
      remove(known, &structure)
    }
    let fresh = Link(object)
    withShard(of: fresh.address) { $0.insert(fresh, at: fresh.address) }
    if isOwn { markOwn(fresh, &structure) }
    return fresh
  }

  /// Notes that the app has linked the object itself, so that its link stays when the last child is removed, even if
  /// that child is dead and the object's new parent has the child's address.
  ///
  /// Invariant: every link with `isOwn` is in one list, or is counted in `unattended`. A new link is counted there
  /// until `moveToList` puts it into a list. The link of an object that is an actor is in the list that all calls
  /// check.
  private func markOwn(_ link: Link, _ structure: inout Structure) {
    if link.isOwn { return }
    link.isOwn = true
    if link.record.isActor { add(link, to: structure.checkedByAll, &structure) } else { structure.unattended += 1 }
  }

  private func add(_ link: Link, to list: LinkingActor, _ structure: inout Structure) {
    if list.links.add(link) { structure.newMembers += 1 }
  }

  /// Puts a link into the list of the actor on which the object was linked last. If the parent stays, the link keeps
  /// its actor as long as that actor exists, because the parent is read there.
  private func moveToList(
    of actor: LinkingActor?, _ link: Link, keepsParent: Bool, mayCheck: Bool, _ structure: inout Structure
  ) {
    guard let actor, link.actor !== actor else { return }
    if keepsParent, link.parent != nil, link.parentAccess == .onTheActor {
      if link.actor?.isDissolved == false { return }
      link.losesActorOfParent()
    }
    if !link.record.isActor {
      leaveList(link, &structure)
      if mayCheck { add(link, to: actor, &structure) } else { structure.unattended += 1 }
    }
    link.actor = actor
  }

  private func setParent(of link: Link, to parent: Link?, _ access: Link.ParentAccess, _ structure: inout Structure) {
    if let old = link.setParent(parent, parentAccess: access), old.isRemoved || !old.isOwn { remove(old, &structure) }
  }
}
