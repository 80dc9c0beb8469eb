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
  /// The user that the destination knows.
  let user: Lock<DestinationUser>

  /// Whether a purge has come since the hub took the batch.
  package var isPurged: Bool { progress.isPurged }
  /// The number of the last purge before the end of the batch; 0 if there was none.
  package var purgeNumber: UInt64 { progress.purgeNumber }

  /// The index of the first envelope.
  public var startIndex: Int { envelopes.startIndex }
  /// The index after the last envelope.
  public var endIndex: Int { envelopes.endIndex }
  /// The envelope at an index.
  public subscript(index: Int) -> Envelope { envelopes[index] }

  /// Makes the calls that the deliveries stand for, one after the other, and tells the hub of each that it has arrived.
  ///
  /// Before the first event of a new user, the tracker gets an `identify` or a `reset`. An event of an earlier user
  /// counts as rejected. The method stops when a purge has come, and when the hub has stopped waiting. An envelope that
  /// was stored, or made by hand, stands for no call and is skipped.
  public func perform(on tracker: some AnalyticsEventTracker) {
    DefaultDelivery.$current.withValue((type(of: tracker), progress)) {
      for (place, envelope) in envelopes.enumerated() {
        if !progress.goesOn() { return }
        if let call = envelope.call {
          let calls = user.withLock { $0.calls(for: call, of: envelope.user) }
          for call in calls ?? [] { call.perform(on: tracker) }
          if calls == nil {
            progress.refuse(because: "the destination knows the user who came after that of the event")
          }
        }
        progress.countCall(at: place)
      }
    }
  }

  /// Settles the envelopes that the destination has not settled by calls: envelopes in `ids` are refused, and the rest
  /// have arrived. An answer after a purge does not count.
  func refuse(_ ids: Set<Envelope.ID>, because reason: String) {
    if progress.hasStopped { return }
    for (place, envelope) in envelopes.enumerated() {
      if ids.contains(envelope.id) { progress.refuse(because: reason) }
      progress.countCall(at: place)
    }
  }
}

extension DeliveryBatch {
  /// Creates a batch by hand, for example to test a destination.
  public init(_ envelopes: [Envelope]) {
    self.init(envelopes: envelopes, progress: DeliveryProgress(), user: Lock(DestinationUser()))
  }
}

/// How far a destination has come with a batch. The destination counts its calls, and the hub reads the count.
final class DeliveryProgress: Sendable {
  private struct State {
    var made: [String?] = []
    /// Why the call that is being made is refused.
    var refusal: String?
    var isPurged = false
    var hasStopped = false
    var isClosed = false
  }

  /// The number of the last purge before the end of the batch; 0 if there was none.
  let purgeNumber: UInt64
  // A hub takes this lock while it holds its own. Nothing takes another lock under this one.
  private let state = Lock(State())

  init(purgeNumber: UInt64 = 0) { self.purgeNumber = purgeNumber }

  // MARK: The destination

  /// Whether another call is to be made.
  func goesOn() -> Bool {
    state.withLock { state in
      state.hasStopped = state.isPurged
      return !state.isPurged && !state.isClosed
    }
  }

  /// The call that is being made goes nowhere.
  func refuse(because reason: String) { state.withLock { $0.refusal = reason } }

  /// A call was made, or refused. It may have been counted before.
  func countCall(at place: Int) {
    state.withLock { state in
      if !state.isClosed, place == state.made.count { state.made.append(state.refusal) }
      state.refusal = nil
    }
  }

  // MARK: The hub

  /// Whether a purge came after the batch was taken.
  var isPurged: Bool { state.withLock { $0.isPurged } }
  /// Whether the purge has kept the destination from making the other calls.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }
  /// Why each call that was made was refused; `nil` if it was not.
  var made: [String?] { state.withLock { $0.made } }

  /// The rest of the batch must not be sent.
  func purge() { state.withLock { $0.isPurged = true } }

  /// Counts no further calls.
  func close() { state.withLock { $0.isClosed = true } }
}
