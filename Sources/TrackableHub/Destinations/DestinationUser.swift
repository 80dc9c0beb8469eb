import Trackable

/// The user that a destination knows, if it keeps one of its own, as most vendors' libraries do.
///
/// | call | the destination gets |
/// |---|---|
/// | of the user that it knows | the call |
/// | of a newer one | who the user is, then the call |
/// | of an earlier one | nothing |
struct DestinationUser: Sendable {
  private var known = UserStamp.nobody

  /// The calls that a call becomes; `nil` if it is about an earlier user.
  ///
  /// - Parameter user: Whose the call is; of a `reset`, the user who goes.
  mutating func calls(for call: TrackerCall, of user: UserStamp) -> [TrackerCall]? {
    switch call {
    case .identify: known = user
    case .reset: known = UserStamp(nil, number: user.number + 1)
    case .track, .update:
      if user.id == known.id { break }
      if user.number < known.number { return nil }
      known = user
      return [user.id.map { .identify(TrackedUser($0)) } ?? .reset, call]
    case .report, .purge: break
    }
    return [call]
  }
}
