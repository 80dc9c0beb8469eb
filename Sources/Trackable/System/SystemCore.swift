import Synchronization

/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope.
final class SystemCore: Sendable {
  typealias IssueHandler = @Sendable (TrackableIssue) -> Void

  /// What was set last: read once for each event.
  final class Settings: Sendable {
    let tracker: (any AnalyticsEventTracker)?
    let defaultProperties: TrackedProperties
    let issueHandler: IssueHandler
    /// Whether an event that reaches the tracker is of any use.
    let isListening: Bool

    init(
      tracker: (any AnalyticsEventTracker)?, defaultProperties: TrackedProperties,
      issueHandler: @escaping IssueHandler, isListening: Bool
    ) {
      self.tracker = tracker
      self.defaultProperties = defaultProperties
      self.issueHandler = issueHandler
      self.isListening = isListening
    }
  }

  private struct State {
    var outbox: Outbox
    var settings: Settings
  }

  private let state: Lock<State>
  /// The settings in the state, for reading.
  private let copies: SettingsCopies
  /// Whether deliveries have to be submitted to the outbox, since others may be before them.
  private let isBusy = Atomic(false)

  init(
    tracker: (any AnalyticsEventTracker)? = nil,
    defaultProperties: TrackedProperties = TrackedProperties(),
    issueHandler: IssueHandler? = nil,
    copies: Int = 1
  ) {
    let log = IssueLog()
    let settings = Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler ?? { log.report($0) },
      isListening: !(tracker is NoOpTracker))
    state = Lock(State(outbox: Outbox(tracker: tracker), settings: settings))
    self.copies = SettingsCopies(settings, count: copies)
  }

  @inline(__always)
  var settings: Settings { copies.current }

  /// Replaces the settings by what `change` makes of them.
  private func change(_ change: (Settings) -> Settings) {
    // What the old ones hold may be the last reference to something: it goes after the lock.
    let old = state.withLock { state in
      let old = state.settings
      state.settings = change(old)
      return (old, copies.replace(by: state.settings))
    }
    withExtendedLifetime(old) {}
  }

  var defaultProperties: TrackedProperties {
    get { settings.defaultProperties }
    set { change { $0.with(defaultProperties: newValue) } }
  }

  var issueHandler: IssueHandler {
    get { settings.issueHandler }
    set { change { $0.with(issueHandler: newValue) } }
  }

  func report(_ issue: TrackableIssue) {
    issueHandler(issue)
  }

  /// The tracker that was given last, if any.
  var tracker: (any AnalyticsEventTracker)? { settings.tracker }

  func bootstrap(_ tracker: any AnalyticsEventTracker, at location: SourceLocation) {
    let (previous, replaced, mustDrain, dropped) = withOutbox { state in
      let previous = state.settings
      // A tracker that does nothing is not yet known as such: what was still waiting must not be cut short.
      state.settings = previous.with(tracker: tracker, isListening: true)
      return (
        previous, copies.replace(by: state.settings), state.outbox.open(with: tracker), state.outbox.takeDropped()
      )
    }
    withExtendedLifetime(replaced) {}
    if previous.tracker != nil {
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
    // For the tracker that was given last: two calls may overlap.
    change { $0.with(tracker: $0.tracker, isListening: !($0.tracker is NoOpTracker)) }
  }

  /// Runs `body` under the lock, and notes whether the outbox is busy after it.
  private func withOutbox<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      isBusy.store(state.outbox.isBusy, ordering: .relaxed)
      return result
    }
  }
}

extension SystemCore {
  /// Hands a delivery to the system's tracker, or keeps it until there is one.
  func submit(_ delivery: Delivery) {
    submit(Outbox.Parcel(delivery: delivery)) { SourceLocation() }
  }

  /// Hands an event to its trackers, unless it has to wait.
  ///
  /// Whether something is before it is asked without the lock. A caller that has submitted something that waits sees so,
  /// and nobody else's events have an order with the caller's.
  @inline(__always)
  func submit(_ event: TrackedEvent, _ route: TrackerRoute, _ settings: Settings, _ location: () -> SourceLocation) {
    if !isBusy.load(ordering: .relaxed), route.added.isEmpty, let tracker = route.base ?? settings.tracker {
      tracker.track(event)
    } else {
      submit(Outbox.Parcel(delivery: .track(event), route: route), location)
    }
  }

  /// Hands a delivery to its trackers, unless it has to wait.
  func submit(_ parcel: Outbox.Parcel, _ location: () -> SourceLocation) {
    let (answer, discarded) = withOutbox { ($0.outbox.submit(parcel), $0.outbox.takeDiscarded()) }
    if case .perform(let system) = answer {
      parcel.route.perform(parcel.delivery, system: system)
    } else {
      settle(answer, discarded, location)
    }
  }

  /// Has a delivery wait for other actors, and whatever comes later behind it.
  func submit(_ pending: PendingDelivery) {
    let (number, answer, discarded) = withOutbox { state in
      let (number, answer) = state.outbox.reserve(for: pending)
      return (number, answer, state.outbox.takeDiscarded())
    }
    // Inherits the task's system and scopes, for what is tracked while the parts are read.
    Task {
      let reading = await pending.reading()
      let parcel = self.parcel(of: pending, reading)
      if self.withOutbox({ $0.outbox.complete(number, with: parcel) }) { self.drain() }
    }
    settle(answer, discarded) { pending.location }
  }

  /// Returns when everything that was submitted before has been handed to its trackers.
  func flush() async {
    await withCheckedContinuation { continuation in
      if !withOutbox({ $0.outbox.flush(continuation) }) { continuation.resume() }
    }
  }

  private func settle(_ answer: Outbox.Answer, _ discarded: [Outbox.Entry], _ location: () -> SourceLocation) {
    if case .drain = answer { drain() }
    if !discarded.isEmpty { report(.overflow(discarded.count, at: location())) }
  }

  /// Performs what is next until nothing is. Only one thread at a time does so: the one that was told to.
  private func drain() {
    while let batch = withOutbox({ $0.outbox.next() }) {
      for continuation in batch.flushed { continuation.resume() }
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
      let (tracker, discarded) = withOutbox {
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

extension SystemCore.Settings {
  fileprivate func with(tracker: (any AnalyticsEventTracker)?, isListening: Bool) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, isListening: isListening)
  }

  fileprivate func with(defaultProperties: TrackedProperties) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, isListening: isListening)
  }

  fileprivate func with(issueHandler: @escaping SystemCore.IssueHandler) -> SystemCore.Settings {
    SystemCore.Settings(
      tracker: tracker, defaultProperties: defaultProperties, issueHandler: issueHandler, isListening: isListening)
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
