import TrackableHub

/// What became of a batch that was sent, each envelope in exactly one place.
///
/// A batch can be several requests. Some may arrive and others not.
struct SendReport: Sendable {
  /// Those that have arrived, in the order in which they were sent.
  var delivered: [Envelope.ID] = []
  /// Those that the service has no word for.
  var skipped: [Envelope] = []
  /// Those that are refused for good, each for a reason. No reason holds a key.
  var rejected: [Envelope.ID: String] = [:]
  /// Those that the service does not take for now, though it takes others: how often each has failed alone, and 1. The rest
  /// need not wait for them.
  var aside: [Envelope.ID: Int] = [:]
  /// Those to send again, in the order of the batch.
  var remaining: [Envelope.ID] = []
  /// How long to wait before: what the server asked for; `nil` means as the policy says.
  var retryAfter: Duration?
  /// Why something remains; `nil` if nothing does. It holds no key.
  var reason: String?
  /// Whether a request got an answer about its events, which only a server gives that works.
  var hasSucceeded = false
  /// How many bytes the largest request had that arrived.
  var largestArrived = 0
  /// How many bytes the smallest request had that was more than the service takes.
  var tooLarge: Int?
  /// How many bytes the request had that did not get through in time.
  var tooSlow: Int?
}
