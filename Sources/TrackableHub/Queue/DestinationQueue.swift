import Trackable

/// The queue of one destination, and the account of its calls. This is a state machine without a lock, a clock
/// or a task: ``HubQueue`` moves it, and ``HubActions`` are its wishes. Times count from the beginning of the hub.
///
/// | phase | a call | the destination | the phase ends when |
/// |---|---|---|---|
/// | waiting | waits | gets nothing | the hub starts: configuring; it is shut down: ended |
/// | configuring | waits | is configured, again after a pause if it fails | it is configured: ready; the policy gives up: ended |
/// | ready | waits for its batch | takes a batch, or flushes | a shutdown finds nothing left: ended |
/// | ended | is dropped, as *failed* or *late* | gets nothing | never |
///
/// The end of a shutdown's time ends the queue in each phase.
///
/// One call to the destination runs at a time: an ``Activity``, or a flush. A destination that stores calls also takes
/// deliveries during its flush: the flush waits for a service, and new calls must get onto the disk. Undelivered calls
/// wait in front of the queue. After a pause, the queue delivers them first, without new calls except for a purge.
///
/// A reset and a purge go out in each phase, once the destination has been configured, or earlier if its policy says so. A
/// purge waits for no pause and no `configure`. The queue is first in, first out, and may drop any call but these and the last
/// one that tells who the user is, because each event says whose it is.
struct DestinationQueue {
  enum Phase: Hashable {
    case waiting, configuring, ready
    /// Later calls end in this way.
    case ended(TrackerLedger.Fate)
  }

  /// A problem that is reported once, until it has ended.
  enum Episode: Hashable { case overflow, failure, loss, refusal }

  /// A call to the destination.
  enum Work: Sendable {
    case configure
    case deliver([Slot], DeliveryProgress)
    case flush
  }

  /// A delivery that runs, or the destination's `flush`.
  struct Activity {
    let call: Int
    /// When it has used up its time; `nil` once it is cancelled, and has not returned.
    var deadline: Duration?
  }

  typealias Slot = QueueSlot

  let index: Int
  let name: String
  let policy: DeliveryPolicy
  /// The account of a destination that stores calls; `nil` for any other destination.
  let account: (@Sendable () -> StoredAccount)?

  var phase = Phase.waiting
  /// The call to `configure` that runs. Beside it, nothing is done but what a purge needs.
  var configuration: Int?
  var activity: Activity?
  /// Counts the calls, to tell an old one that returns late from the current one.
  var call = 0
  var runningFlush: Activity?

  /// The calls that have ended.
  var counts: TrackerLedger.Entry
  var waiting = Backlog()
  /// The batch that the destination has, without the calls that it has made.
  var out: [Slot] = []
  /// How many calls the batch had.
  var outCount = 0
  /// How far the destination has come with that batch, or with the one before.
  var progress = DeliveryProgress()
  /// How many of what has come back may go out at once, because the destination found a batch too large.
  var sizeLimit: Int?
  /// How often configuring, or the batch that has come back, has failed in a row.
  var failures = 0
  /// The next attempt comes no sooner.
  var notBefore: Duration?
  /// The end of a pause that the destination has asked for: nothing shortens it.
  var askedPauseEnd: Duration?

  /// The number of the last denial during which calls were on their way here: ``Trackable/Decisions``.
  var denial: UInt64 = 0
  /// The sequence number of the last purge.
  var purgeSequence = -1
  /// Its number among all decisions and purges.
  var purgeNumber: UInt64 = 0
  /// Whether a delivery has failed since the last purge came. Until then, the purge waits for no pause.
  var hasPurgeFailed = false

  /// The destination's user: how many there have been, and who it is now.
  var user = UserStamp.nobody
  /// The system's number of that user; less than zero until the system has named one.
  var systemNumber = -1
  /// When the last `reset` came.
  var resetTime = Envelope.Time.distantPast
  /// The last call that waits, or waited, and tells who the user is.
  var lastUserSequence = -1

