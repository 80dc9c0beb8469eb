public import Trackable

/// Some deliveries for a destination, oldest first.
///
/// ```swift
/// func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
///   try await client.post(batch.map(Row.init))
///   return .accepted
/// }
/// ```
public struct DeliveryBatch: Sendable, RandomAccessCollection {
  let envelopes: [Envelope]
  let progress: DeliveryProgress
  /// The user that the destination currently knows.
  let user: Lock<DestinationUser>

  /// Whether a purge has come since the hub made the batch.
  package var isPurged: Bool { progress.isPurged }
  /// The number of the last purge before the end of the batch; 0 if there was none.
  package var purgeNumber: UInt64 { progress.purgeNumber }

  /// The index of the first envelope.
  public var startIndex: Int { envelopes.startIndex }
  /// The index after the last envelope.
  public var endIndex: Int { envelopes.endIndex }
  /// The envelope at an index.
  public subscript(index: Int) -> Envelope { envelopes[index] }

  /// Makes the calls of the deliveries, one after the other, and tells the hub of each call that has arrived.
  ///
  /// Before the first event of a new user, the tracker gets an `identify` or a `reset`. The method counts an event of
  /// an earlier user as rejected. The method stops after a purge, or when the hub no longer waits for the batch. The
  /// method skips envelopes without a call: those from a store, and those made by hand.
  public func perform(on tracker: some AnalyticsEventTracker) {
    DefaultDelivery.$current.withValue((type(of: tracker), progress)) {
      for (place, envelope) in envelopes.enumerated() {
        if !progress.goesOn() { return }
        if let call = envelope.call {
          let calls = user.withLock { $0.calls(for: call, of: envelope.user) }
          // Another hub behind this one needs the user who signs out.
          let leaving = if case .reset = call { envelope.userOfCall } else { UserStamp?.none }
          UserStamp.$ofCall.withValue(leaving) { for call in calls ?? [] { call.perform(on: tracker) } }
          if calls == nil {
            progress.refuse(because: "the destination already has a later user than that of the event")
          }
        }
        progress.countCall(at: place)
      }
    }
  }

  /// Records the outcome of the envelopes that have no outcome yet: the destination has refused the envelopes in `ids`,
  /// and taken the others. If a purge has come meanwhile, the method records nothing.
  func refuse(_ ids: Set<Envelope.ID>, because reason: String) {
    if progress.hasStopped { return }
    for (place, envelope) in envelopes.enumerated() {
      if ids.contains(envelope.id) { progress.refuse(because: reason) }
      progress.countCall(at: place)
    }
  }
}

extension DeliveryBatch {
  /// Creates a batch from given envelopes, for example to test a destination.
  public init(_ envelopes: [Envelope]) {
    self.init(envelopes: envelopes, progress: DeliveryProgress(), user: Lock(DestinationUser()))
  }
}
