import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A call as it waits for one destination.
struct QueueSlot: Sendable {
  let call: HubCall
  let sequence: Int
  /// When it came, at the earliest.
  let arrival: Duration
  /// Its user, in the order of the destination's users; the number is less than zero if it is an earlier one.
  let user: UserStamp
  /// How many bytes it takes, roughly, where that counts.
  var bytes = 0
  var attempt = 1

  var hasReturned: Bool { attempt > 1 }

  /// The same for each attempt.
  ///
  /// - Parameter key: The hub's, which it keeps to itself.
  func id(_ key: UInt64) -> Envelope.ID { UUID(time: call.arrival.time, sequence: sequence, key: key) }

  func envelope(_ key: UInt64) -> Envelope {
    Envelope(call.arrival, id: id(key), user: user, attempt: attempt)
  }
}
