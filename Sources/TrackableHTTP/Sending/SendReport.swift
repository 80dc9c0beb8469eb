import TrackableHub

/// The result of a batch so far: what has become of its envelopes. Each envelope is in one of the following lists at
/// most.
///
/// A batch can be several requests, of which only some arrive.
struct SendReport: Sendable {
  /// The envelopes that have arrived, in the order in which they were sent.
  var delivered: [Envelope.ID] = []
  /// The envelopes for which the service has no counterpart.
  var skipped: [Envelope] = []
  /// The envelopes that are refused for good, each with the reason. The reason contains no key of the service.
  var rejected: [Envelope.ID: String] = .init()
  /// The envelopes that the service does not take for now, although it takes other envelopes, each with the reason. The
  /// other envelopes need not wait for these envelopes.
  var aside: [Envelope.ID: String] = .init()
  /// The envelopes to send again after a failed request, in the order of the batch.
  var remaining: [Envelope.ID] = []
  /// The pause that the server has asked for, before `remaining` is sent again; `nil` means the policy's pause.
  var retryAfter: Duration?
  /// The reason for which envelopes remain; `nil` if none remain, except for those that were put aside before. The
  /// reason contains no key of the service.
  var reason: String?
  /// Whether a request of this batch, or a request just before, got a response about its events, which only a working
  /// server gives.
  var hasSucceeded = false

  /// Whether any envelope has arrived, or was skipped, rejected or put aside.
  var hasSettled: Bool { !(delivered.isEmpty && skipped.isEmpty && rejected.isEmpty && aside.isEmpty) }
}
