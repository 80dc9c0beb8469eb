import Trackable

/// The queue of one destination, and the figures of its calls. The queue is a state machine without a lock, a clock or
/// a task: ``HubQueue`` calls its methods, which return ``HubActions``. Times count from the creation of the hub.
///
/// | phase | a call | the destination | the phase ends when |
/// |---|---|---|---|
/// | not started | waits | gets nothing | the hub starts: configuring; it is shut down: ended |
/// | configuring | waits | is configured, again after a pause if it fails | it is configured: ready; the policy gives up: ended |
/// | ready | waits for its batch | takes a batch, or flushes | a shutdown finds nothing left: ended |
/// | ended | is dropped, as *failed* or *late* | gets only resets and purges | never |
///
/// When the time limit of a shutdown has passed, the queue ends in every phase.
///
/// One job at the destination runs at a time: a `configure`, a delivery or a flush. Undelivered calls return to the
/// front of the queue. After a pause, the queue delivers these calls first, in a batch without newer calls other than a
/// purge.
///
/// A destination that stores calls also gets deliveries during its flush, because the flush waits for a service, and
/// new calls must reach the disk.
///
/// The queue delivers a reset and a purge in each phase after the destination was configured, or before that if the
/// destination's policy allows it. With this policy, a purge waits for no `configure`. No purge waits for a pause,
/// unless its own delivery has failed. Before the start, every call waits. The queue is first in, first out. A full
/// queue drops its oldest call, but never a purge, its first `reset`, or its last `identify` or `reset`. Each event
/// names its user, so no event depends on a dropped call.
struct DestinationQueue {
  enum Phase: Hashable {
    case notStarted, configuring, ready
    /// The queue has ended, and later calls get this fate.
    case ended(TrackerLedger.Fate)
  }

  /// A kind of problem that goes on for some time, an *episode*. The queue reports it once, and again only after the
  /// episode has ended.
  enum Episode { case overflow, failure, loss, refusal }

  /// A job: a run of one method of the destination.
  enum Work: Sendable {
    case configure
    case deliver([Slot], DeliveryProgress)
    case flush
  }

  /// A running delivery, or a running `flush` of the destination.
  struct Activity {
    let job: Int
    /// The end of the time limit; `nil` after the job was cancelled, until it returns.
    var deadline: Duration?
  }

  typealias Slot = QueueSlot

  let index: Int
  let name: String
  let policy: DeliveryPolicy
  /// The figures of a destination that stores calls; `nil` for any other destination.
  let figures: (@Sendable () -> StoredFigures)?

  var phase = Phase.notStarted
  /// The job number of the running `configure`. While `configure` runs, the queue delivers only a purge.
  var configureJob: Int?
  var runningDelivery: Activity?
  /// The number of the current job. By this number, the queue recognizes the result of a job that it has given up.
  var job = 0
  var runningFlush: Activity?

  /// The figures of the ended calls.
  var counts: TrackerLedger.Entry
  var waiting = Backlog()
  /// The calls of the current batch that the destination has not handled yet.
  var inFlight: [Slot] = []
  /// The number of calls that the batch had at first.
  var batchCount = 0
  /// The progress of the destination with the current batch or, if there is none, with the last batch.
  var progress = DeliveryProgress()
  /// The most calls that the next attempt puts into a batch: half of the calls that the destination found too many for
  /// one batch. `nil` means `policy.batchSize`.
  var sizeLimit: Int?
  /// The number of failures in a row, of `configure` or of the same batch.
  var failures = 0
  /// The earliest time of the next attempt.
  var notBefore: Duration?
  /// The end of a pause that the destination has asked for. Nothing shortens such a pause.
  var askedPauseEnd: Duration?

  /// Each call carries the number of the last decision before the call: ``Trackable/Decisions``. The queue drops a call
  /// with a smaller number than `callsBefore`, even if the call comes later. A denial sets `callsBefore` if a call was
  /// on its way to the hub at that moment; 0 before that.
  var callsBefore: UInt64 = 0
  /// The position of the last purge among the calls of this queue; -1 before the first purge.
  var purgeSequence = -1
  /// The number that the queue gave its last purge: ``Trackable/Decisions``.
  var purgeNumber: UInt64 = 0
  /// Whether a delivery has failed since the last purge. As long as no delivery has failed, the purge waits for no
  /// pause.
  var hasPurgeFailed = false

  /// The current user of the destination, with a number that counts the users so far.
  var user = UserStamp.nobody
  /// The number of the system that this user belongs to, and the system's number for the user; `nil` and negative until
  /// a call has shown the numbers.
  var system: UInt64?, systemNumber = -1
  /// The time of the last `reset`.
  var resetTime = Envelope.Time.distantPast
  /// The sequence number of the last `identify` or `reset`.
  var lastUserSequence = -1

