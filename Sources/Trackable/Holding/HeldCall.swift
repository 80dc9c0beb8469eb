/// A call that waits in a ``CallQueue``.
final class HeldCall: Sendable {
  let call: TrackerCall
  /// The user at the time of the call; for a `reset`, the user who signs out. `nil` if no system made the call.
  let user: UserStamp?
  /// The size in bytes, roughly.
  let size: Int
  private let decision = Decisions.number
  /// The number of calls that enclose this call. The library limits this number, because a tracker may make another
  /// call in each call.
  private let nesting = Nesting.depth
  private let cascade: Nesting.Cascade?
  private let trace: (any AnyObject & Sendable)?
  private let perform: @Sendable (TrackerCall) -> Void

  /// - Parameters:
  ///   - size: The size in bytes beyond that of the call.
  ///   - user: The user of the call, if the caller knows the user.
  init(
    _ call: TrackerCall, size: Int = 0, of user: UserStamp? = nil, cascade: Nesting.Cascade? = Nesting.cascade,
    trace: (any AnyObject & Sendable)? = TrackerCall.trace, _ perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    self.call = call
    self.cascade = cascade
    self.trace = trace
    self.user = user ?? call.user
    self.size = call.size + size
    self.perform = perform
  }

  /// The user whose consent the call needs, and the number of the latest decision at the time of the call. `nil` if the
  /// call needs no consent: a `reset`, a purge, and a call that no system made.
  var stamp: UserStamp? { if case .reset = call { nil } else { user } }
  /// The number of the system that made the call; 0 for the process's system, and for a call that no system made.
  var system: UInt64 { user?.person.system ?? 0 }
  var isPurge: Bool { if case .purge = call { true } else { false } }
  var isSignInOrOut: Bool { call.isSignInOrOut }
  /// Whether a full queue must keep the call.
  var stays: Bool { isSignInOrOut || isPurge }
  /// Whether the call is about the user of a system other than the process's, such as that of a request to a server.
  var isSignInOfRequest: Bool { isSignInOrOut && system != 0 }

  func make() {
    guard let trace else { return makeCall() }
    TrackerCall.$trace.withValue(trace, operation: makeCall)
  }

  private func makeCall() {
    Nesting.atDepth(nesting, in: cascade) {
      switch call {
      case .report, .reset: UserStamp.$ofCall.withValue(user) { perform(call) }
      case .purge: Decisions.$callsBefore.withValue(decision) { perform(call) }
      case .track, .update, .identify: perform(call)
      }
    }
  }

  /// The same call of the same person, without the ID of the user.
  func withoutID() -> HeldCall {
    HeldCall(call, of: user?.withoutID(), cascade: cascade, trace: trace, perform)
  }

  /// One call with the content of this call and of a later call of the same system: see ``TrackerCall/merged(with:)``.
  func merged(with later: HeldCall) -> HeldCall? {
    if system != later.system { return nil }
    return call.merged(with: later.call).map { one in
      var leaving: UserStamp?
      // Of two sign-outs, the first one has a user.
      if case .reset = one { leaving = user ?? later.user }
      return HeldCall(one, of: leaving, trace: later.trace, later.perform)
    }
  }
}
