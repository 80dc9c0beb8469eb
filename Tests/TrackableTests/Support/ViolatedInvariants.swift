@testable import Trackable

// What does not hold in the structures of the chain; empty if everything does. It stands here, and not in the library, so
// that no app carries it.

extension AddressTable {
  func violatedInvariants() -> [String] {
    guard let slots else { return count == 0 && capacity == 0 ? [] : ["a table without slots is empty"] }
    var violations: [String] = []
    func expect(_ holds: Bool, _ what: String) { if !holds { violations.append(what) } }
    expect(capacity & (capacity - 1) == 0 && capacity >= Self.minimumCapacity, "the capacity is a power of two")
    expect(count * 8 <= capacity * 7, "a slot is free")
    expect(capacity == Self.minimumCapacity || count * 8 >= capacity, "the table is not much too large")
    for index in 0..<capacity {
      let slot = slots[index]
      expect((slot.address == 0) == (slot.value == nil), "a slot has both an address and a value, or neither")
      if slot.address != 0 { expect(value(at: identity(of: slot.address)) === slot.value, "each address is found") }
    }
    expect(entries.count == count, "values are counted")
    return violations
  }

  fileprivate var entries: [(address: ObjectIdentifier, value: Value)] {
    guard let slots else { return [] }
    return (0..<capacity).compactMap { index in slots[index].value.map { (identity(of: slots[index].address), $0) } }
  }

  /// Sound: the address of an object is what an `ObjectIdentifier` is, a word.
  private func identity(of address: UInt) -> ObjectIdentifier { unsafeBitCast(address, to: ObjectIdentifier.self) }
}

extension ChainTable {
  /// Those of the table of the process.
  static func violatedInvariants() -> [String] {
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
    let anywhere = structure.checkedByAll.links.members
    let lists = anywhere.compactMap { $0 as? LinkingActor }
    for member in anywhere + ([structure.main] + lists).flatMap(\.links.members) {
      guard let link = member as? Link else { continue }
      expect(links[ObjectIdentifier(link)] === link && !link.isRemoved, "a link in a list is in the table")
    }
    for list in lists {
      expect(anywhere[Int(list.place)] === list && !list.isDissolved, "an actor that is in a list knows its place")
      let found = list.identity.flatMap { structure.actors.value(at: $0) }
      expect(found === list, "an actor in a list is found")
      expect(list.links.members.allSatisfy { $0 is Link }, "the list of an actor has links")
    }
    for violation in structure.actors.violatedInvariants() { expect(false, violation) }
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
