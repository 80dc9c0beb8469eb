import Trackable

/// A call that a caller has handed to a hub, and the destinations to which it goes.
struct AddressedCall: Sendable {
  let call: TrackerCall
  /// The time of the call.
  let time: Envelope.Time
  let destinations: [Int]
  /// The user of an error or a `reset`, because such a call carries no user to the thread that distributes it.
  var passedUser: UserStamp?
  /// The number of the suspended caller that waits for the call, if there is one: see ``HubQueue``.
  var waiter: Int?

  /// The user, and the number of the latest decision about consent, at the time of the call; for a `reset`, the user
  /// who signs out. `nil` for a purge, and for a call that no system made.
  var user: UserStamp? { passedUser ?? call.stamp }
}
