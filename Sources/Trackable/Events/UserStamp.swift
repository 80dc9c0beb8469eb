/// The user of a system and the latest decision, at the call of `track`. An event carries its stamp, as it carries its
/// time. So every queue knows the user of an event, in every order and without asking a system.
///
/// | to know | read |
/// |---|---|
/// | the ID of the user | ``id`` |
/// | whether two calls are about one person | ``person``: the same object, or the same number |
/// | whether that person is still the user | ``Person/hasEnded``, from any thread, also under a lock |
/// | whether a call was made before a decision or a purge | ``decision`` is smaller than the number of that decision |
package final class UserStamp: Sendable {
  /// The user; `nil` if none was known.
  package let id: String?
  /// Grows with every change of the user, so that of two stamps of a system the newer is known.
  package let number: Int
  /// The groups that the user belongs to: the ID of each by its type.
  package let groups: TrackedProperties
  /// Who that is, with or without an ID.
  package let person: Person
  /// The number of the last decision or purge before the call: ``Decisions``.
  package let decision: UInt64

  package init(
    _ id: String?, number: Int, groups: TrackedProperties = TrackedProperties(), person: Person = .unknown,
    decision: UInt64 = 0
  ) {
    self.id = id
    self.number = number
    self.groups = groups
    self.person = person
    self.decision = decision
  }

  /// Nobody, outside of a system.
  package static let nobody = UserStamp(nil, number: 0)

  /// The next user, who may be the same person. Groups of another person do not hold.
  package func next(_ id: String?) -> UserStamp {
    let isSame = id != nil && (self.id == nil || self.id == id)
    return UserStamp(
      id, number: number + 1, groups: isSame ? groups : TrackedProperties(),
      person: isSame ? person : person.successor(), decision: decision)
  }

  /// The same user, in a group or out of it.
  func joining(_ group: TrackedUserProperty) -> UserStamp {
    var groups = groups
    // A tracker that registers later is told of no more either.
    if groups.count >= 100, groups[group.name] == nil { return self }
    groups[PropertyKey(dynamicName: group.name)] = group.operand == .null ? nil : .string("\(group.operand)")
    return UserStamp(id, number: number, groups: groups, person: person, decision: decision)
  }

  /// The same user, after the latest decision.
  func decided(_ decision: UInt64) -> UserStamp {
    UserStamp(id, number: number, groups: groups, person: person, decision: decision)
  }
}

extension UserStamp {
  /// The user at the call of `report` that is being made. An error is no value of the library, so it cannot carry a
  /// stamp, and it may wait in one gate in front of another.
  @TaskLocal static var ofError: UserStamp?

  /// One person who uses an app, or whose request a server answers.
  ///
  /// A user without an ID, and the user of the `identify` that follows, are one person: an onboarding, then a sign-up.
  /// A `reset` ends the person, also one without an ID, and so does an `identify` that replaces a known ID by another
  /// one. The next user is another person, even under an ID that was used before.
  package final class Person: Sendable, Equatable {
    /// Belongs to this person alone in the whole process, whichever system it is. Of two persons of one system the
    /// later one has the greater number. 0 is the ``unknown`` one. The numbers of another launch say nothing.
    package let number: UInt64
    /// Whether this is a user of the process's system, so that what an app keeps on disk for its user belongs to this
    /// person; not one of a `withTracker` scope: a request, or a test.
    package let isOfProcess: Bool
    /// Whether no other person was the user of that system before.
    package let isFirst: Bool
    /// One more than the number of the last decision before it; 0 as long as the person is the user.
    private let end = AtomicWord()

    package init(isOfProcess: Bool, isFirst: Bool = true) {
      number = Self.latest.add(1) + 1
      self.isOfProcess = isOfProcess
      self.isFirst = isFirst
    }

    private init() { (number, isOfProcess, isFirst) = (0, true, true) }

    /// The person of calls outside of a system, such as an event that is handed to a tracker directly. This person
    /// never ends, and counts as a user of the process.
    package static let unknown = Person()

    private static let latest = AtomicWord()

    /// Whether another person has become the user of that system. It takes no lock and asks no system.
    package var hasEnded: Bool { end.value != 0 }

    /// Whether another person had become the user before a decision, by the number of the decision.
    func hasEnded(before decision: UInt64) -> Bool {
      let end = end.value
      return end != 0 && end <= decision
    }

    package static func == (left: Person, right: Person) -> Bool { left === right }

    package func markEnded() { end.set(Decisions.number + 1) }

    fileprivate func successor() -> Person { Person(isOfProcess: isOfProcess, isFirst: false) }
  }
}

/// The decisions and purges of the whole process, in order: every decision of any consent, and every purge.
package enum Decisions {
  private static let latest = AtomicWord()

  /// The number of the last decision or purge; 0 before the first. A call that is made now carries this number:
  /// ``UserStamp/decision``.
  @inline(__always) package static var number: UInt64 { latest.value }

  /// For a purge that has waited and is being made now: the last ``number`` when that purge was called for.
  @TaskLocal package static var ofPurge: UInt64?

  /// Counts a decision or a purge, and returns its number. A call with a smaller number was made before. The count
  /// comes before the effect, so a call that carries this number may still have met the earlier state.
  package static func next() -> UInt64 { latest.add(1) + 1 }
}
