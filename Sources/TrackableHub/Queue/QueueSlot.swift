import Trackable

/// A call as it waits for one destination.
struct QueueSlot: Sendable {
  let call: HubCall
  let sequence: Int
  /// When it came, at the earliest.
  let arrival: Duration
  /// Its user, in the order of the destination's users; the number is less than zero if it is an earlier one.
  let user: UserStamp
  /// How much room it takes: roughly its bytes, where these count, and otherwise 1.
  let size: Int
  var attempt = 1

  var hasReturned: Bool { attempt > 1 }

  /// The ID of the delivery, the same for each attempt.
  ///
  /// - Parameter key: The hub's random key, which the hub keeps to itself.
  func id(_ key: UInt64) -> Envelope.ID { Envelope.ID(time: call.arrival.time, sequence: sequence, key: key) }
}
