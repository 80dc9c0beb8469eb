/// Something that stands in ``Rounds``.
protocol RoundsMember: AnyObject {
  /// Where it stands; negative while it stands in none.
  var place: Int { get set }
}

/// Members that calls ask, a few at a time, whether they are gone.
///
/// A round goes from the last member to the first. Members that are added meanwhile stand behind it, and are asked in
/// the next one.
///
/// The bound: if at most `m` members are alive at once, there are never more than `2 m + 3`, so at most as many dead
/// ones beside `m` live ones, and three. For each call that brings a new object gets through three members of the round:
/// it asks three, or, if the object takes over the member of a dead one, it skips that one and asks two. So a round that
/// begins with `n` members is over after `n / 3 + 1` new objects at most. Then the list has the members that were found
/// alive, at most `m`, since they were alive when the round began, and those of the new objects: `m + n / 3 + 1`. So no
/// round begins with more than `1.5 m + 1.5` members, and in none are more added than a third of that and one.
///
/// What is dead is forgotten after two rounds, and calls that bring nothing new ask one member each.
/// `LinkedOnceTests` fail if a call asks less.
struct Rounds<Member: RoundsMember> {
  private(set) var members: [Member] = []
  /// How many members the round still has to get through: the first ones.
  private var rest = 0

  mutating func add(_ member: Member) {
    member.place = members.count
    members.append(member)
  }

  mutating func remove(_ member: Member) {
    let last = members.removeLast()
    if last !== member {
      members[member.place] = last
      last.place = member.place
    }
    member.place = -1
    rest = min(rest, members.count)
  }

  /// The member that is asked next. It stays where it is.
  mutating func next() -> Member? {
    if rest == 0 { rest = members.count }
    if rest == 0 { return nil }
    rest -= 1
    return members[rest]
  }

  /// Leaves a member out of this round.
  mutating func skip(_ member: Member) {
    if member.place >= rest { return }
    rest -= 1
    let other = members[rest]
    members.swapAt(rest, member.place)
    (other.place, member.place) = (member.place, rest)
  }
}
