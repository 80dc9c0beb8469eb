/// Calls that wait until they may pass, in order: before the bootstrap, and at a consent gate. A pure state machine:
/// its owner holds the lock, and makes the calls after releasing it.
///
/// | the queue is | a call |
/// |---|---|
/// | closed | waits; the first `capacity` ones, and always who the user is |
/// | opening | waits behind those that are being made; 10,000 at most |
/// | open | passes |
///
/// The thread that opens the queue makes the waiting calls one after the other, and later calls after them. It makes
/// those that waited at the opening and a thousand more. Then another thread goes on, so that no caller keeps making
/// the calls of others.
struct CallQueue<Call> {
  enum State { case closed, opening, open }

  enum Step {
    case perform(Call)
    /// The rest came after the opening: another thread makes it.
    case goOnElsewhere
    /// The queue is empty and open. The count is of the calls it dropped while it was opening.
    case finish(dropped: Int)
  }

  /// How many calls that came meanwhile the opening thread makes.
  private static var ownCapacity: Int { 1_000 }
  /// How many calls may wait behind those that are being made.
  static var waitingCapacity: Int { 10_000 }

  private(set) var state: State
  /// How many calls may wait while the queue is closed.
  let capacity: Int
  private let tellsUser: @Sendable (Call) -> Bool
  private let isReset: @Sendable (Call) -> Bool
  /// In reverse, the next one last; then, in order, what came after these.
  private var next: [Call] = []
  private var later: [Call] = []
  /// How many of them do not tell who the user is.
  private var ordinary = 0
  /// How many were dropped since the queue was closed, or since it was opened.
  private(set) var dropped = 0
  /// How many more the opening thread makes.
  private var own = 0

  init(
    _ state: State, capacity: Int, tellsUser: @escaping @Sendable (Call) -> Bool,
    isReset: @escaping @Sendable (Call) -> Bool
  ) {
    self.state = state
    self.capacity = capacity
    self.tellsUser = tellsUser
    self.isReset = isReset
  }

  /// Everything that waits, in order.
  var calls: [Call] { next.reversed() + later }

  /// Keeps a call that does not pass, if there is room for it. The caller releases what it replaces after unlocking.
  mutating func hold(_ call: Call) -> (fits: Bool, replaced: [Call]) {
    var replaced: [Call] = []
    if tellsUser(call) {
      // Of two calls about the user with no event in between, the later replaces the earlier. A `reset` stays before an
      // `identify`.
      while let last = later.last, tellsUser(last), isReset(call) || !isReset(last) {
        replaced.append(later.removeLast())
      }
    } else if ordinary >= (state == .closed ? capacity : Self.waitingCapacity) {
      dropped += 1
      return (false, [])
    } else {
      ordinary += 1
    }
    later.append(call)
    return (true, replaced)
  }

  /// Lets calls pass from now on, after those that wait. ``step()`` says what to do.
  mutating func open() {
    guard state == .closed else { return }
    state = .opening
    own = next.count + later.count + Self.ownCapacity
    dropped = 0
  }

  /// The next step while the queue is opening. The caller has done the one before.
  mutating func step() -> Step {
    if next.isEmpty { swap(&next, &later); next.reverse() }
    if next.isEmpty {
      state = .open
      defer { dropped = 0 }
      return .finish(dropped: dropped)
    }
    if own == 0 {
      own = .max
      return .goOnElsewhere
    }
    own -= 1
    guard let call = next.popLast() else { return .finish(dropped: 0) }
    if !tellsUser(call) { ordinary -= 1 }
    return .perform(call)
  }

  /// Lets calls wait from now on.
  mutating func close() {
    state = .closed
    dropped = 0
  }

  /// Forgets what waits. Returns it, to be released after unlocking.
  mutating func removeAll(exceptUser keepsUser: Bool = false) -> [Call] {
    let all = calls
    (next, later, ordinary, dropped) = ([], keepsUser ? all.filter(tellsUser) : [], 0, 0)
    return all
  }
}
