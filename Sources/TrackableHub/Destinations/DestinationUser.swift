import Trackable

/// The user that a destination currently knows. Most vendors' libraries keep a current user.
///
/// | call | the destination gets |
/// |---|---|
/// | a call of the destination's current user | the call |
/// | a call of a newer user | an `identify` or a `reset`, then the call |
/// | a call of an earlier user | nothing |
struct DestinationUser: Sendable {
  private var known = UserStamp.nobody

  /// The calls that the destination gets for a call; `nil` for a call of an earlier user.
  ///
  /// - Parameter user: The user of the call; for a `reset`, the user who signs out.
  mutating func calls(for call: TrackerCall, of user: UserStamp) -> [TrackerCall]? {
    switch call {
    case .identify: known = user
    case .reset: known = UserStamp(nil, number: user.number + 1)
    case .track, .update, .report:
      if user.id == known.id { break }
      if user.number < known.number { return nil }
      known = user
      return [user.id.map { .identify(TrackedUser($0)) } ?? .reset, call]
    case .purge: break
    }
    return [call]
  }
}
