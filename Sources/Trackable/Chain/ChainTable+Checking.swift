extension ChainTable {
  /// Checks whether three things are gone: an object that was linked on the caller's actor, an object that is itself an
  /// actor, and another one of the actors. Returns those that live: the caller releases them after unlocking, because
  /// the references may be the last.
  func check(_ actor: LinkedActor?, _ structure: inout Structure) -> (AnyObject?, AnyObject?, AnyObject?) {
    (
      structure.dissolveOneActor(besides: actor),
      actor.flatMap { nextLiving(of: $0, &structure) },
      nextLiving(of: structure.anywhere, &structure)
    )
  }

  /// Goes on to the next object that lives, and removes the links of dead objects on the way. It removes only a few,
  /// which keeps a single call short.
  private func nextLiving(of actor: LinkedActor, _ structure: inout Structure) -> (any TrackableClass)? {
    var mayRemove = 8
    while mayRemove > 0, let link = actor.next {
      if let object = link.object {
        actor.advance()
        releaseOutdatedSnapshot(of: link, &structure)
        return object
      }
      remove(link, &structure)
      mayRemove -= 1
    }
    return nil
  }

  /// Takes a link out of the table, and releases it if it has no children, together with the links above it that exist
  /// only for its sake.
  func remove(_ link: Link, _ structure: inout Structure) {
    var next: Link? = link
    while let link = next {
      if !link.isRemoved {
        link.isRemoved = true
        withShard(of: link.address) { $0.remove(at: link.address) }
        withdraw(link, &structure)
      }
      if link.childCount > 0 { return }
      next = link.setParent(nil, edge: .anywhere)
      // The snapshot refers back to the link.
      if link.snapshot != nil { exchangeSnapshot(of: link, for: nil, &structure) }
      structure.release(link)
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

extension ChainTable.Structure {
  /// What the table knows of an actor on which an object is linked.
  mutating func linkedActor(for actor: any Actor) -> LinkedActor {
    // The caller runs on the actor, so the reference that is loaded here is never the last one.
    if main.isHere(actor) { return main }
    let identity = ObjectIdentifier(actor)
    if let known = actors[identity], known.isHere(actor) { return known }
    let fresh = LinkedActor(actor)
    // Another actor has taken the address of one that is gone.
    unattended += actors.updateValue(fresh, forKey: identity)?.dissolve() ?? 0
    actorList.append(fresh)
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
    return nil
  }
}
