import TrackableHub

/// What became of a batch so far, each envelope in one place at most.
///
/// A batch can be several requests. Some may arrive and others not.
struct SendReport: Sendable {
  /// Those that have arrived, in the order in which they were sent.
  var delivered: [Envelope.ID] = []
  /// Those that the service has no word for.
  var skipped: [Envelope] = []
  /// Those that are refused for good, each for a reason. No reason holds a key.
  var rejected: [Envelope.ID: String] = [:]
  /// Those that the service does not take for now, though it takes others, each for a reason. The rest need not wait for them.
  var aside: [Envelope.ID: String] = [:]
  /// Those to send again, in the order of the batch, where a request has failed.
  var remaining: [Envelope.ID] = []
  /// How long to wait before: what the server asked for; `nil` means as the policy says.
  var retryAfter: Duration?
  /// Why something remains; `nil` if nothing does, but for events that were put aside before. It holds no key.
  var reason: String?
  /// Whether a request got an answer about its events, which only a server gives that works; also one just before.
  var hasSucceeded = false

  /// Whether anything is another one than before.
  var hasSettled: Bool { !(delivered.isEmpty && skipped.isEmpty && rejected.isEmpty && aside.isEmpty) }
}
