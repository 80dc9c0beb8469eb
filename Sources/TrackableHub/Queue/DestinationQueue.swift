import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What one destination of a hub still has to receive, and what became of the rest. This is a pure state machine,
/// without a lock, a clock or a task; times are counted from the beginning of the hub.
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

  /// What is to be done at the destination.
  enum Work: Sendable {
    case configure
    case deliver([Slot], DeliveryProgress)
    case flush
  }

  /// What is being done at the destination.
  enum Activity {
    case none
    case delivering(Hand)
    case flushing([Flush])
  }

  /// A call to `configure` that has not returned. Beside it, nothing is done but what a purge needs.
  struct Configuration {
    let call: Int
    /// Whether a purge has cancelled it: that it fails then is no failure.
    var isCancelled = false
  }

  /// The batch that is being delivered.
  struct Hand {
    /// How many of ``DestinationQueue/batch``.
    let count: Int
    let progress: DeliveryProgress
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

    /// The same for the next attempt.
    var again: Slot {
      var slot = self
      slot.attempt += 1
      return slot
    }
  }

  /// A waiter that wants everything up to a sequence number to have been delivered, and the destination flushed.
  struct Flush {
    let waiter: Int
    let target: Int
    /// How many were outstanding, and how many had been delivered, when it began to wait.
    var outstanding: Int
    let delivered: Int

    /// Whether everything it waits for is delivered or dropped, and only the destination's own flush is left.
    var isSettled: Bool { target < 0 }
  }

  let index: Int
  let name: String
  let policy: DeliveryPolicy

  var phase = Phase.waiting
  var configuration: Configuration?
  var activity = Activity.none
  /// Counts the calls, to tell an old one that returns late from the current one.
  var call = 0
  /// When the current call has used up its time.
  var callDeadline: Duration?
  /// The call to the destination's `flush` that has used up its time and has not returned.
  var overdueFlush: Int?

  var counts = Counts()
  var waiting = Ring<Slot>()
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
  /// The last call that waits, or waited, and tells who the user is.
  var lastUserSequence = -1
  var flushes: [Flush] = []
  /// Whether it ends as soon as it is empty.
  var isClosing = false
  /// Whether the flush with which it ends has begun, and whether it has been done.
  var didLastFlush = false
  var wasFlushedLast = false
  /// What was outstanding when it began to close.
  var closing: Flush?
  /// What the shutdown is told about this destination, once it has ended.
  var closingResult = DeliveryResult()
  /// Whether it has ever been configured.
  var wasConfigured = false
  // Whether an episode has been reported.
  var isOverflowing = false
  var isFailing = false
  var isGivingUp = false
  var isRejecting = false

  private var jitter: SplitMix64

  init(index: Int, name: String = "", policy: DeliveryPolicy, seed: UInt64) {
    self.index = index
    self.name = name
    self.policy = policy.bounded
    jitter = SplitMix64(state: seed)
  }

  /// What was accepted and has neither arrived nor been dropped.
  /// How far the destination has come with what is being delivered. It goes on meanwhile, so what is compared with each
  /// other is computed from one reading.
  var handCount: DeliveryProgress.Count {
    guard case .delivering(let hand) = activity else { return DeliveryProgress.Count() }
    return hand.progress.current.limited(to: hand.count)
  }

  private func outstanding(_ count: DeliveryProgress.Count) -> Int { waiting.count + batch.count - count.total }
  var outstanding: Int { outstanding(handCount) }

  /// A waiter for everything up to a sequence number, as of now.
  func flush(_ waiter: Int, upTo target: Int) -> Flush {
    let count = handCount
    return Flush(
      waiter: waiter, target: target, outstanding: outstanding(count), delivered: counts.delivered + count.performed)
  }

  /// Whether nothing is delivered here any more but what forgets.
  var isFinished: Bool { phase == .failed || phase == .closed }
  /// Whether the outcome of configuring is known.
  var isSettled: Bool { isFinished || phase == .ready }
  var isIdle: Bool { if case .none = activity { true } else { false } }
  /// Whether the destination can be told to forget although nothing else is delivered.
  var takesWhatForgets: Bool { wasConfigured || policy.purgesBeforeConfiguring }

  /// Begins the pause after the failure before. Returns false to give up.
  mutating func pause(at now: Duration) -> Bool {
    let share = Double.random(in: 0...1, using: &jitter)
    guard let pause = policy.retry.delay(afterFailures: failures, share: share) else { return false }
    // Whatever a destination asks for, it is not asked again and again without any pause.
    notBefore = max(now + pause, askedPauseEnd ?? now)
    return true
  }
}

extension DestinationQueue {
  /// What became of deliveries.
  struct Counts: Hashable {
    var accepted = 0
    var events = 0
    var delivered = 0
    var overflow = 0
    var rejected = 0
    var expired = 0
    var failed = 0
    var afterShutdown = 0
    var purged = 0

    mutating func accept(_ entry: HubEntry) {
      accepted += 1
      if entry.isEvent { events += 1 }
    }
  }

  /// The figures, including how far the destination has come with what is being delivered.
  func ledgerEntry() -> TrackerLedger.Entry {
    let count = handCount
    let delivered = counts.delivered + count.performed
    let retrying = batch.dropFirst(count.total).count { $0.attempt > 1 }
    let dropped = TrackerLedger.Dropped(
      overflow: counts.overflow, rejected: counts.rejected, expired: counts.expired,
      failed: counts.failed, afterShutdown: counts.afterShutdown, purged: counts.purged + count.purged)
    // What is left, so that the figures add up however far the destination comes in the meantime.
    let pending = counts.accepted - delivered - dropped.total - retrying
    return TrackerLedger.Entry(
      name: name, accepted: counts.accepted, events: counts.events, delivered: delivered, pending: pending,
      retrying: retrying, dropped: dropped)
  }
}
