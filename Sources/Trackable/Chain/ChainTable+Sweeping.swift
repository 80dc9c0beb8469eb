extension ChainTable {
  /// Checks whether objects are gone: one of those that were linked on the caller's actor, and one of those that every
  /// call may check. And whether one of the actors is.
  @inline(never)
  func sweep(_ isolation: (any Actor)?) {
    var released = Released()
    let kept = structure.withLockUnchecked { structure in
      let actor = isolation.map { structure.actors.record(of: $0) }
      if let link = structure.left.popLast(), link.childCount == 0, link.isRemoved || !link.isOwn {
        remove(link, &structure, &released)
      }
      let otherActor = structure.dissolveOneActor(besides: actor)
      let own = actor.flatMap { nextLiving(of: $0, &structure, &released) }
      let anyones = nextLiving(of: structure.anywhere, &structure, &released)
      return (otherActor, own, anyones)
    }
    released.releaseAll()
    withExtendedLifetime(kept) {}
  }

  /// Goes on to the next object that lives, and removes the links of those on the way that are gone: only a few, which
  /// keeps a single call short. The caller releases the object after unlocking, because it may be the last reference, and the
  /// step, which the link no longer needs.
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

  /// Takes a link out of the table.
  func remove(_ link: consuming Link, _ structure: inout Structure, _ released: inout Released) {
    if !link.isRemoved {
      link.isRemoved = true
      removeLink(at: link.address)
      withdraw(link, &structure)
    }
    discard(link, &structure, &released)
  }

  /// Lets go of a link that is no longer in the table. If it has no children, it is released after unlocking, together
  /// with what is above it and was there only for its sake.
  func discard(_ link: consuming Link, _ structure: inout Structure, _ released: inout Released) {
    var budget = 64
    var link = link
    while link.childCount == 0 {
      let above = link.setParent(nil, edge: .anywhere)
      released.take(link)
      guard let above, above.isRemoved || !above.isOwn else { return }
      budget -= 1
      if budget == 0 { return structure.left.append(above) }
      if !above.isRemoved {
        above.isRemoved = true
        removeLink(at: above.address)
      }
      link = above
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
  /// Whether other objects should be checked. Where a dead object's link was replaced, the table has not grown, and every
  /// eighth call will do.
  mutating func isSweepDue(hasReplaced: Bool) -> Bool {
    if !hasReplaced { return true }
    replacements &+= 1
    return replacements % 8 == 0
  }

  /// Checks whether an actor is gone. If not, the caller releases it after unlocking.
  fileprivate mutating func dissolveOneActor(besides current: LinkedActor?) -> (any Actor)? {
    let (dissolved, living) = actors.dissolveOne(besides: current)
    unattended += dissolved
    return living
  }
}

extension ChainTable {
  /// What must not be released under the lock, since it may hold the last reference to an adopter's object, whose
  /// `deinit` may do anything.
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
