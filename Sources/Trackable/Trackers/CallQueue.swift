/// Calls that wait until they may pass, in order, and who makes them then. A pure state machine: ``CallGate`` holds the
/// lock, and makes the calls after releasing it.
///
/// | the queue is | a call |
/// |---|---|
/// | closed | waits; the first `capacity` ones, and always who the user is |
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

  /// How many calls that came meanwhile the opening thread makes.
  private static let ownCapacity = 1_000
  /// How many calls may wait behind those that are being made.
  static let waitingCapacity = 10_000

  private(set) var mode: Mode
  /// How many calls may wait while the queue is closed.
  let capacity: Int
  /// In reverse, the next one last; then, in order, what came after these.
  private var next: [HeldCall] = []
  private var later: [HeldCall] = []
  /// How many wait.
  var count: Int { next.count + later.count }
  /// How many of them do not tell who the user is.
  private(set) var ordinary = 0
  /// How many were dropped and not counted yet.
  private(set) var dropped = 0
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
  /// Calls that may hold the last reference to an adopter's object: the gate releases them after unlocking.
  private var released: [HeldCall] = []

  init(_ mode: Mode, capacity: Int) { (self.mode, self.capacity) = (mode, capacity) }

  mutating func takeReleased() -> [HeldCall] {
    defer { released = [] }
    return released
  }

  // MARK: Calls that come

  /// Begins a call that passes; ``end()`` follows.
  mutating func begin() -> Bool {
    let passes = mode == .open && refusal == nil
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
    if begin() { return .passes }
    let answer = rule(&self)
    if answer == .passes { active += 1 }
    return answer == .waits && !hold(call) ? .isDropped : answer
  }

  /// Keeps a call, if there is room for it.
  private mutating func hold(_ call: HeldCall) -> Bool {
    var call = call
    if call.tellsUser {
      // Of two calls about the user with no event in between, one is left where that says the same.
      while let last = later.last, last.tellsUser, let one = last.merged(with: call) {
        released += [later.removeLast(), call]
        call = one
      }
    } else if ordinary >= (mode == .closed ? capacity : Self.waitingCapacity) {
      dropped += 1
      return false
    } else {
      ordinary += 1
    }
    later.append(call)
    return true
  }

  /// Forgets the calls that wait, because the owner asks for it. The count of dropped ones stays.
  mutating func removeAll(exceptUser keepsUser: Bool = false) {
    let all = next.reversed() + later
    released += all
    (next, later, ordinary) = ([], keepsUser ? all.filter(\.tellsUser) : [], 0)
  }

  // MARK: The mode

  /// Lets calls pass from now on, after those that wait. Returns how many were dropped before.
  mutating func open(_ opened: @escaping @Sendable (_ dropped: Int) -> Void) -> Int {
    if mode == .opening || mode == .open { return 0 }
    (mode, self.opened) = (.opening, opened)
    own = next.count + later.count + Self.ownCapacity
    defer { dropped = 0 }
    return dropped
  }

  /// Lets calls wait from now on.
  mutating func close() { (mode, opened) = (.closed, nil) }

  /// Drops what waits, and all calls from now on.
  ///
  /// - Parameter call: Made when all calls under way have returned.
  mutating func refuse(_ call: HeldCall) {
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
    if due == nil, refusal == nil, mode == .opening {
      if next.isEmpty { (next, later) = (later.reversed(), []) }
      if own == 0, !next.isEmpty {
        own = .max
        return .goOnElsewhere
      }
      own -= 1
      due = next.popLast()
      if let due { ordinary -= due.tellsUser ? 0 : 1 } else { finishOpening() }
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

/// A call that waits.
final class HeldCall: Sendable {
  let call: TrackerCall
  /// How deep it was nested: a tracker that makes the next call ends there.
  private let nesting = Nesting.depth
  private let perform: @Sendable (TrackerCall) -> Void

  init(_ call: TrackerCall, _ perform: @escaping @Sendable (TrackerCall) -> Void) {
    self.call = call
    self.perform = perform
  }

  var tellsUser: Bool { call.tellsUser }

  func make() { Nesting.from(nesting) { perform(call) } }

  /// See ``TrackerCall/merged(with:)``.
  func merged(with later: HeldCall) -> HeldCall? {
    call.merged(with: later.call).map { HeldCall($0, later.perform) }
  }
}
