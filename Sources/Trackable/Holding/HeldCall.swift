/// A call that waits in a ``CallQueue``.
final class HeldCall: Sendable {
  let call: TrackerCall
  /// The user, and the number of the latest decision about consent, at the time of the call; `nil` if no system made
  /// the call.
  let stamp: UserStamp?
  /// The size in bytes, roughly.
  let size: Int
  private let decision = Decisions.number
  /// The number of calls that enclose this call. The library limits this number, because a tracker may make another
  /// call in each call.
  private let nesting = Nesting.depth
  private let cascade: Nesting.Cascade?
  private let trace: (any AnyObject & Sendable)?
  private let perform: @Sendable (TrackerCall) -> Void

  /// - Parameter size: The size in bytes beyond that of the call.
  init(
    _ call: TrackerCall, size: Int = 0, cascade: Nesting.Cascade? = Nesting.cascade,
    trace: (any AnyObject & Sendable)? = TrackerCall.trace, _ perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    self.call = call
    self.cascade = cascade
    self.trace = trace
    stamp = call.stamp
    self.size = call.size + size
    self.perform = perform
  }

  var tellsUser: Bool { call.tellsUser }
  var isPurge: Bool { if case .purge = call { true } else { false } }
  /// Whether a full queue must keep the call.
  var stays: Bool { tellsUser || isPurge }

  func make() {
    guard let trace else { return makeCall() }
    TrackerCall.$trace.withValue(trace, operation: makeCall)
  }

  private func makeCall() {
    Nesting.atDepth(nesting, in: cascade) {
      switch call {
      case .report: UserStamp.$ofError.withValue(stamp) { perform(call) }
      case .purge: Decisions.$callsBefore.withValue(decision) { perform(call) }
      case .track, .update, .identify, .reset: perform(call)
      }
    }
  }

  /// One call with the content of this call and of a later call: see ``TrackerCall/merged(with:)``.
  func merged(with later: HeldCall) -> HeldCall? {
    call.merged(with: later.call).map { HeldCall($0, trace: later.trace, later.perform) }
  }
}
