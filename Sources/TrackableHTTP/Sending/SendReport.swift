import TrackableHub

/// What became of a batch that was sent, each envelope in exactly one place.
///
/// A batch can be more than one request, of which some arrive and some do not.
struct SendReport: Sendable {
  /// What has arrived, in the order in which it was sent.
  var delivered: [Envelope.ID] = []
  /// What the service has no word for.
  var skipped: [Envelope] = []
  /// What is refused for good, each for a reason. No reason holds a key.
  var rejected: [Envelope.ID: String] = [:]
  /// What has to be sent again, in the order of the batch.
  var remaining: [Envelope.ID] = []
  /// How long to wait before: what the server asked for; `nil` means as the policy says.
  var retryAfter: Duration?
  /// Why something remains; `nil` if nothing does. It holds no key.
  var reason: String?
  /// Whether a request got an answer about what is in it, which a server gives that works.
  var hasSucceeded = false
  /// How many bytes the largest request had that arrived.
  var largestArrived = 0
  /// How many bytes the smallest request had that was more than the service takes.
  var tooLarge: Int?
  /// How many bytes the request had that did not get through in time.
  var tooSlow: Int?
}
