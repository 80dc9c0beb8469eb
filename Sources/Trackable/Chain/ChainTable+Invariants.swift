extension ChainTable {
  /// What does not hold in the table of the process, for the tests; empty if everything does.
  package static func violatedInvariants() -> [String] {
    shared.changing { shared.violations($0) }
  }

  private func violations(_ structure: borrowing Structure) -> [String] {
    var violations: [String] = []
    func expect(_ holds: Bool, _ what: String) { if !holds { violations.append(what) } }
    var links: [ObjectIdentifier: Link] = [:]
    for link in allLinks(expect) { links[ObjectIdentifier(link)] = link }
    var (children, unattended): ([ObjectIdentifier: Int32], Int) = ([:], 0)
    var above = Array(links.values)
    // Removed links are known to those below only.
    while let link = above.popLast() {
      guard let parent = link.parent else { continue }
      let identity = ObjectIdentifier(parent)
      children[identity, default: 0] += 1
      if links.updateValue(parent, forKey: identity) == nil { above.append(parent) }
    }
    for (identity, link) in links {
      let list = list(of: link, structure)
      expect(link.childCount == children[identity] ?? 0, "a link knows how many children it has")
      expect(link.isRemoved || link.isOwn || link.childCount > 0, "a link that is only a parent has a child")
      expect(!link.isRemoved || link.childCount > 0, "a removed link has a child")
      if link.isRemoved || !link.isOwn {
        expect(list == nil, "no call checks a link that is removed, or only a parent")
      } else if list == nil {
        unattended += 1
      }
      if let list, Int(link.place) < list.links.members.count {
        expect(list.links.members[Int(link.place)] === link, "a link knows its place")
      } else {
        expect(list == nil, "a link stands in its list")
      }
    }
    expect(structure.unattended == unattended, "links that no call checks are counted")
    let lists = structure.actorRounds.members
    for list in [structure.main, structure.anywhere] + lists {
      for link in list.links.members {
        expect(links[ObjectIdentifier(link)] === link && !link.isRemoved, "a link in a list is in the table")
      }
    }
    for (place, list) in lists.enumerated() {
      expect(list.place == Int32(place) && !list.isDissolved, "an actor that is in a list knows its place")
      expect(list.identity.map { structure.actors[$0] === list } ?? false, "an actor in a list is found")
    }
    expect(structure.actors.count == lists.count, "each actor that is found is in a list")
    return violations
  }

  private func allLinks(_ expect: (Bool, String) -> Void) -> [Link] {
    (0..<Self.shardCount).flatMap { stripe in
      shards.withoutLock(stripe: stripe) { shard in
        for violation in shard.violatedInvariants() { expect(false, violation) }
        let entries = shard.entries
        for (address, link) in entries {
          expect(link.address == address && !link.isRemoved, "a link is in the table at the address of its object")
        }
        return entries.map(\.value)
      }
    }
  }
}
