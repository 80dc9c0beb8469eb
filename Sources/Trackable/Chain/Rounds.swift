/// Something that stands in ``Rounds``.
class RoundsMember {
  // Accessed under a lock, so that no two accesses overlap. Benchmarks: link.
  /// Where it stands; negative while it stands in none.
  @exclusivity(unchecked) final var place: Int32 = -1
}

/// Members that calls ask, a few at a time, whether they are gone.
///
/// A round goes from the last member to the first. Members that are added meanwhile stand behind it, and are asked in
/// the next one.
///
/// The bound: if at most `m` members are alive at once, there are never more than `5/2 m + 66`. For a call that adds a
/// member to more than 64 asks three, and a call by which a new object takes over the member of a dead one skips that one
/// in the round, and asks one. Whatever is found dead is removed. When a round is over, the list has the members that
/// were found alive, at most `m`, since they were alive when the round began; those that were skipped; and those that
/// were added. Each of the latter two costs a member that was found alive, or eight that were removed: so no round begins
/// with more than `2.1 m`. Within a round the list gets longer only by calls that find three alive: by `m / 3 + 1`.
///
/// What is dead is forgotten after two rounds. `RoundsTests` fail if a call asks less, or skips nothing.
struct Rounds {
  private(set) var members: [RoundsMember] = []
  /// How many members the round still has to get through: the first ones.
  private var rest = 0

  /// - Returns: Whether the call that adds the member has to ask three members. A short list needs no bound.
  mutating func add(_ member: RoundsMember) -> Bool {
    member.place = Int32(members.count)
    members.append(member)
    return members.count > 64
  }

  mutating func remove(_ member: RoundsMember) {
    let last = members.removeLast()
    if last !== member { put(last, at: Int(member.place)) }
    member.place = -1
    rest = min(rest, members.count)
  }

  /// The member that is asked next. It stays where it is. `nil` if there is none.
  mutating func next() -> RoundsMember? {
    if rest == 0 { rest = members.count }
    if rest == 0 { return nil }
    rest -= 1
    return members[rest]
  }

  /// Leaves a member out of this round: the member changes places with the next member to be asked.
  mutating func skip(_ member: RoundsMember) {
    let place = Int(member.place)
    guard place < rest else { return }
    rest -= 1
    put(members[rest], at: place)
    put(member, at: rest)
  }

  private mutating func put(_ member: RoundsMember, at place: Int) {
    members[place] = member
    member.place = Int32(place)
  }
}
