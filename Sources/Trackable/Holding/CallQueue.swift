/// A queue of calls that wait until they may pass. The queue also decides which thread makes the calls. The queue is a
/// pure state machine: ``CallGate`` holds the lock, and makes the calls after unlocking.
///
/// | the queue is | a call |
/// |---|---|
/// | holding | waits, as the policy says |
/// | open | passes; behind up to 10,000 calls that wait or are being made, it waits, too |
/// | refusing | is dropped |
///
/// A full queue drops its oldest call, but never a purge, nor the last `identify` or `reset` of a user.
///
/// A `purge` drops the waiting calls. If the queue has a tracker, the purge itself waits only until the calls that are
/// being made have returned.
///
/// One thread makes the waiting calls one after the other, and up to a thousand later calls. Another thread takes over
/// the rest, so that no caller keeps making the calls of other threads.
struct CallQueue: ~Copyable, Sendable {
  enum Mode { case holding, open, refusing }

  /// The rule of a consent for the calls that may pass. A call passes if it was made after the end of the last denial,
  /// and if its person had not left when the user agreed. So the consent of one person does not release the calls of
  /// another person.
  ///
  /// The numbers are those of ``Decisions``.
  struct Admission {
    /// The number of the decision that has ended the last denial.
    var endOfDenial: UInt64 = 0
    /// The number of the last decision that has opened the gate.
    var opening: UInt64 = 0

    func admits(_ stamp: UserStamp?) -> Bool {
      stamp.map { $0.decision >= endOfDenial && !$0.person.hasEnded(before: opening) } ?? true
    }
  }

  /// The most calls about the users of requests that a queue keeps.
  static let requests = 1_000

  private(set) var mode: Mode
  private let policy: ConsentPolicy
  /// Whether the queue has a tracker, which a purge reaches even while the queue is holding.
  private let hasTracker: Bool
  /// The rule of the consent; `nil` if calls of every person and every time pass.
  private var admission: Admission?
  private(set) var calls = HeldCalls()
  /// The number of dropped calls, and the number of dropped calls that an issue has counted or that need no issue.
  private(set) var dropped = 0, reported = 0
  /// The `reset` and the `purge` that the tracker gets after a denial. They pass before all waiting calls, as soon as
  /// no other call is being made.
  private var refusal: [HeldCall] = []
  /// The number of calls that have passed and have not returned.
  private var active = 0
  /// Whether a thread is making the calls that are due.
  private var isWorking = false
  private var waiters: [@Sendable () -> Void] = []
  /// The removed calls, which may hold the last reference to an adopter's object. The gate releases these calls after
  /// unlocking.
  var released: [HeldCall] = []

  init(_ mode: Mode, _ policy: ConsentPolicy, hasTracker: Bool = true) {
    (self.mode, self.policy, self.hasTracker) = (mode, policy, hasTracker)
  }

  /// The number of dropped calls that an issue still has to report.
  mutating func takeUnreported() -> Int {
    defer { reported = dropped }
    return dropped - reported
  }

  /// Whether the user has denied consent.
  var isDenied: Bool { mode == .refusing && admission != nil }

  /// Whether calls from before a denial may still be on their way to the tracker.
  var isDenying: Bool { isDenied && (!refusal.isEmpty || isWorking) }

  private var isDue: Bool { !refusal.isEmpty || mode == .open && calls.count > 0 }

  private func admits(_ stamp: UserStamp?) -> Bool { admission?.admits(stamp) ?? true }

  // MARK: Incoming calls

  /// Returns whether a call passes immediately, and if so, counts the call as running until the caller calls ``end()``.
  mutating func begin(_ stamp: UserStamp?) -> Bool {
    let passes = mode == .open && !isWorking && !isDue && admits(stamp)
    if passes { active += 1 }
    return passes
  }

