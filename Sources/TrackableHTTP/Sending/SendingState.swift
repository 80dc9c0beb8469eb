/// Decides when a destination sends. ``Courier`` carries out the decisions.
///
/// The courier sends in *runs*, one at a time. A run sends until no record is left, or until a request fails.
struct SendingState: ~Copyable {
  typealias Instant = ContinuousClock.Instant

  /// What the courier has to do.
  struct Action: Equatable {
    /// Whether to start a run.
    var starts = false
    /// The time at which to call ``SendingState/ring(at:)``.
    var alarm: Instant?
    /// Whether to resume the callers of `flush`.
    var answers = false
  }

  /// The end of a run.
  enum Ending: Equatable {
    /// No readable record is left.
    case empty
    /// The only records that are left are those that the service does not take, although it takes others.
    case aside
    /// Records are left after a failure. The service may have asked for a pause.
    case failed(retryAfter: Duration?)
    /// A purge has cancelled the run.
    case cancelled
  }

  private let policy: SendingPolicy
  private(set) var isRunning = false
  /// Whether records were stored after the run began. The run may have missed them.
  private var hasMissed = false
  /// Whether a caller has asked for a flush since the run began.
  private var isFlushing = false
  /// Whether the courier is closed: it sends no request after the current request, until a caller opens it again.
  private(set) var isClosed = false
  /// The number of failed runs in a row, without a successful request.
  private(set) var failures = 0
  /// The end of the pause after a failure.
  private var pauseEnd: Instant?
  /// The end of a pause that the service has asked for. Nothing ends such a pause early.
  private var askedPauseEnd: Instant?
  /// The time at which the courier tries the records again that the service did not take. A flush tries these records
  /// earlier. Other records do not wait for this time.
  private var asideEnd: Instant?
  /// Whether the run also sends the records that the service did not take.
  private(set) var triesAside = true
  /// The time of the next alarm.
  private var alarm: Instant?

  init(_ policy: SendingPolicy) { self.policy = policy }

  /// Decides whether to send, after records were stored.
  mutating func recordsWereStored(waiting: Int, at now: Instant) -> Action {
    if isRunning { hasMissed = true }
    return isRunning ? Action() : wait(with: waiting, at: now)
  }

  private mutating func wait(with waiting: Int, at now: Instant) -> Action {
    if waiting == 0 { return Action() }
    return waiting >= policy.count ? begin(at: now) : setAlarm(now + policy.delay.bounded)
  }

  /// Decides whether to send, when a caller flushes. During a pause that a service has asked for, the caller resumes
  /// immediately.
  mutating func flush(at now: Instant) -> Action {
    isClosed = false
    isFlushing = true
    return isRunning ? Action() : begin(at: now, afterPause: askedPauseEnd)
  }

  /// Ends the pause after a failure, unless a service has asked for that pause.
  mutating func hurry(at now: Instant) -> Action {
    isRunning || pauseEnd == nil ? Action() : begin(at: now, afterPause: askedPauseEnd)
  }

  /// Decides whether to send, when an alarm rings. The alarm may ring a little too early. It may also ring although an
  /// earlier alarm has replaced it.
  mutating func ring(at now: Instant) -> Action {
    guard let alarm else { return Action() }
    self.alarm = nil
    if alarm > now { return setAlarm(alarm) }
    return isRunning ? Action() : begin(at: now)
  }

  /// Decides about the next run, at the end of a run.
  ///
  /// - Parameters:
  ///   - waiting: The number of waiting records.
  ///   - share: The part of the longest possible pause, from 0 to 1.
  mutating func end(_ ending: Ending, waiting: Int, share: Double, at now: Instant) -> Action {
    isRunning = false
    if case .failed(let retryAfter) = ending {
      failures += 1
      // After several failures, the policy's pause may be longer than the pause that the service asks for.
      let own = policy.retry.pause(afterFailures: failures, share: share)
      let asked = (retryAfter ?? .zero).bounded
      askedPauseEnd = retryAfter == nil ? nil : now + asked
      // A random part is added, because otherwise all devices with the same pause would try again at the same time.
      let end = now + max(asked + asked / 4 * share, own)
      pauseEnd = end
      return answering(setAlarm(end))
    }
    if ending != .cancelled { (failures, pauseEnd, askedPauseEnd) = (0, nil, nil) }
    if ending != .aside { asideEnd = nil } else if triesAside { asideEnd = now + policy.retry.longest.bounded }
    if isFlushing { return begin(at: now) }
    // A purge may also cancel a run that has begun after the purge.
    if hasMissed || ending == .cancelled { return answering(wait(with: waiting, at: now)) }
    return answering(asideEnd.map { setAlarm($0) } ?? Action())
  }

  /// Resets the count of failures, because a response of the service was about the events of a request, so the service
  /// works.
  mutating func succeed() { failures = 0 }

  /// Closes the courier, until a caller asks it to send again.
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

  /// Sets an alarm, unless an earlier alarm is set.
  private mutating func setAlarm(_ time: Instant) -> Action {
    if isClosed { return Action() }
    if let alarm, alarm <= time { return Action() }
    alarm = time
    return Action(alarm: time)
  }
}
