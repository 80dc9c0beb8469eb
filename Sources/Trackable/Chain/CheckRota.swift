/// A member of ``CheckRota``.
class CheckRotaMember {
  // The variable is accessed under a lock, so no two accesses overlap. The benchmarks of links show the difference.
  /// The index of the member; negative outside of ``CheckRota``, and without a meaning after the rota was given up.
  @exclusivity(unchecked) final var place: Int32 = -1
}

/// A list of members, such as links. Calls check a few members at a time, to find the dead ones.
///
/// A round goes from the last member to the first. A member that is added during a round goes to the end of the
/// list, so the next round checks it.
///
/// The bound: if at most `m` members are alive at the same time, the list never has more than `5/2 m + 66` members. A
/// call that adds a member to more than 64 members checks three. If a new object takes over the member of a dead
/// object, the call lets the round skip that member, and checks one other member. Each call removes the dead members
/// that it finds.
///
/// When a round is over, the list has three groups of members. The first group are members that were found alive: at
/// most `m`, because they were alive when the round began. The second and third group are members that were skipped or
/// added: for each of these, the calls found one member alive, or removed eight. So no round begins with more than
/// `2.1 m` members. Within a round, the list gets longer only by calls that find three members alive: by `m / 3 + 1`.
///
/// A dead member is removed after two rounds at the latest. `RoundsTests` fail if a call checks fewer members than
/// that, or does not skip the member that is taken over.
struct CheckRota {
  private(set) var members: [CheckRotaMember] = []
  /// The number of members that the round still has to check. These are the first members of the list.
  private var rest = 0

  /// - Returns: Whether the call that adds the member has to check three members. A short list needs no bound.
  mutating func add(_ member: CheckRotaMember) -> Bool {
    member.place = Int32(members.count)
    members.append(member)
    return members.count > 64
  }

  mutating func remove(_ member: CheckRotaMember) {
    let last = members.removeLast()
    if last !== member { put(last, at: Int(member.place)) }
    member.place = -1
    rest = min(rest, members.count)
  }

  /// The next member to check, which stays in the list; `nil` if there is none.
  mutating func next() -> CheckRotaMember? {
    if rest == 0 { rest = members.count }
    if rest == 0 { return nil }
    rest -= 1
    return members[rest]
  }

  /// Leaves a member out of this round: the member changes places with the next member to check.
  mutating func skip(_ member: CheckRotaMember) {
    let place = Int(member.place)
    guard place < rest else { return }
    rest -= 1
    put(members[rest], at: place)
    put(member, at: rest)
  }

  private mutating func put(_ member: CheckRotaMember, at place: Int) {
    members[place] = member
    member.place = Int32(place)
  }
}
