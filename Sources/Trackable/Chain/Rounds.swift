/// Something that stands in ``Rounds``.
package protocol RoundsMember: AnyObject {
  /// Where it stands; negative while it stands in none.
  var place: Int32 { get set }
  /// Whether the round that has still to get to it leaves it out.
  var isSkipped: Bool { get set }
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
/// were added. Each of the latter two costs a member that was found alive, or eight that were removed, or 64 that were
/// skipped: so no round begins with more than `2.1 m`. Within a round the list gets longer only by calls that find three
/// alive: by `m / 3 + 1`.
///
/// What is dead is forgotten after two rounds. `RoundsTests` fail if a call asks less, or skips nothing.
package struct Rounds<Member: RoundsMember> {
  package private(set) var members: [Member] = []
  /// How many members the round still has to get through: the first ones.
  private var rest = 0

  package init() {}

  /// - Returns: Whether the call that adds it has to ask three. A few members need no bound.
  package mutating func add(_ member: Member) -> Bool {
    member.place = Int32(members.count)
    members.append(member)
    return members.count > 64
  }

  package mutating func remove(_ member: Member) {
    let last = members.removeLast()
    if last !== member {
      members[Int(member.place)] = last
      last.place = member.place
    }
    (member.place, member.isSkipped) = (-1, false)
    rest = min(rest, members.count)
  }

  /// The member that is asked next. It stays where it is. `nil` if there is none, or if it would be far to the next one.
  package mutating func next() -> Member? {
    if rest == 0 { rest = members.count }
    var mayPass = 64
    while rest > 0, mayPass > 0 {
      rest -= 1
      let member = members[rest]
      if !member.isSkipped { return member }
      member.isSkipped = false
      mayPass -= 1
    }
    return nil
  }

  /// Leaves a member out of this round.
  package func skip(_ member: Member) { if member.place < rest { member.isSkipped = true } }
}
