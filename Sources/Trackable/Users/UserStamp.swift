/// A mark on a tracking call: the tracking system's user, and the number of the latest decision about consent or the
/// latest purge, at the time of the call. An event carries its stamp as it carries its time. So a queue knows the user
/// of an event, whatever the order of the events, and without reading a system.
///
/// | question | answer |
/// |---|---|
/// | What is the ID of the user? | ``id`` |
/// | Are two calls about one person? | ``person``: the same object, or the same number |
/// | Is that person still the user? | ``Person/hasEnded``, from any thread, even under a lock |
/// | Was a call made before a decision or a purge? | ``decision`` is smaller than the number of that decision |
package final class UserStamp: Sendable {
  /// The user's ID; `nil` if the system knew no ID.
  package let id: String?
  /// A number that grows with every change of the user. It tells which of two stamps of one system is newer.
  package let number: Int
  /// The user's groups: the ID of each group by the type of the group.
  package let groups: TrackedProperties
  /// The person, with or without an ID.
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

  /// The stamp without a user, for calls outside of a system.
  package static let nobody = UserStamp(nil, number: 0)

  /// The stamp after a change of the ID. If the new ID belongs to another person, the stamp has none of the earlier
  /// groups.
  package func next(_ id: String?) -> UserStamp {
    let isSame = id != nil && (self.id == nil || self.id == id)
    return UserStamp(
      id, number: number + 1, groups: isSame ? groups : TrackedProperties(),
      person: isSame ? person : person.successor(), decision: decision)
  }

  /// The stamp of the same user after the user has joined or left a group.
  func joining(_ group: TrackedUserProperty) -> UserStamp {
    var groups = groups
    // The number of groups is limited to 100, as for trackers that are registered later.
    if groups.count >= 100, groups[group.name] == nil { return self }
    groups[PropertyKey(dynamicName: group.name)] = group.operand == .null ? nil : .string("\(group.operand)")
    return UserStamp(id, number: number, groups: groups, person: person, decision: decision)
  }

  /// The stamp of the same person without anything that tells who the person is.
  func withoutID() -> UserStamp { UserStamp(nil, number: number, person: person, decision: decision) }

  /// The stamp of the same user after the latest decision.
  func decided(_ decision: UInt64) -> UserStamp {
    UserStamp(id, number: number, groups: groups, person: person, decision: decision)
  }
}

extension UserStamp {
  /// The user of the current call of `report`, or the user who signs out by the current call of `reset`. Neither call
  /// can carry a stamp, and both may wait in several gates.
  @TaskLocal package static var ofCall: UserStamp?

  /// One person who uses an app, or whose request a server answers.
  ///
  /// A user without an ID and the user of the next `identify` are one person, as in an onboarding with a sign-up. After
  /// a `reset`, the next user is another person, even if the user before had no ID. The same holds after an `identify`
  /// that replaces a known ID by another ID. This is true even if the next user has an ID that was used before.
  package final class Person: Sendable, Equatable {
    /// A number that no other person has in this process. In one system, each new person gets a greater number than the
    /// persons before. 0 is the number of the ``unknown`` person. Numbers of different launches cannot be compared.
    package let number: UInt64
    /// The number of the person's system; 0 for the process's system. The ``UserStamp/number`` of two stamps can only
    /// be compared if this number is the same.
    package let system: UInt64
    /// Whether this is the first user of the system.
    package let isFirst: Bool
    /// One more than the number of the last decision before another person became the user; 0 for the current user.
    private let end = AtomicWord()

    package init(isOfProcess: Bool, isFirst: Bool = true) {
      number = Self.latest.add(1) + 1
      system = isOfProcess ? 0 : number
      self.isFirst = isFirst
    }

    private init(after person: Person) {
      number = Self.latest.add(1) + 1
      (system, isFirst) = (person.system, false)
    }

    private init() { (number, system, isFirst) = (0, 0, true) }

    /// The person of calls outside of a system, such as an event that is passed to a tracker directly. This person
    /// stays the user forever, and counts as a user of the process.
    package static let unknown = Person()

    private static let latest = AtomicWord()

    /// Whether this is a user of the process's system. The data that an app keeps on disk for its user belong to such a
    /// user, and not to a user of a `withTracker` scope, such as a request or a test.
    package var isOfProcess: Bool { system == 0 }

    /// Whether another person has become the user of the system. The getter takes no lock and reads no system.
    package var hasEnded: Bool { end.value != 0 }

    /// Whether another person had become the user before a decision with this number.
    func hasEnded(before decision: UInt64) -> Bool {
      let end = end.value
      return end != 0 && end <= decision
    }

    package static func == (left: Person, right: Person) -> Bool { left === right }

    package func markEnded() { end.set(Decisions.number + 1) }

    fileprivate func successor() -> Person { Person(after: self) }
  }
}
