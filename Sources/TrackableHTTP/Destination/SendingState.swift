/// Decides when a destination sends. A value: ``Courier`` does as it says.
///
/// One run is going on at a time, and sends until nothing is left or something fails.
struct SendingState {
  typealias Instant = ContinuousClock.Instant

  /// What the courier has to do, all of it.
  struct Action: Equatable {
    /// Begin to send.
    var starts = false
    /// Call ``SendingState/ring(at:)`` then.
    var alarm: Instant?
    /// Callers of `flush` are told that it is over.
    var answers = false
  }

  /// How a run ended.
  enum Ending: Equatable {
    /// Nothing is left that can be read.
    case empty
    /// Only events are left that the service does not take, though it takes others.
    case aside
    /// Something remains, for a reason; the service may have said for how long.
    case failed(retryAfter: Duration?)
    /// A purge has cancelled it.
    case cancelled
  }

  private let policy: SendingPolicy
  private(set) var isRunning = false
  /// Whether something was stored since the run began, which it may have missed.
  private var hasMissed = false
  /// Whether everything is wanted sent since the run began.
  private var isFlushing = false
  /// Whether nothing more is to be sent after the request that is on its way, until it is asked for again.
  private(set) var isClosed = false
  /// How many runs have failed in a row, without a request that succeeded.
  private(set) var failures = 0
  /// The end of the pause after a failure.
  private var pauseEnd: Instant?
  /// The end of a pause that the service has asked for: nothing ends this pause early.
  private var askedPauseEnd: Instant?
  /// Records that the service does not take are sent at this time, or earlier with a flush. The other records do not wait for it.
  private var asideEnd: Instant?
  /// Whether the run sends the records that the service did not take as well.
  private(set) var triesAside = true
  /// The earliest time at which it will ring.
  private var alarm: Instant?

  init(_ policy: SendingPolicy) { self.policy = policy }

  /// Something was stored, and now so many wait.
  mutating func store(waiting: Int, at now: Instant) -> Action {
    if isRunning { hasMissed = true }
    return isRunning ? Action() : wait(with: waiting, at: now)
  }

  private mutating func wait(with waiting: Int, at now: Instant) -> Action {
    if waiting == 0 { return Action() }
    return waiting >= policy.count ? begin(at: now) : setAlarm(now + policy.delay.bounded)
  }

  /// Everything is wanted sent now. It answers at once where a service has asked for a pause.
  mutating func flush(at now: Instant) -> Action {
    isClosed = false
    isFlushing = true
    return isRunning ? Action() : begin(at: now, afterPause: askedPauseEnd)
  }

  /// Ends a pause after a failure, unless a service has asked for it.
  mutating func hurry(at now: Instant) -> Action {
    isRunning || pauseEnd == nil ? Action() : begin(at: now, afterPause: askedPauseEnd)
  }

  /// An alarm rings. An earlier alarm may have replaced this alarm, or this alarm may ring a little too early.
  mutating func ring(at now: Instant) -> Action {
    guard let alarm else { return Action() }
    self.alarm = nil
    if alarm > now { return setAlarm(alarm) }
    return isRunning ? Action() : begin(at: now)
  }

  /// The run is over.
  ///
  /// - Parameters:
  ///   - waiting: How many wait now.
  ///   - share: Which part of the longest pause possible is made, from 0 to 1.
  mutating func end(_ ending: Ending, waiting: Int, share: Double, at now: Instant) -> Action {
    isRunning = false
    if case .failed(let retryAfter) = ending {
      failures += 1
      // A row of failures makes longer pauses than the service asks for.
      let own = policy.retry.pause(afterFailures: failures, share: share)
      let asked = (retryAfter ?? .zero).bounded
      askedPauseEnd = retryAfter == nil ? nil : now + asked
      // Devices that were told the same pause must not all come back at once.
      let end = now + max(asked + asked / 4 * share, own)
      pauseEnd = end
      return answering(setAlarm(end))
    }
    if ending != .cancelled { (failures, pauseEnd, askedPauseEnd) = (0, nil, nil) }
    if ending != .aside { asideEnd = nil } else if triesAside { asideEnd = now + policy.retry.longest.bounded }
    if isFlushing { return begin(at: now) }
    if hasMissed { return answering(wait(with: waiting, at: now)) }
    return answering(asideEnd.map { setAlarm($0) } ?? Action())
  }

  /// A request was answered by what takes events: what fails after it is the first failure of a row.
  mutating func succeed() { failures = 0 }

  /// Nothing more is sent, until it is asked for again.
  mutating func close() { isClosed = true }

  private mutating func begin(at now: Instant) -> Action { begin(at: now, afterPause: pauseEnd) }

  private mutating func begin(at now: Instant, afterPause end: Instant?) -> Action {
    triesAside = isFlushing || asideEnd.map { $0 <= now } ?? true
    (isFlushing, hasMissed, pauseEnd) = (false, false, end)
    if isClosed { return answering(Action()) }
    if let end, end > now { return answering(setAlarm(end)) }
    isRunning = true
    return Action(starts: true)
  }

  private func answering(_ action: Action) -> Action {
    Action(starts: action.starts, alarm: action.alarm, answers: true)
  }

  /// Asks for an alarm, unless there is an earlier one.
  private mutating func setAlarm(_ time: Instant) -> Action {
    if isClosed { return Action() }
    if let alarm, alarm <= time { return Action() }
    alarm = time
    return Action(alarm: time)
  }
}
