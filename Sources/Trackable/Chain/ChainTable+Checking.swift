extension ChainTable {
  /// Checks the next object that was linked on the caller's actor, and the next member of the list of actors. Returns
  /// the objects that are alive. The caller releases these objects after unlocking, because the references may be the
  /// last.
  // Inlined, and the second list is mostly empty. Benchmarks: link.
  @inline(__always)
  func check(_ actor: LinkedActor?, _ structure: inout Structure) -> (AnyObject?, AnyObject?) {
    (
      actor.flatMap { nextLiving(of: $0, &structure) },
      structure.anywhere.links.members.isEmpty ? nil : nextLiving(of: structure.anywhere, &structure)
    )
  }

  /// Goes on to the next member that lives, and removes the links of dead objects on the way, and the lists of dead actors.
  /// It removes only a few, which keeps a single call short.
  private func nextLiving(of list: LinkedActor, _ structure: inout Structure) -> AnyObject? {
    for _ in 0..<8 {
      switch list.links.next() {
      case let link as Link:
        if let object = link.object {
          // A snapshot of an earlier generation may keep links alive without need.
          if let snapshot = link.snapshot, snapshot.generation != generation.value {
            exchangeSnapshot(of: link, for: nil, &structure)
          }
          return object
        }
        remove(link, &structure)
      case let other as LinkedActor:
        if let actor = other.actor { return actor }
        structure.dissolve(other)
      default: return nil
      }
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

  /// The list in which calls come to the link; `nil` if no call checks it.
  func list(of link: Link, _ structure: borrowing Structure) -> LinkedActor? {
    if link.place < 0 { return nil }
    if link.record.isActor { return structure.anywhere }
    return link.actor?.isDissolved == false ? link.actor : nil
  }

  func withdraw(_ link: Link, _ structure: inout Structure) {
    if !link.isOwn { return }
    if let list = list(of: link, structure) { return list.links.remove(link) }
    link.place = -1
    structure.unattended -= 1
  }
}

extension ChainTable.Structure {
  /// What the table knows of an actor on which an object is linked.
  mutating func linkedActor(for actor: any Actor) -> LinkedActor {
    // The caller runs on the actor, so the reference that is loaded here is never the last one.
    if main.isHere(actor) { return main }
    let identity = ObjectIdentifier(actor)
    if let known = actors.value(at: identity) {
      if known.isHere(actor) { return known }
      // Another actor has taken the address of one that is gone.
      dissolve(known)
    }
    let fresh = LinkedActor(actor)
    actors.insert(fresh, at: identity)
    let anywhere = anywhere  // Swift 6.3 makes no valid code of the access below for the thread sanitizer.
    if anywhere.links.add(fresh) { newMembers += 1 }
    return fresh
  }

  fileprivate mutating func dissolve(_ gone: LinkedActor) {
    unattended += gone.links.members.count
    (gone.isDissolved, gone.links) = (true, Rounds())
    let anywhere = anywhere  // As above.
    anywhere.links.remove(gone)
    if let identity = gone.identity { actors.remove(at: identity) }
  }
}
