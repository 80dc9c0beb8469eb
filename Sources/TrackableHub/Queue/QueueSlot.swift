import Trackable

/// A call in the queue of one destination.
struct QueueSlot: Sendable {
  let call: HubCall
  let sequence: Int
  /// The earliest time at which the call may have entered the hub.
  let enqueuedAt: Duration
  /// The user, with the number that orders the destination's users. If the call belongs to an earlier user, the number
  /// is negative.
  let user: UserStamp
  /// The room that the call takes: roughly its bytes if the policy counts bytes, and otherwise 1.
  let size: Int
  var attempt = 1

  var hasReturned: Bool { attempt > 1 }

  /// The ID of the delivery, the same for each attempt.
  ///
  /// - Parameter key: The hub's random key, which the hub keeps to itself.
  func id(_ key: UInt64) -> Envelope.ID { Envelope.ID(time: call.addressed.time, sequence: sequence, key: key) }
}
