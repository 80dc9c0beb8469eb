public import Trackable

/// Some deliveries for a destination, in order.
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
  /// Whom the destination knows.
  private let user: Lock<DestinationUser>

  /// A batch of one's own, as for the test of a destination.
  public init(_ envelopes: [Envelope]) {
    self.init(envelopes, progress: DeliveryProgress(), user: Lock(DestinationUser()))
  }

  init(_ envelopes: [Envelope], progress: DeliveryProgress, user: Lock<DestinationUser>) {
    self.envelopes = envelopes
    self.progress = progress
    self.user = user
  }

  /// The index of the first envelope.
  public var startIndex: Int { envelopes.startIndex }
  /// The index after the last envelope.
  public var endIndex: Int { envelopes.endIndex }
  /// The envelope at an index.
  public subscript(index: Int) -> Envelope { envelopes[index] }

  /// Makes the calls that the deliveries stand for, one after the other, and tells the hub of each that it has arrived.
  ///
  /// An event of a user whom the tracker was not told of comes after a call that says who that is. One of an earlier user
  /// is left out, as is what a purge in the meantime applies to. It stops when the hub no longer waits for it. An envelope
  /// that was read from where it was stored stands for no call, and is passed over.
  public func perform(on tracker: some AnalyticsEventTracker) {
    perform(on: tracker) { nil }
  }

  /// The same for a tracker whose calls the hub makes, and says what went nowhere.
  func performByDefault(on tracker: some AnalyticsEventTracker) -> DeliveryOutcome {
    let delivery = DefaultDelivery(type(of: tracker))
    let refused = DefaultDelivery.$current.withValue(delivery) {
      perform(on: tracker, refusal: delivery.takeRefusal)
    }
    return refused.isEmpty ? .accepted : .rejected(refused)
  }

  /// Returns what was refused. The hub counts from the front, so behind that it is told what became of each by the
  /// outcome; what a purge applies to counts as refused there.
  @discardableResult
  private func perform(on tracker: some AnalyticsEventTracker, refusal: () -> String?) -> [Envelope.ID: String] {
    var refused: [Envelope.ID: String] = [:]
    for (place, envelope) in envelopes.enumerated() {
      if progress.isClosed { break }
      let isPurged = progress.isPurged && !envelope.isChange
      var reason = isPurged ? refused.values.first : nil
      if !isPurged, let call = envelope.delivery {
        let calls = user.withLock { $0.calls(for: call, of: envelope.user) }
        for call in calls ?? [] { call.perform(on: tracker) }
        reason = calls == nil ? "it is of an earlier user, and the destination knows the one who came after" : refusal()
      }
      if let reason { refused[envelope.id] = reason }
      // It may have been counted before.
      if !refused.isEmpty || place < progress.current.total { continue }
      if !progress.count(isPurged ? .purged : .performed) { break }
    }
    return refused
  }
}

extension Envelope {
  /// Whether it tells who the user is, or that something was purged: this is never purged itself.
  var isChange: Bool {
    switch content {
    case .identify, .reset, .purge: true
    case .event, .userProperty, .error: false
    }
  }
}

/// How far a destination has come with a batch: it counts without a lock, and whoever holds the hub's lock reads.
///
/// Two counts and two flags share one word, so that they are always read as of the same instant.
final class DeliveryProgress: Sendable {
  enum Step: UInt64 {
    // The raw values are one of each: a batch has at most a million deliveries.
    case performed = 1
    case purged = 0x1_0000_0000
  }

  struct Count: Hashable {
    var performed = 0
    var purged = 0
    var total: Int { performed + purged }

    /// Of no more than so many deliveries.
    func limited(to limit: Int) -> Count {
      Count(performed: min(performed, limit), purged: min(purged, limit - min(performed, limit)))
    }
  }

  private static let closed: UInt64 = 1 << 63
  private static let purge: UInt64 = 1 << 62

  private let word = AtomicWord()

  /// Called by the destination: what became of the next delivery. Returns false if nobody counts it any more.
  func count(_ step: Step) -> Bool {
    word.add(step.rawValue) & Self.closed == 0
  }

  /// Whether the deliveries are no longer wanted.
  var isClosed: Bool { word.value & Self.closed != 0 }

  /// Whether a purge came after the batch was taken.
  var isPurged: Bool { word.value & Self.purge != 0 }

  /// Called under the lock: what is left of the batch must not be sent.
  func purge() { _ = word.formUnion(Self.purge) }

  /// Called under the lock: how far the destination has come.
  var current: Count { Self.count(in: word.value) }

  /// Called under the lock: nothing counts any more. Returns the final count.
  func close() -> Count { Self.count(in: word.formUnion(Self.closed)) }

  private static func count(in word: UInt64) -> Count {
    Count(performed: Int(word & 0xFFFF_FFFF), purged: Int(word >> 32 & 0x3FFF_FFFF))
  }
}
