/// Calls that wait until they may pass, in order, and who makes them then. A pure state machine: ``CallGate`` holds the
/// lock, and makes the calls after releasing it.
///
/// | the queue is | a call |
/// |---|---|
/// | closed | waits; a full queue drops its oldest call, never a purge or who the user is |
/// | opening | waits behind those that are being made; 10,000 at most |
/// | open | passes |
/// | refusing | is dropped |
///
/// The thread that opens the queue makes the waiting calls one after the other, and later calls after them. It makes
/// those that waited at the opening and a thousand more. Then another thread goes on, so that no caller keeps making
/// the calls of others.
struct CallQueue: ~Copyable, Sendable {
  enum Mode { case closed, opening, open, refusing }
  enum Answer { case passes, waits, isDropped }

  /// What the thread that works does next.
  enum Duty {
    case make(HeldCall)
    /// The rest came after the opening: another thread makes it.
    case goOnElsewhere
    case finish([@Sendable () -> Void])
  }

  /// Which calls a consent lets pass, by their stamps.
  ///
  /// A call from before the end of the last denial never passes. One from before the last opening passes only if its
  /// person is still the user: nobody else's consent is theirs.
  struct Admission {
    var endOfDenial: UInt64 = 0
    var opening: UInt64 = 0

    func admits(_ stamp: UserStamp?) -> Bool {
      guard let stamp else { return true }
      return stamp.decision >= (stamp.person.hasEnded ? max(endOfDenial, opening) : endOfDenial)
    }
  }

  /// How many calls that came meanwhile the opening thread makes.
  private static let ownCapacity = 1_000
  /// How many calls may wait behind those that are being made.
  static let waitingCapacity = 10_000

  private(set) var mode: Mode
  /// How many calls may wait while the queue is closed.
  let capacity: Int
  /// `nil` if calls of every person and every time pass.
  var admission: Admission?
  private var calls = HeldCalls()
  /// How many were dropped and not reported yet.
  private(set) var dropped = 0
  /// What became of calls so far.
  private var lost = 0, refused = 0
  /// How many more the opening thread makes.
  private var own = 0
  /// Called when the queue has become open, with the number of calls that were dropped meanwhile.
  private var opened: (@Sendable (_ dropped: Int) -> Void)?
  /// Made before all others, as soon as no call is under way.
  private(set) var refusal: HeldCall?
  /// How many calls are under way.
  private var active = 0
  /// Whether a thread makes the calls that are due.
  private var isWorking = false
  private var waiters: [@Sendable () -> Void] = []

  init(_ mode: Mode, capacity: Int) { (self.mode, self.capacity) = (mode, capacity) }

  mutating func takeReleased() -> [HeldCall] { calls.takeReleased() }

  var counts: HeldCounts { HeldCounts(held: calls.count, dropped: lost, refused: refused) }

  // MARK: Calls that come

  /// Begins a call that passes; ``end()`` follows.
  mutating func begin(_ stamp: UserStamp?) -> Bool {
    let passes = mode == .open && refusal == nil && (admission?.admits(stamp) ?? true)
    if passes { active += 1 }
    return passes
  }

  /// A call that was begun has returned. Returns whether the calling thread makes the calls that are due.
  mutating func end() -> Bool {
    active -= 1
    return (refusal == nil ? mode == .opening : active == 0) && beginWork()
  }

  /// Takes in a call, which has begun if it passes.
  ///
  /// - Parameter rule: Answers for a call that the mode does not let pass.
  mutating func take(_ call: HeldCall, _ rule: (inout CallQueue) -> Answer) -> Answer {
    if begin(call.stamp) { return .passes }
    if admission?.admits(call.stamp) == false {
      refused += 1
      return .isDropped
    }
    let answer = rule(&self)
    if answer == .passes { active += 1 }
    if answer == .waits { hold(call) }
    return answer
  }

  /// Keeps a call. If there is no room, the oldest goes.
  private mutating func hold(_ call: HeldCall) {
    calls.append(call)
    let most = mode == .closed ? capacity : Self.waitingCapacity
    // Few bytes a call, but at least 4 MB.
    while calls.ordinary > most || calls.size > max(4_000_000, most * 400), calls.dropOldest() {
      dropped += 1
      lost += 1
    }
  }

  /// Lets a call wait for its turn, also where others pass. Only such calls come to a queue that makes one after the
  /// other.
  mutating func line(up call: HeldCall) {
    if mode == .open { (mode, own) = (.opening, Self.ownCapacity) }
    calls.line(up: call)
  }

  /// Forgets the calls that wait, because the user asks for it. The count of dropped ones stays.
  mutating func removeAll(exceptUser keepsUser: Bool = false) {
    refused += calls.count
    calls.removeAll(exceptUser: keepsUser)
    refused -= calls.count
  }

  /// Drops the calls that wait, because there is nothing left that they could wait for. Returns how many events,
  /// properties and errors were dropped since the last report.
  mutating func dropAll() -> Int {
    lost += calls.count
    defer { dropped = 0 }
    dropped += calls.ordinary
    calls.removeAll()
    return dropped
  }

  // MARK: The mode

  /// Lets calls pass from now on, after those that wait. Returns how many were dropped before.
  mutating func open(_ opened: @escaping @Sendable (_ dropped: Int) -> Void) -> Int {
    if mode == .opening || mode == .open { return 0 }
    (mode, self.opened) = (.opening, opened)
    own = calls.count + Self.ownCapacity
    defer { dropped = 0 }
    return dropped
  }

  /// Lets calls wait from now on.
  mutating func close() { (mode, opened) = (.closed, nil) }

  /// Drops what waits, and all calls from now on.
  ///
  /// - Parameter call: Made when all calls under way have returned.
  mutating func refuse(_ call: HeldCall?) {
    if mode == .refusing { return }
    removeAll()
    // No loss: the user does not want it.
    (mode, opened, refusal, dropped) = (.refusing, nil, call, 0)
  }

  // MARK: Calls that are due

  /// Whether the calling thread makes them: no other does.
  mutating func beginWork() -> Bool {
    defer { isWorking = true }
    return !isWorking
  }

  /// What to do next. A call that is to be made has begun.
  mutating func nextDuty() -> Duty {
    var due = active == 0 ? refusal.take() : nil
    while due == nil, refusal == nil, mode == .opening {
      if calls.count == 0 {
        finishOpening()
      } else if own == 0 {
        own = .max
        return .goOnElsewhere
      } else {
        own -= 1
        due = calls.popFirst()
        // The person may have ended while the call waited.
        if admission?.admits(due?.stamp) == false {
          refused += 1
          due = nil
        }
      }
    }
    if let due {
      active += 1
      return .make(due)
    }
    isWorking = false
    defer { waiters = [] }
    return .finish(waiters)
  }

  private mutating func finishOpening() {
    mode = .open
    if let opened = opened.take() { waiters.insert({ [dropped] in opened(dropped) }, at: 0) }
    dropped = 0
  }

  /// Keeps `action` until no call is due. If none is, it is not kept, and the result is `false`.
  mutating func wait(_ action: @escaping @Sendable () -> Void) -> Bool {
    let waits = isWorking || mode == .opening
    if waits { waiters.append(action) }
    return waits
  }
}
