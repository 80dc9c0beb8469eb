/// Calls that wait until they may pass, in order, and who makes them then. A pure state machine: ``CallGate`` holds the
/// lock, and makes the calls after releasing it.
///
/// | the queue is | a call |
/// |---|---|
/// | closed | waits, as the policy says; a full queue drops its oldest call, never a purge or who the user is |
/// | open | passes; while calls wait or are being made, it waits behind them, and 10,000 others may |
/// | refusing | is dropped |
///
/// A `purge` drops the calls that wait. Where there is a tracker, it waits only behind calls that are being made.
///
/// One thread makes the waiting calls one after the other, and later calls after them: those that wait when it begins,
/// and a thousand more. Then another thread goes on, so that no caller keeps making the calls of others.
struct CallQueue: ~Copyable, Sendable {
  enum Mode { case closed, open, refusing }

  /// Which calls a consent lets pass, by their stamps: no call from before the end of the last denial, and no call of a
  /// person who was gone when the user agreed. One person's consent does not release another person's calls.
  struct Admission {
    var endOfDenial: UInt64 = 0
    var opening: UInt64 = 0

    func admits(_ stamp: UserStamp?) -> Bool {
      stamp.map { $0.decision >= endOfDenial && !$0.person.hasEnded(before: opening) } ?? true
    }
  }

  private(set) var mode: Mode
  private let policy: ConsentPolicy
  /// Whether a purge reaches a tracker while the queue is closed.
  private let hasTracker: Bool
  /// `nil` if calls of every person and every time pass.
  private var admission: Admission?
  private(set) var calls = HeldCalls()
  /// The number of dropped calls, and the number of these that no issue has to count any more.
  private(set) var dropped = 0, reported = 0
  /// The calls of a denial, which are made before all waiting calls, as soon as no call is under way.
  private var refusal: [HeldCall] = []
  /// How many calls are under way that have passed.
  private var active = 0
  /// Whether a thread makes the calls that are due.
  private var isWorking = false
  private var waiters: [@Sendable () -> Void] = []
  /// Calls that may hold the last reference to an adopter's object: the gate releases them after unlocking.
  var released: [HeldCall] = []

  init(_ mode: Mode, _ policy: ConsentPolicy, hasTracker: Bool = true) {
    (self.mode, self.policy, self.hasTracker) = (mode, policy, hasTracker)
  }

  /// How many dropped calls there are to be reported.
  mutating func takeUnreported() -> Int {
    defer { reported = dropped }
    return dropped - reported
  }

  /// Whether calls from before a denial may still be on their way to the tracker.
  var isDenying: Bool { mode == .refusing && admission != nil && (!refusal.isEmpty || isWorking) }

  private var isDue: Bool { !refusal.isEmpty || mode == .open && calls.count > 0 }

  private func admits(_ stamp: UserStamp?) -> Bool { admission?.admits(stamp) ?? true }

  // MARK: Calls that come

  /// Begins a call that passes; ``end()`` follows.
  mutating func begin(_ stamp: UserStamp?) -> Bool {
    let passes = mode == .open && !isWorking && !isDue && admits(stamp)
    if passes { active += 1 }
    return passes
  }

  /// Takes in a call. Returns whether it passes; then it has begun.
  mutating func enqueue(_ call: HeldCall) -> Bool {
    if begin(call.stamp) { return true }
    if call.isPurge {
      removeAll(exceptUser: true)
      // The denial that the tracker is about to get includes a purge.
      if !refusal.isEmpty { return false }
      if hasTracker, mode != .open {
        active += 1
        return true
      }
    } else if mode == .refusing || !admits(call.stamp) || mode == .closed && policy.capacity == nil && !call.tellsUser {
      return false
    } else if mode == .closed, admission != nil, case .reset = call.call {
      removeAll()
    }
    calls.append(call)
    let most = (policy.capacity ?? 0) + (mode == .open ? 10_000 : 0)
    // Few bytes a call, but at least 4 MB.
    while calls.ordinary > most || calls.size > max(4_000_000, most * 400), let oldest = calls.popOldest() {
      released.append(oldest)
      dropped += 1
    }
    return false
  }

  /// Makes a call wait for its turn, even in an open queue. A queue that makes calls one after the other gets only such
  /// calls.
  mutating func line(up call: HeldCall) { calls.append(call, merging: false) }

  /// Forgets the calls that wait, because of a purge or a denial.
  private mutating func removeAll(exceptUser keepsUser: Bool = false) {
    let all = calls.all
    released += all
    calls = HeldCalls()
    for call in all where keepsUser && call.tellsUser { calls.append(call) }
  }

  /// Changes the mode.
  ///
  /// - Parameter refusal: Made when a consent is denied, and all calls under way have returned.
  mutating func turn(to new: Mode, _ admission: Admission? = nil, refusal: () -> [HeldCall] = { [] }) {
    self.admission = admission
    defer { mode = new }
    if new != .refusing || mode == .refusing { return }
    if admission == nil {
      // The waiting calls have nothing left to wait for.
      dropped += calls.count
    } else {
      // No issue counts these calls, because the user does not want them sent.
      reported = dropped
      self.refusal = refusal()
    }
    removeAll()
  }

  // MARK: Calls that are due

  /// A call that was begun has returned. The result is that of ``beginWork()``.
  mutating func end() -> Int? {
    active -= 1
    return active == 0 ? beginWork() : nil
  }

  /// How many calls the calling thread makes; `nil` if none is due, or another thread makes them.
  mutating func beginWork() -> Int? {
    if isWorking || !isDue { return nil }
    isWorking = true
    return calls.count + 1_000
  }

  /// The next call, or else the waiters, which wait until no call is left.
  mutating func next() -> (call: HeldCall?, waiters: [@Sendable () -> Void]) {
    if active == 0, !refusal.isEmpty { return (refusal.removeFirst(), []) }
    while refusal.isEmpty, mode == .open, let call = calls.popFirst() {
      if admits(call.stamp) { return (call, []) }
      released.append(call)
    }
    defer { (isWorking, waiters) = (false, []) }
    return (nil, waiters)
  }

  /// Keeps `action` until no call is due. If no call is due now, `action` is not kept, and the result is `false`.
  mutating func wait(_ action: @escaping @Sendable () -> Void) -> Bool {
    let waits = isWorking || isDue
    if waits { waiters.append(action) }
    return waits
  }
}
