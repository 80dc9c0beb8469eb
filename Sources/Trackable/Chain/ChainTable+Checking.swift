extension ChainTable {
  /// Checks the next object that was linked on the caller's actor, and the next member of the list of actors. Returns
  /// the living objects. The caller releases these objects after unlocking, because these references may be the last.
  func check(_ actor: LinkingActor?, _ structure: inout Structure) -> (AnyObject?, AnyObject?) {
    (
      actor.flatMap { nextLiving(of: $0, &structure) },
      structure.checkedByAll.links.members.isEmpty ? nil : nextLiving(of: structure.checkedByAll, &structure)
    )
  }

  /// Returns the next living member. Removes the links of dead objects and the lists of dead actors that the search
  /// finds, but at most eight, so that a single call stays short.
  private func nextLiving(of list: LinkingActor, _ structure: inout Structure) -> AnyObject? {
    for _ in 0..<8 {
      switch list.links.next() {
      case let link as Link:
        if let object = link.object {
          // A snapshot of an earlier generation may keep unneeded links alive.
          if let snapshot = link.snapshot, snapshot.generation != generation.value {
            exchangeSnapshot(of: link, for: nil, &structure)
          }
          return object
        }
        remove(link, &structure)
      case let other as LinkingActor:
        if let actor = other.living { return actor }
        structure.dissolve(other)
      default: return nil
      }
    }
    return nil
  }

  /// Takes a link out of the table. If the link has no children, also removes the links above that exist only because
  /// they have children.
  func remove(_ link: Link, _ structure: inout Structure) {
    var next: Link? = link
    while let link = next {
      if !link.isRemoved {
        link.isRemoved = true
        withShard(of: link.address) { $0.remove(at: link.address) }
        leaveList(link, &structure)
      }
      if link.childCount > 0 { return }
      next = link.setParent(nil, parentAccess: .anywhere)
      // The snapshot refers back to the link.
      if link.snapshot != nil { exchangeSnapshot(of: link, for: nil, &structure) }
      structure.release(link)
      if let above = next, !above.isRemoved, above.isOwn { return }
    }
  }

  /// The list that the link is in, whose members calls check; `nil` if no call checks the link.
  func list(of link: Link, _ structure: borrowing Structure) -> LinkingActor? {
    if link.place < 0 { return nil }
    if link.record.isActor { return structure.checkedByAll }
    return link.actor?.isDissolved == false ? link.actor : nil
  }

  func leaveList(_ link: Link, _ structure: inout Structure) {
    if !link.isOwn { return }
    if let list = list(of: link, structure) { return list.links.remove(link) }
    link.place = -1
    structure.unattended -= 1
  }
}

extension ChainTable.Structure {
  /// Finds or makes the list for an actor.
  mutating func linkingActor(for actor: any Actor) -> LinkingActor {
    // The caller runs on the actor, so the reference loaded here is never the last reference.
    if main.isHere(actor) { return main }
    let identity = ObjectIdentifier(actor)
    if let known = actors.value(at: identity) {
      if known.isHere(actor) { return known }
      // The new actor has the address of a deallocated actor.
      dissolve(known)
    }
    let fresh = LinkingActor(actor)
    actors.insert(fresh, at: identity)
    let checkedByAll = checkedByAll  // Swift 6.3 makes no valid code of the access below for the thread sanitizer.
    if checkedByAll.links.add(fresh) { newMembers += 1 }
    return fresh
  }

  fileprivate mutating func dissolve(_ gone: LinkingActor) {
    unattended += gone.links.members.count
    (gone.isDissolved, gone.links) = (true, CheckRota())
    let checkedByAll = checkedByAll  // The same workaround as above.
    checkedByAll.links.remove(gone)
    if let identity = gone.identity { actors.remove(at: identity) }
  }
}
