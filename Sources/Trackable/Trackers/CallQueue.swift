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
    /// The nesting is that of the call when it was held: a tracker that makes the next call ends there.
    case perform(Call, nesting: Int)
    /// The rest came after the opening: another thread makes it.
    case goOnElsewhere
    /// The queue is empty and open. The count is of the calls that it dropped behind the others.
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
  /// The call that replaces an earlier one about the user and a later one; `nil` if both stay.
  private let merged: @Sendable (_ earlier: Call, _ later: Call) -> Call?
  /// In reverse, the next one last; then, in order, what came after these.
  private var next: [(call: Call, nesting: Int)] = []
  private var later: [(call: Call, nesting: Int)] = []
  /// How many of them do not tell who the user is.
  private var ordinary = 0
  /// How many were dropped and not counted yet.
  private(set) var dropped = 0
  /// How many more the opening thread makes.
  private var own = 0

  init(
    _ state: State, capacity: Int, tellsUser: @escaping @Sendable (Call) -> Bool,
    merged: @escaping @Sendable (_ earlier: Call, _ later: Call) -> Call?
  ) {
    self.state = state
    self.capacity = capacity
    self.tellsUser = tellsUser
    self.merged = merged
  }

  /// Everything that waits, in order.
  var calls: [Call] { next.reversed().map(\.call) + later.map(\.call) }

  /// Keeps a call that does not pass, if there is room for it. The caller releases what it replaces after unlocking.
  mutating func hold(_ call: Call) -> (fits: Bool, replaced: [Call]) {
    var (call, replaced): (Call, [Call]) = (call, [])
    if tellsUser(call) {
      // Of two calls about the user with no event in between, one is left where that says the same.
      while let last = later.last?.call, tellsUser(last), let one = merged(last, call) {
        replaced += [later.removeLast().call, call]
        call = one
      }
    } else if ordinary >= (state == .closed ? capacity : Self.waitingCapacity) {
      dropped += 1
      return (false, [])
    } else {
      ordinary += 1
    }
    later.append((call, Nesting.depth))
    return (true, replaced)
  }

  /// Lets calls pass from now on, after those that wait. ``step()`` says what to do.
  mutating func open() {
    guard state == .closed else { return }
    state = .opening
    own = next.count + later.count + Self.ownCapacity
  }

  /// How many were dropped since this was asked.
  mutating func takeDropped() -> Int {
    defer { dropped = 0 }
    return dropped
  }

  /// The next step while the queue is opening. The caller has done the one before.
  mutating func step() -> Step {
    if next.isEmpty { swap(&next, &later); next.reverse() }
    if next.isEmpty {
      state = .open
      return .finish(dropped: takeDropped())
    }
    if own == 0 {
      own = .max
      return .goOnElsewhere
    }
    own -= 1
    guard let (call, nesting) = next.popLast() else { return .finish(dropped: 0) }
    if !tellsUser(call) { ordinary -= 1 }
    return .perform(call, nesting: nesting)
  }

  /// Lets calls wait from now on.
  mutating func close() { state = .closed }

  /// Forgets what waits, because that was asked for. What was dropped before is still counted. Returns what waited, to be
  /// released after unlocking.
  mutating func removeAll(exceptUser keepsUser: Bool = false) -> [Call] {
    let (all, kept) = (calls, keepsUser ? (next.reversed() + later).filter { tellsUser($0.call) } : [])
    (next, later, ordinary) = ([], kept, 0)
    return all
  }
}
