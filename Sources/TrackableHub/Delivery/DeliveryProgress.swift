import Trackable

/// The progress of a destination with a batch. The destination counts its calls, and the hub reads the count.
final class DeliveryProgress: Sendable {
  private struct State {
    var made: [String?] = []
    /// The reason for which the destination refuses the current call; `nil` if the destination accepts the call.
    var refusal: String?
    var isPurged = false
    var hasStopped = false
    var isClosed = false
  }

  /// The number of the last purge before the end of the batch; 0 if there was none.
  let purgeNumber: UInt64
  // A hub takes this lock while it holds its own lock. Code that holds this lock takes no other lock.
  private let state = Lock(State())

  init(purgeNumber: UInt64 = 0) { self.purgeNumber = purgeNumber }

  // MARK: The destination

  /// Whether the destination may make another call.
  func goesOn() -> Bool {
    state.withLock { state in
      state.hasStopped = state.isPurged
      return !state.isPurged && !state.isClosed
    }
  }

  /// Marks the current call as refused: the destination did nothing with it.
  func refuse(because reason: String) { state.withLock { $0.refusal = reason } }

  /// Counts a call that was made or refused, unless it was counted before.
  func countCall(at place: Int) {
    state.withLock { state in
      if !state.isClosed, place == state.made.count { state.made.append(state.refusal) }
      state.refusal = nil
    }
  }

  // MARK: The hub

  /// Whether a purge came after the hub took the batch.
  var isPurged: Bool { state.withLock { $0.isPurged } }
  /// Whether a purge came before the destination had made all calls.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }
  /// One element for each call that the destination was given: the reason for which the destination refused the call;
  /// `nil` if it accepted the call.
  var made: [String?] { state.withLock { $0.made } }

  /// Keeps the destination from sending the rest of the batch.
  func purge() { state.withLock { $0.isPurged = true } }

  /// Ends the count: the hub no longer waits for further calls.
  func close() { state.withLock { $0.isClosed = true } }
}
