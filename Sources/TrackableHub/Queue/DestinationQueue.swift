import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one destination of a hub still has to receive, and what became of the rest. This is a state machine, without a
/// lock, a clock or a task; times are counted from the beginning of the hub.
///
/// | phase | a delivery | what is done |
/// |---|---|---|
/// | waiting | waits for `start` | nothing |
/// | configuring | waits | to configure, after a pause if that has failed before |
/// | ready | waits for its batch | to deliver, or to flush |
/// | failed | is dropped: *failed* | nothing |
/// | closed | is dropped: *after shutdown* | nothing |
///
/// What forgets, a reset or a purge, is refused by no phase, and is delivered in each where a destination takes it:
/// once it has been configured, or at any time, as its policy says. A purge waits for nothing either, not even for
/// `configure`.
///
/// Calls wait in one queue, first in, first out. Any may be dropped, because each event says whose it is; only what
/// forgets and the last word on who the user is are kept. What a batch leaves undelivered goes out again before the queue.
struct DestinationQueue {
  enum Phase: Hashable { case waiting, configuring, ready, failed, closed }

  /// What is reported once, until it has ended.
  enum Episode: Hashable { case overflow, failure, loss, refusal }

  /// What is to be done at the destination.
  enum Work: Sendable {
    case configure
    case deliver([Slot], DeliveryProgress)
    case flush
  }

  /// What is being done at the destination.
  enum Activity {
    case none
    /// How many of ``DestinationQueue/batch`` are out, without the calls that the destination has made.
    case delivering(count: Int, DeliveryProgress)
    case flushing
  }

  /// A call to `configure` that has not returned. Beside it, nothing is done but what a purge needs.
  struct Configuration {
    let call: Int
    /// Whether a purge has cancelled it: that it fails then is no failure.
    var isCancelled = false
  }

  struct Slot: Sendable {
    let entry: HubEntry
    let sequence: Int
    /// When it came, at the earliest.
    let arrival: Duration
    /// Whose it is, in the order of the destination's users; less than zero if of an earlier one.
    let user: UserStamp
    var attempt = 1

    /// The same for each attempt.
    ///
    /// - Parameter key: The hub's, which it keeps to itself.
    func id(_ key: UInt64) -> Envelope.ID { UUID(time: entry.time, sequence: sequence, key: key) }

    func envelope(_ key: UInt64) -> Envelope {
      Envelope(entry.delivery, id: id(key), time: entry.time, user: user, attempt: attempt)
    }
  }

  let index: Int
  let name: String
  let policy: DeliveryPolicy
  /// Whether the destination stores what it takes, and sends it later.
  let isStoring: Bool

  var phase = Phase.waiting
  var configuration: Configuration?
  var activity = Activity.none
  /// Counts the calls, to tell an old one that returns late from the current one.
  var call = 0
  /// When the current call has used up its time.
  var callDeadline: Duration?
  /// The call to the destination's `flush` that has used up its time and has not returned.
  var overdueFlush: Int?

  /// What became of everything but what waits.
  var counts: TrackerLedger.Entry
  var waiting = Backlog<Slot>()
  /// What has left the queue and is not settled: it is out, or goes out again.
  var batch: [Slot] = []
  /// How many may be sent at once after the destination found a batch too large; `nil` means as many as the policy
  /// says.
  var sizeLimit: Int?
  /// How often configuring, or the batch that has returned, has failed in a row.
  var failures = 0
  /// The next attempt comes no sooner.
  var notBefore: Duration?
  /// Until when the destination has asked to wait: nothing ends that pause.
  var askedPauseEnd: Duration?

  /// The sequence number of the last purge.
  var purgeSequence = -1
  /// Whether delivering has failed since it came. Until then, it waits for no pause.
  var hasPurgeFailed = false

  /// The destination's user: how many there have been, and who it is now.
  var user = UserStamp.nobody
  /// The system's number of that user; less than zero until the system has named one.
  var systemNumber = -1
  /// When the last `reset` came.
  var resetTime = Date.distantPast
  /// The last call that waits, or waited, and tells who the user is.
  var lastUserSequence = -1

  var flushes: [Flush] = []
  /// Whether it ends as soon as it is empty and flushed.
  var isClosing = false
  /// Whether it has ever been configured.
  var wasConfigured = false
  /// What has been reported and goes on.
  var episodes: Set<Episode> = []

  init(index: Int, name: String = "", policy: DeliveryPolicy, isStoring: Bool = false) {
    self.index = index
    self.name = name
    self.policy = policy.bounded
    self.isStoring = isStoring
    counts = TrackerLedger.Entry(name: name)
  }

  /// Whether nothing is delivered here any more but what forgets.
  var isFinished: Bool { phase == .failed || phase == .closed }
  var isIdle: Bool { if case .none = activity { true } else { false } }
  /// Whether the destination can be told to forget although nothing else is delivered.
  var takesWhatForgets: Bool { wasConfigured || policy.purgesBeforeConfiguring }
  /// How many of the batch are out.
  var outCount: Int { if case .delivering(let count, _) = activity { count } else { 0 } }
  /// What is to be delivered first.
  var first: Slot? { batch.first ?? waiting.first }
  /// Whether a purge waits. Nothing is more urgent, and all that waits before it is who the user is.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= first?.sequence ?? .max }

  mutating func report(_ problem: HubProblem, once episode: Episode, _ actions: inout HubActions) {
    if episodes.insert(episode).inserted { actions.problems.append(problem) }
  }

  // MARK: The account

  /// The figures, including how far the destination has come with what is being delivered.
  mutating func ledgerEntry() -> TrackerLedger.Entry {
    catchUp()
    var entry = counts
    entry.retrying = batch.count { $0.attempt > 1 }
    entry.pending = waiting.count + batch.count - entry.retrying
    return entry
  }

  /// Calls have an end. Everything that is accepted comes here once, or waits.
  mutating func settle(_ slots: some Collection<Slot>, _ fate: TrackerLedger.Fate) {
    counts[isStoring && fate == .delivered ? .stored : fate] += slots.count
    for place in flushes.indices {
      flushes[place].result.add(slots.count { flushes[place].calls.contains($0.sequence) }, fate)
    }
  }

  mutating func drop(_ slots: some Collection<Slot>, _ fate: TrackerLedger.Fate, _ actions: inout HubActions) {
    settle(slots, fate)
    actions.discarded += slots.map(\.entry)
  }

  /// Drops what is not out, but for what is to be kept.
  mutating func drop(_ fate: TrackerLedger.Fate, _ actions: inout HubActions, unless isKept: (Slot) -> Bool) {
    let (out, rest) = (batch.prefix(outCount), batch.dropFirst(outCount))
    batch = out + rest.filter(isKept)
    drop(rest.filter { !isKept($0) } + waiting.keep(where: isKept), fate, &actions)
  }

  /// Accounts for the calls that the destination has made of the batch that is out. It goes on meanwhile, so this comes
  /// before each look at the figures.
  mutating func catchUp() {
    guard case .delivering(let count, let progress) = activity else { return }
    let made = progress.take()
    let refused = made.indices.filter { made[$0] != nil }.map { batch[$0] }
    settle(refused, .rejected)
    settle(made.indices.filter { made[$0] == nil }.map { batch[$0] }, .delivered)
    batch.removeFirst(made.count)
    activity = .delivering(count: count - made.count, progress)
  }
}