  var flushes: [Flush] = []
  /// Whether the queue ends once it is empty and flushed.
  var isClosing = false
  /// Whether it has ever been configured.
  var wasConfigured = false
  /// The episodes that have been reported and go on.
  var episodes: Set<Episode> = []

  init(index: Int, name: String = "", policy: DeliveryPolicy, account: (@Sendable () -> StoredAccount)? = nil) {
    self.index = index
    self.name = name
    self.policy = policy.bounded
    self.account = account
    counts = TrackerLedger.Entry(name: name)
  }

  /// Whether the queue delivers only purges and resets.
  var isFinished: Bool { if case .ended = phase { true } else { false } }
  /// Whether the destination can be told to forget although nothing else is delivered.
  var takesWhatForgets: Bool { wasConfigured || policy.purgesBeforeConfiguring }
  /// How a call ends that comes too late.
  var fate: TrackerLedger.Fate { if case .ended(let fate) = phase { fate } else { .late } }
  /// Whether what waits first has been out, and has come back.
  var hasReturned: Bool { waiting.first.map(\.hasReturned) ?? false }
  /// The first call that has not ended.
  var first: Slot? { out.first ?? waiting.first }
  /// Whether a call runs that others wait for.
  var isBusy: Bool { activity != nil || account == nil && runningFlush?.deadline != nil }
  /// Whether a purge waits. It has emptied the queue before it, but for the calls that tell who the user is.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= first?.sequence ?? .max }

  /// Reports a problem, unless its episode goes on.
  mutating func report(
    _ kind: TrackableIssue.Kind, _ message: String, fix remedy: String, once episode: Episode? = nil,
    _ actions: inout HubActions
  ) {
    if let episode, !episodes.insert(episode).inserted { return }
    actions.problems.append(HubProblem(kind: kind, destination: name, message: message, remedy: remedy))
  }

  // MARK: The account

  /// The figures, including how far the destination has come with the running delivery. Where it stores calls, those that it
  /// has taken are *stored*.
  mutating func ledgerEntry() -> TrackerLedger.Entry {
    catchUp()
    var entry = counts
    let returned = (0..<waiting.count).prefix { waiting[$0]?.hasReturned == true }
    entry.retrying = out.count(where: \.hasReturned) + returned.count
    entry.waiting = out.count + waiting.count
    return entry
  }

  /// Counts calls that have ended. Each accepted call comes here once, or waits.
  mutating func settle(_ slots: some Collection<Slot>, _ fate: TrackerLedger.Fate) {
    // A purge is done when the destination has it; its own account says what becomes of the others.
    let taken = account != nil && fate == .delivered ? slots.count { !$0.call.isPurge } : 0
    counts.stored += taken
    counts[fate] += slots.count - taken
    for place in flushes.indices {
      let count = slots.count { flushes[place].calls.contains($0.sequence) }
      if fate == .delivered { flushes[place].result.delivered += count } else { flushes[place].result.failed += count }
    }
  }

  mutating func drop(_ slots: some Collection<Slot>, _ fate: TrackerLedger.Fate, _ actions: inout HubActions) {
    settle(slots, fate)
    actions.discarded += slots.map(\.call)
  }

  /// Drops the calls that wait, but for those to keep.
  mutating func drop(_ fate: TrackerLedger.Fate, _ actions: inout HubActions, unless isKept: (Slot) -> Bool) {
    drop(waiting.keep(where: isKept), fate, &actions)
  }

  /// Accounts for the calls that the destination has made of its batch. It goes on meanwhile, so this comes
  /// before each look at the figures.
  mutating func catchUp() {
    let made = progress.made.dropFirst(outCount - out.count)
    for (slot, refusal) in zip(out, made) { settle([slot], refusal == nil ? .delivered : .rejected) }
    out.removeFirst(made.count)
  }

  /// Ends the call that runs. Returns the calls of its batch that the destination has not made, and makes no more.
  mutating func takeOut() -> [Slot] {
    progress.close()
    catchUp()
    defer { (out, activity) = ([], nil) }
    return out
  }
}
