package import TrackableHub

/// What became of a batch that was sent, each envelope in exactly one place.
///
/// A batch can be more than one request, of which some arrive and some do not. So the report says more than a
/// `DeliveryOutcome` can.
package struct SendReport: Sendable, Hashable {
  /// What has arrived, or does not have to be sent, in the order in which it was sent.
  package internal(set) var delivered: [Envelope.ID] = []
  /// What is refused for good, each for a reason. No reason holds a key.
  package internal(set) var rejected: [Envelope.ID: String] = [:]
  /// What has to be sent again, in the order of the batch.
  package internal(set) var remaining: [Envelope.ID] = []
  /// How long to wait before: what the server asked for; `nil` means as the hub's `RetryPolicy` says.
  package internal(set) var retryAfter: Duration?
  /// Why something remains; `nil` if nothing does. It holds no key.
  package internal(set) var reason: String?
  /// Whether a request got an answer about what is in it, which a server gives that works.
  var hasSucceeded = false
  /// How many bytes the largest request had that arrived.
  var largestArrived = 0
  /// How many bytes the smallest request had that was more than the service takes.
  var tooLarge: Int?
  /// How many bytes the request had that did not get through in time.
  var tooSlow: Int?

  /// The same for a hub; `nil` if a part of the batch is settled and a part remains, which a hub has no word for: keep
  /// what is settled, answer `.retry`, and leave it out when the batch comes again.
  package var outcome: DeliveryOutcome? {
    if let reason {
      return delivered.isEmpty && rejected.isEmpty ? .retry(after: retryAfter, because: reason) : nil
    }
    return rejected.isEmpty ? .accepted : .rejected(rejected)
  }
}
