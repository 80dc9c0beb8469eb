/// When a destination sends: what is known of that, and what follows from it. A value: it decides, and ``Courier``
/// does.
///
/// One run is going on at a time, and sends until nothing is left or something fails.
struct SendingState {
  typealias Instant = ContinuousClock.Instant

  /// What is to be done. Whoever gets it must do all of it.
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
    /// Something remains, for a reason; the service may have said for how long.
    case failed(retryAfter: Duration?)
    /// A purge applies to what was on its way.
    case cancelled
  }

  private let policy: SendingPolicy
  private let delay: Duration
  private(set) var isRunning = false
  /// Whether something was stored since the run began, which it may have missed.
  private var hasMissed = false
  /// Whether somebody wanted everything sent since the run began.
  private var isFlushing = false
  /// Whether nothing more is to be sent after the batch that is on its way, until somebody asks for it.
  private(set) var isClosed = false
  /// How many runs have failed in a row, without a request that succeeded.
  private(set) var failures = 0
  /// Nothing is sent before, because it has failed.
  private var pauseEnd: Instant?
  /// The same, because the service has said so: nobody ends this pause.
  private var askedPauseEnd: Instant?
  /// The earliest time at which somebody will ask.
  private var alarm: Instant?

  init(_ policy: SendingPolicy) {
    self.policy = policy
    delay = policy.delay.bounded
  }

  /// Somebody wants to know whether there is anything to send.
  mutating func look(at now: Instant) -> Action {
    isClosed = false
    if isRunning { hasMissed = true }
    return isRunning ? Action() : begin(at: now)
  }

  /// Something was stored, and now so many wait.
  mutating func store(waiting: Int, at now: Instant) -> Action {
    isClosed = false
    return goOn(waiting: waiting, at: now)
  }

  private mutating func goOn(waiting: Int, at now: Instant) -> Action {
    if isRunning {
      hasMissed = true
      return Action()
    }
    if waiting == 0 { return Action() }
    return waiting >= policy.count ? begin(at: now) : setAlarm(now + delay)
  }

  /// Somebody wants everything sent now. It answers at once where a service has asked for a pause.
  mutating func flush(at now: Instant) -> Action {
    isClosed = false
    if isRunning {
      isFlushing = true
      return Action()
    }
    pauseEnd = askedPauseEnd
    return begin(at: now)
  }

  /// A pause after a failure makes no sense any more, unless a service has asked for it.
  mutating func hurry(at now: Instant) -> Action {
    if isRunning || pauseEnd == nil { return Action() }
    pauseEnd = askedPauseEnd
    return begin(at: now)
  }

  /// An alarm rings, or one that an earlier one has replaced, or a little too early.
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
  ///   - nextLook: When it is worth looking again although nothing was stored; `nil` if it is not.
  ///   - share: Which part of the longest pause possible is made, from 0 to 1.
  mutating func end(
    _ ending: Ending, waiting: Int, nextLook: Duration? = nil, share: Double, at now: Instant
  ) -> Action {
    isRunning = false
    switch ending {
    case .failed(let retryAfter):
      failures += 1
      // Whoever fails again and again waits longer than it is asked to.
      let own = policy.retry.delay(afterFailures: failures, share: share) ?? .zero
      let asked = (retryAfter ?? .zero).bounded
      askedPauseEnd = retryAfter == nil ? nil : now + asked
      // Not all devices at once that were told the same.
      pauseEnd = now + max(asked + asked / 4 * share, own)
      var action = pauseEnd.map { setAlarm($0) } ?? Action()
      action.answers = true
      return action
    case .empty:
      failures = 0
      pauseEnd = nil
      askedPauseEnd = nil
    case .cancelled: break
    }
    if isFlushing { return begin(at: now) }
    var action = hasMissed ? goOn(waiting: waiting, at: now) : Action()
    if !action.starts, let nextLook { action.alarm = setAlarm(now + nextLook).alarm ?? action.alarm }
    action.answers = true
    return action
  }

  /// A request was answered by what takes events: what fails after it is the first failure of a row.
  mutating func succeed() { failures = 0 }

  /// Nothing more is sent, until somebody asks for it.
  mutating func close() { isClosed = true }

  private mutating func begin(at now: Instant) -> Action {
    isFlushing = false
    hasMissed = false
    if isClosed { return Action(answers: true) }
    if let pauseEnd, pauseEnd > now {
      var action = setAlarm(pauseEnd)
      action.answers = true
      return action
    }
    isRunning = true
    return Action(starts: true)
  }

  /// Asks for an alarm, unless there is an earlier one.
  private mutating func setAlarm(_ time: Instant) -> Action {
    if isClosed { return Action() }
    if let alarm, alarm <= time { return Action() }
    alarm = time
    return Action(alarm: time)
  }
}
