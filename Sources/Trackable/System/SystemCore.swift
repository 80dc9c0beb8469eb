import Synchronization

/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope.
final class SystemCore: Sendable {
  typealias IssueHandler = @Sendable (TrackableIssue) -> Void

  private struct State {
    var outbox: Outbox
    var defaultProperties: TrackedProperties
    var issueHandler: IssueHandler
  }

  private let state: Lock<State>
  private let log: IssueLog
  /// Whether the tracker is known to do nothing. Read without the lock on every `track`.
  private let isSilenced: Atomic<Bool>

  init(
    tracker: (any AnalyticsEventTracker)? = nil,
    defaultProperties: TrackedProperties = TrackedProperties(),
    issueHandler: IssueHandler? = nil
  ) {
    let log = IssueLog()
    self.log = log
    state = Lock(
      State(
        outbox: Outbox(tracker: tracker),
        defaultProperties: defaultProperties,
        issueHandler: issueHandler ?? { log.report($0) }))
    isSilenced = Atomic(tracker is NoOpTracker)
  }

  /// Whether an event that reaches the system is of any use.
  var isListening: Bool { !isSilenced.load(ordering: .relaxed) }

  var defaultProperties: TrackedProperties {
    get { state.withLock { $0.defaultProperties } }
    set {
      let old = state.withLock { state in
        let old = state.defaultProperties
        state.defaultProperties = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  var issueHandler: IssueHandler {
    get { state.withLock { $0.issueHandler } }
    set {
      // What the old handler holds may be the last reference to something: it goes after the lock.
      let old = state.withLock { state in
        let old = state.issueHandler
        state.issueHandler = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// Tells the issue handler; or, while that one runs, standard error: what a handler tracks may have issues as well,
  /// and so on without end.
  func report(_ issue: TrackableIssue) {
    if Self.isReporting { return log.report(issue) }
    Self.$isReporting.withValue(true) { issueHandler(issue) }
  }

  @TaskLocal private static var isReporting = false

  /// The tracker that was given last, if any.
  var tracker: (any AnalyticsEventTracker)? {
    state.withLock { $0.outbox.tracker }
  }

  func bootstrap(_ tracker: any AnalyticsEventTracker, at location: SourceLocation) {
    let (previous, mustDrain, dropped) = state.withLock { state in
      let previous = state.outbox.tracker
      return (previous, state.outbox.open(with: tracker), state.outbox.takeDropped())
    }
    if previous != nil {
      report(.bootstrappedTwice(at: location))
    }
    if dropped > 0 {
      report(.eventsDropped(dropped, at: location))
    }
    if mustDrain {
      drain()
      let late = state.withLock { $0.outbox.takeDropped() }
      if late > 0 { report(.eventsDropped(late, at: location)) }
    }
    // Only now: what was still waiting must not be cut short. And under the lock, for the tracker that was given last:
    // two calls may overlap.
    state.withLock { isSilenced.store($0.outbox.tracker is NoOpTracker, ordering: .relaxed) }
  }
}

extension SystemCore {
  /// Hands a delivery to the system's tracker, or keeps it until there is one.
  func submit(_ delivery: Delivery) {
    submit(Outbox.Parcel(delivery: delivery)) { SourceLocation() }
  }

  /// Hands a delivery to its trackers, unless it has to wait.
  func submit(_ parcel: Outbox.Parcel, _ location: () -> SourceLocation) {
    let (answer, discarded) = state.withLock { ($0.outbox.submit(parcel), $0.outbox.takeDiscarded()) }
    if case .perform(let system) = answer {
      parcel.route.perform(parcel.delivery, system: system)
    } else {
      settle(answer, discarded, location)
    }
  }

  /// Has a delivery wait for other actors, and whatever comes later behind it.
  func submit(_ pending: PendingDelivery) {
    let (number, answer, discarded) = state.withLock { state in
      let (number, answer) = state.outbox.reserve(for: pending)
      return (number, answer, state.outbox.takeDiscarded())
    }
    // Inherits the task's system and scopes, for what is tracked while the parts are read.
    Task {
      let reading = await pending.reading()
      // It may have gone out without: what was wrong with it has been reported then.
      guard self.state.withLock({ $0.outbox.isWaiting(number) }) else { return }
      let parcel = self.parcel(of: pending, reading)
      if self.state.withLock({ $0.outbox.complete(number, with: parcel) }) { self.drain() }
    }
    settle(answer, discarded) { pending.location }
  }

  /// Returns when everything that was submitted before has been handed to its trackers.
  func flush() async {
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.outbox.flush { continuation.resume() } }) { continuation.resume() }
    }
  }

  private func settle(_ answer: Outbox.Answer, _ discarded: [Outbox.Entry], _ location: () -> SourceLocation) {
    if case .drain = answer { drain() }
    if !discarded.isEmpty { report(.overflow(discarded.count, at: location())) }
  }

  /// Performs what is next until nothing is. Only one thread at a time does so: the one that was told to.
  private func drain() {
    while let batch = state.withLock({ $0.outbox.next() }) {
      for tell in batch.flushed { tell() }
      for entry in batch.entries { perform(entry, system: batch.system) }
    }
  }

  private func perform(_ entry: Outbox.Entry, system: (any AnalyticsEventTracker)?) {
    let parcel: Outbox.Parcel
    switch entry {
    case .parcel(let complete): parcel = complete
    case .pending(let pending), .givenUp(let pending): parcel = self.parcel(of: pending, pending.withoutAsking)
    }
    var system = system
    if system == nil, !parcel.route.isSettled {
      let (tracker, discarded) = state.withLock {
        ($0.outbox.resubmit(parcel.delivery), $0.outbox.takeDiscarded())
      }
      system = tracker
      withExtendedLifetime(discarded) {}
    }
    parcel.route.perform(parcel.delivery, system: system)
  }

  private func parcel(of pending: PendingDelivery, _ reading: ElsewhereReading) -> Outbox.Parcel {
    let (parcel, flawed, name) = pending.parcel(reading)
    reportFlaws(of: flawed, at: pending.location)
    report(reading.troubles, of: name, at: pending.location)
    return parcel
  }
}

extension TrackableIssue {
  fileprivate static func bootstrappedTwice(at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedTwice,
      message: "TrackableSystem was bootstrapped before; the new tracker takes over from here.",
      remedy: "bootstrap once, with all trackers combined; in tests, use TrackableSystem.withTracker instead.",
      location: location)
  }

  fileprivate static func eventsDropped(_ count: Int, at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries from before the bootstrap were dropped, the oldest ones: "
        + "at most \(Outbox.capacity) are held.",
      remedy: "call TrackableSystem.bootstrap earlier, before the app tracks that much.",
      location: location)
  }

  fileprivate static func overflow(_ count: Int, at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries were dropped, the oldest ones: \(Outbox.waitingCapacity) waited for a tracker "
        + "that did not return.",
      remedy: "put a queue between what takes long and the tracker, such as a TrackerHub.",
      location: location)
  }
}