  var callWaits: [CallWait] = []
  /// Whether the queue ends once it is empty and flushed.
  var isClosing = false
  /// Whether `configure` has ever succeeded.
  var wasConfigured = false
  /// The episodes that have been reported and have not ended.
  // An array, because a set of a type has its own copy of the code of sets: 3 KiB.
  var episodes: [Episode] = []

  init(index: Int, name: String = "", policy: DeliveryPolicy, figures: (@Sendable () -> StoredFigures)? = nil) {
    self.index = index
    self.name = name
    self.policy = policy
    self.figures = figures
    counts = TrackerLedger.Entry(name: name)
  }

  /// Whether the queue delivers only purges and resets.
  var hasEnded: Bool { if case .ended = phase { true } else { false } }
  /// Whether the destination can take a reset or a purge while nothing else is delivered.
  var takesWhatForgets: Bool { wasConfigured || policy.purgesBeforeConfiguring }
  /// The fate of a call that comes after the end of the queue.
  var fate: TrackerLedger.Fate { if case .ended(let fate) = phase { fate } else { .late } }
  /// Whether the first waiting call came back from the destination.
  var hasReturned: Bool { waiting.first.map(\.hasReturned) ?? false }
  /// The first call that has not ended.
  var first: Slot? { inFlight.first ?? waiting.first }
  /// Whether the other calls wait for a running job.
  var isBusy: Bool { runningDelivery != nil || figures == nil && runningFlush?.deadline != nil }
  /// Whether a purge waits. Only an `identify` or a `reset` can be in front of it, because the purge has emptied the
  /// queue.
  var isPurgeWaiting: Bool { purgeSequence >= 0 && purgeSequence >= first?.sequence ?? .max }

  /// Reports a problem, unless its episode has been reported and has not ended.
  mutating func report(
    _ kind: TrackableIssue.Kind, _ message: String, fix remedy: String, once episode: Episode? = nil,
    _ actions: inout HubActions
  ) {
    if let episode {
      if episodes.contains(episode) { return }
      episodes.append(episode)
    }
    actions.problems.append(HubProblem(kind: kind, destination: name, message: message, remedy: remedy))
  }

  // MARK: The account

  /// The figures, including the progress of the running delivery. If the destination stores calls, the calls that it
  /// has taken count as *stored*.
  mutating func ledgerEntry() -> TrackerLedger.Entry {
    catchUp()
    var entry = counts
    let returned = (0..<waiting.count).prefix { waiting[$0]?.hasReturned == true }
    entry.retrying = inFlight.count(where: \.hasReturned) + returned.count
    entry.waiting = inFlight.count + waiting.count
    return entry
  }

  /// Counts ended calls. Each accepted call either waits, or was counted here once.
  mutating func count(_ slots: some Collection<Slot>, as fate: TrackerLedger.Fate) {
    // A purge has ended when the destination has taken it. For other calls, the destination's own figures show the
    // fate.
    let taken = figures != nil && fate == .delivered ? slots.count { !$0.call.isPurge } : 0
    counts.stored += taken
    counts[fate] += slots.count - taken
    for place in callWaits.indices {
      let count = slots.count { callWaits[place].calls.contains($0.sequence) }
      if fate == .delivered {
        callWaits[place].result.delivered += count
      } else {
        callWaits[place].result.failed += count
      }
    }
  }

  mutating func drop(_ slots: some Collection<Slot>, _ fate: TrackerLedger.Fate, _ actions: inout HubActions) {
    count(slots, as: fate)
    actions.discarded += slots.map(\.call)
  }

  /// Drops the waiting calls, except those to keep.
  mutating func drop(_ fate: TrackerLedger.Fate, _ actions: inout HubActions, unless isKept: ((Slot) -> Bool)?) {
    drop(waiting.keep(where: isKept), fate, &actions)
  }

  /// Counts the calls of the batch that the destination has handled since the last count. The destination handles
  /// further calls at any time, so code that reads the figures calls this method first.
  mutating func catchUp() {
    let made = progress.made.dropFirst(batchCount - inFlight.count)
    for (slot, refusal) in zip(inFlight, made) { count([slot], as: refusal == nil ? .delivered : .rejected) }
    inFlight.removeFirst(made.count)
  }

  /// Ends the running delivery. Returns the calls of its batch that the destination has not handled, and will not
  /// handle.
  mutating func endDelivery() -> [Slot] {
    progress.close()
    catchUp()
    defer { (inFlight, runningDelivery) = ([], nil) }
    return inFlight
  }

  mutating func endEpisodes(_ ended: Episode...) { episodes.removeAll(where: ended.contains) }
}
