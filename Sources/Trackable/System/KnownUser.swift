/// What a tracking system, a ``SystemCore``, knows about its current user. A tracker that is registered later first
/// gets ``calls``.
struct KnownUser: Sendable {
  /// The most user properties that the system keeps.
  static let capacity = 100

  /// The user's stamp, which events carry.
  private(set) var stamp: UserStamp
  private var identity: Boxed<TrackedUser>?
  /// The user properties, in the order of their first update.
  private var properties: [TrackedUserProperty] = []

  init(isOfProcess: Bool) {
    stamp = UserStamp(nil, number: 0, person: UserStamp.Person(isOfProcess: isOfProcess), decision: Decisions.number)
  }

  /// Takes over the number of the last decision.
  mutating func followDecisions() {
    let decision = Decisions.number
    if stamp.decision != decision { stamp = stamp.decided(decision) }
  }

  /// Applies a call about the user, and gives the call the user's stamp. Returns an issue if there was no room for a
  /// property or for all traits.
  mutating func apply(_ call: inout TrackerCall, at location: CodeLocation) -> TrackableIssue? {
    followDecisions()
    var issue: TrackableIssue?
    switch call {
    case .identify(var user):
      change(to: user.id)
      user.stamp = stamp
      call = .identify(user)
      // A new user does not get the properties of an earlier user. Properties that were set before the first sign-in
      // stay.
      if let earlier = identity?.value {
        if earlier.id != user.id {
          properties = []
        } else if user.add(earlier) {
          issue = .tooMany("traits", TrackedUser.capacity, at: location)
        }
      }
      identity = Boxed(user)
    case .reset:
      change(to: nil)
      (identity, properties) = (nil, [])
    case .update(var property):
      if property.isGroup { stamp = stamp.joining(property) }
      property.stamp = stamp
      call = .update(property)
      let known = properties.firstIndex { $0.name == property.name && $0.isGroup == property.isGroup }
      if property.value == nil {
        // After an increment or `setOnce`, only the service knows the value. So the system removes the property, and no
        // later tracker adds a number twice. `setOnce` keeps a property that has a value.
        let isSet = known.map { properties[$0].operand != .null } ?? false
        if let known, property.operation != .setOnce || !isSet { properties.remove(at: known) }
      } else if let known {
        properties[known] = property
      } else if properties.count < Self.capacity {
        properties.append(property)
      } else {
        issue = .tooMany("user properties", Self.capacity, at: location)
      }
    case .track, .report, .purge: break
    }
    return issue
  }

  private mutating func change(to id: String?) {
    let next = stamp.next(id)
    if next.person !== stamp.person { stamp.person.markEnded() }
    stamp = next
  }

  /// The calls that make the current user known to a tracker.
  var calls: [TrackerCall] {
    let properties = properties.map { property in
      var property = property
      property.stamp = stamp
      return TrackerCall.update(property)
    }
    // If there is a number and no user, the last change was a sign-out. A new tracker has to hear of it, because the
    // tracker may have a user from an earlier launch.
    guard var user = identity?.value else { return (stamp.number > 0 ? [.reset] : []) + properties }
    user.stamp = stamp
    return [.identify(user)] + properties
  }
}