  /// Adds a call. If the call passes immediately, does not add it, counts it as ``begin(_:)`` does, and returns `true`.
  mutating func enqueue(_ call: HeldCall) -> Bool {
    let stamp = call.stamp
    if begin(stamp) { return true }
    if call.isPurge {
      removeAll(exceptUser: true)
      // The tracker is about to get a purge because of the denial.
      if !refusal.isEmpty { return false }
      if hasTracker, mode != .open {
        active += 1
        return true
      }
    } else if mode == .refusing || !admits(stamp) || mode == .holding && policy.capacity == nil && !call.isSignInOrOut {
      return false
    } else if mode == .holding, admission != nil, case .reset = call.call {
      // The calls of the person who has become the user meanwhile stay, behind the reset, and so do those of other
      // systems, such as other requests to a server.
      let later = calls.all.filter { $0.system != call.system || $0.user?.person.hasEnded == false }
      removeAll()
      // The next user may agree, but the user who signs out has not.
      calls.append(call.withoutID())
      for call in later { calls.append(call) }
      released += exchange(&calls.replaced, with: [])
      return false
    }
    calls.append(call)
    let most = (policy.capacity ?? 0) + (mode == .open ? 10_000 : 0)
    // The calls may take 400 bytes each on average, and together at least 4 MB.
    let room = max(4_000_000, most * 400)
    while calls.ordinary > most || calls.size > room, let oldest = calls.popOldest() { drop(oldest) }
    // On a server, each request has a user. The events carry their users, so they do not depend on these calls.
    while calls.ofRequests > Self.requests || calls.size > room, let oldest = calls.popOldest(ofRequest: true) {
      drop(oldest)
    }
    released += exchange(&calls.replaced, with: [])
    return false
  }

  private mutating func drop(_ call: HeldCall) {
    released.append(call)
    dropped += 1
  }

  /// Appends a call, even if the queue is open. Use this method for a queue that has to make all its calls one after
  /// the other.
  mutating func enqueueLast(_ call: HeldCall) { calls.append(call, merging: false) }

  /// Removes the waiting calls, because of a purge or a denial.
  private mutating func removeAll(exceptUser keepsUser: Bool = false) {
    let all = calls.all
    released += all
    calls = HeldCalls()
    for call in all where keepsUser && call.isSignInOrOut { calls.append(call) }
    // These are among the released ones.
    calls.replaced = []
  }

  /// Changes the mode.
  ///
  /// - Parameter refusal: The calls that the tracker gets after a denial, when all calls that have passed have
  ///   returned.
  mutating func turn(to new: Mode, _ admission: Admission? = nil, refusal: () -> [HeldCall] = { [] }) {
    self.admission = admission
    defer { mode = new }
    if new != .refusing || mode == .refusing { return }
    if admission == nil {
      // The queue will never open, so the waiting calls are dropped.
      dropped += calls.count
    } else {
      // The gate reports no issue for these calls, because the user does not want them sent.
      reported = dropped
      self.refusal = refusal()
    }
    removeAll()
  }

  // MARK: Due calls

  /// Notes that a call that has passed has returned. Returns the result of ``beginWork()``.
  mutating func end() -> Int? {
    active -= 1
    return active == 0 ? beginWork() : nil
  }

  /// The number of calls that the calling thread has to make; `nil` if no call is due and no action waits for that, or
  /// if another thread is making the calls.
  mutating func beginWork() -> Int? {
    if isWorking || !isDue && waiters.isEmpty { return nil }
    isWorking = true
    return calls.count + 1_000
  }

  /// The next due call. If no call is due any more, returns the actions that have waited for that moment. While the
  /// calls of a denial wait for a call that is being made, the actions wait, too.
  mutating func next() -> (call: HeldCall?, waiters: [@Sendable () -> Void]) {
    if active == 0, !refusal.isEmpty { return (refusal.removeFirst(), []) }
    while refusal.isEmpty, mode == .open, let call = calls.popFirst() {
      if admits(call.stamp) { return (call, []) }
      released.append(call)
    }
    isWorking = false
    return (nil, refusal.isEmpty ? exchange(&waiters, with: []) : [])
  }

  /// Keeps `action` until no call is due. If no call is due now, returns `false`, and does not keep `action`.
  mutating func wait(_ action: @escaping @Sendable () -> Void) -> Bool {
    let waits = isWorking || isDue
    if waits { waiters.append(action) }
    return waits
  }
}
