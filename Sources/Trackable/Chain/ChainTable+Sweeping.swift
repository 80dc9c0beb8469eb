extension ChainTable {
  /// Checks whether three things are gone: an object that was linked on the caller's actor, an object that is itself an
  /// actor, and one of the actors.
  @inline(never)
  func sweep(_ isolation: (any Actor)?) {
    var released = Released()
    let kept = structure.withLockUnchecked { structure in
      let actor = isolation.map { structure.record(of: $0) }
      let otherActor = structure.dissolveOneActor(besides: actor)
      let own = actor.flatMap { nextLiving(of: $0, &structure, &released) }
      let anyones = nextLiving(of: structure.anywhere, &structure, &released)
      return (otherActor, own, anyones)
    }
    released.releaseAll()
    withExtendedLifetime(kept) {}
  }

  /// Goes on to the next object that lives, and removes the links of dead objects on the way. It removes only a few,
  /// which keeps a single call short. The caller releases the object after unlocking, because the reference may be the
  /// last. It releases the outdated step there too.
  private func nextLiving(
    of actor: LinkedActor, _ structure: inout Structure, _ released: inout Released
  ) -> (object: any TrackableClass, step: ChainStep?)? {
    var mayRemove = 24
    while mayRemove > 0, let link = actor.next {
      if let object = link.object {
        actor.advance()
        return (object, outdatedStep(of: link))
      }
      remove(link, &structure, &released)
      mayRemove -= 1
    }
    return nil
  }

  /// Takes a link out of the table. The caller releases a link without children after unlocking, together with the
  /// links above it that exist only for its sake.
  func remove(_ link: consuming Link, _ structure: inout Structure, _ released: inout Released) {
    var next: Link? = link
    while let link = next {
      if !link.isRemoved {
        link.isRemoved = true
        _ = withShard(of: link.address) { $0.remove(at: link.address) }
        withdraw(link, &structure)
      }
      if link.childCount > 0 { return }
      next = link.setParent(nil, edge: .anywhere)
      released.take(link)
      if let above = next, !above.isRemoved, above.isOwn { return }
    }
  }

  func withdraw(_ link: Link, _ structure: inout Structure) {
    if !link.isOwn { return }
    if link.record.isActor {
      structure.anywhere.remove(link)
    } else if let actor = link.actor {
      actor.remove(link)
      if actor.isDissolved { structure.unattended -= 1 }
    } else {
      structure.unattended -= 1
    }
  }
}

extension ChainTable {
  /// Objects to release after unlocking. They may hold the last reference to an adopter's object, whose `deinit` may do
  /// anything.
  struct Released {
    var extras: LinkExtras?
    var step: ChainStep?
    private var links: Link?

    mutating func take(_ link: consuming Link) {
      link.chain(to: links.take())
      links = link
    }

    /// Releases everything.
    mutating func releaseAll() {
      var next = links.take()
      while let link = next {
        next = link.unchain()
        // The step refers back to the link.
        link.step = nil
      }
      (extras, step) = (nil, nil)
    }
  }
}

extension ChainTable.Structure {
  /// The record of an actor, which is made if there is none.
  mutating func record(of actor: any Actor) -> LinkedActor {
    // The caller runs on the actor, so the reference that is loaded here is never the last one.
    if main.isHere(actor) { return main }
    if let lastActor, lastActor.isHere(actor) { return lastActor }
    let identity = ObjectIdentifier(actor)
    if let known = actors[identity], known.isHere(actor) {
      lastActor = known
      return known
    }
    let fresh = LinkedActor(actor)
    // Another actor has taken the address of one that is gone.
    unattended += actors.updateValue(fresh, forKey: identity)?.dissolve() ?? 0
    actorList.append(fresh)
    lastActor = fresh
    return fresh
  }

  /// Checks whether one actor is gone, other than the one where the caller runs. Returns it if it exists: this may be
  /// the last reference to it, which must not be released under a lock.
  mutating func dissolveOneActor(besides current: LinkedActor?) -> (any Actor)? {
    if actorList.isEmpty { return nil }
    nextActor = (nextActor + 1) % actorList.count
    let actor = actorList[nextActor]
    if actor === current { return nil }
    if !actor.isDissolved {
      if let living = actor.actor { return living }
      unattended += actor.dissolve()
      if let identity = actor.identity { actors[identity] = nil }
    }
    actorList.swapAt(nextActor, actorList.count - 1)
    actorList.removeLast()
    if lastActor === actor { lastActor = nil }
    return nil
  }
}
