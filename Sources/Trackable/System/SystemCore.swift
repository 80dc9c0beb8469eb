import Synchronization

/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope.
final class SystemCore: Sendable {
  private struct State {
    var outbox: Outbox
    var settings: Settings
    /// How many tasks are reading on other actors.
    var readers = 0
  }

  private let state: Lock<State>
  /// How many tasks may wait for actors. They can be more than the waiting events: if an event goes out without what it
  /// was waiting for, its task remains until the actor is free.
  private let maximumReaders: Int
  let issues: IssueReporter
  /// Copies of the settings in `state`, for reading.
  private let copies: SettingsCopies
  /// Whether deliveries have to go through the outbox, because earlier ones may still be in it.
  private let isBusy = Atomic(false)
  /// A cache of the types that the tracker ignores; `nil` in cores that have none.
  private let ignoredTypes: IgnoredTypes?

  init(
    tracker: (any AnalyticsEventTracker)? = nil,
    defaultProperties: TrackedProperties = TrackedProperties(),
    issues: IssueReporter = IssueReporter(),
    ignoredTypes: IgnoredTypes? = nil,
    copies: Int = 1,
    maximumReaders: Int = 2 * Outbox.waitingCapacity
  ) {
    self.maximumReaders = maximumReaders
    self.ignoredTypes = ignoredTypes
    self.issues = issues
    let settings = Settings(
      tracker: tracker, defaultProperties: defaultProperties, selective: tracker as? any SelectiveTracker)
    state = Lock(State(outbox: Outbox(tracker: tracker), settings: settings))
    self.copies = SettingsCopies(settings, count: copies)
  }

  @inline(__always)
  var settings: Settings { copies.current }

  /// Replaces the settings by what `change` makes of them.
  private func change(_ change: (Settings) -> Settings) {
    // The old settings may hold the last reference to an adopter's object, so they are released after unlocking.
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

  var issueHandler: IssueReporter.Handler {
    get { issues.handler }
    set { issues.handler = newValue }
  }

  func report(_ issue: TrackableIssue) { issues.report(issue) }

  /// The tracker that was set last, if any.
  var tracker: (any AnalyticsEventTracker)? { settings.tracker }

  func bootstrap(_ tracker: any AnalyticsEventTracker, at location: SourceLocation) {
    if tracker.leads(to: self) { return report(.bootstrappedWithItself(at: location)) }
    let (previous, replaced, mustDrain, dropped) = withOutbox { state in
      let previous = state.settings
      // The tracker is not yet asked which types it ignores. Held events are still being delivered to it, and those
      // were tracked in order to be delivered.
      state.settings = previous.with(tracker: tracker, selective: nil)
      ignoredTypes?.clear()
      let mustDrain = state.outbox.open(with: tracker)
      // Before the tracker becomes visible, so that whatever is tracked by somebody who sees it queues up behind the
      // held events.
      isBusy.store(state.outbox.isBusy, ordering: .relaxed)
      return (previous, copies.replace(by: state.settings), mustDrain, state.outbox.takeDropped())
    }
    withExtendedLifetime(replaced) {}
    if previous.tracker != nil {
      report(.bootstrappedTwice(at: location))
    }
    if dropped > 0 {
      report(.eventsDropped(dropped, at: location))
    }
    if mustDrain { drain(location) }
    // Now the tracker may be asked which types it ignores. Not `tracker` but the one that was set last, because two
    // calls may overlap.
    change { $0.with(tracker: $0.tracker, selective: $0.tracker as? any SelectiveTracker) }
  }

  /// Whether the tracker of these settings ignores events of a type. Answers are remembered while the settings are in
  /// force.
  func ignores(eventsOf type: ObjectIdentifier, _ settings: Settings) -> Bool {
    if let known = ignoredTypes?.answer(for: type) { return known }
    let isIgnored = settings.selective?.ignores(eventsOf: type) ?? false
    if let ignoredTypes {
      state.withLock { state in
        // Not if another tracker has taken over in the meantime.
        if state.settings.version == settings.version { ignoredTypes.remember(isIgnored, for: type) }
      }
    }
    return isIgnored
  }

  /// Runs `body` under the lock, and then notes whether the outbox is busy.
  private func withOutbox<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let result = body(&state)
      isBusy.store(state.outbox.isBusy, ordering: .relaxed)
      return result
    }
  }
}

extension SystemCore {
  /// Hands an event to its trackers, unless it has to wait.
  ///
  /// Whether earlier deliveries wait is checked without the lock. That is enough: a caller sees what it has itself
  /// submitted, and there is no defined order between its events and anybody else's.
  @inline(__always)
  func submit(_ event: TrackedEvent, _ route: TrackerRoute, _ settings: Settings, _ location: () -> SourceLocation) {
    if !isBusy.load(ordering: .relaxed), !route.leadsSomewhere, settings.hasTracker {
      settings.destination.track(event)
    } else if !isBusy.load(ordering: .relaxed), route.added.isEmpty, let tracker = route.base {
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

  /// Makes a delivery wait for other actors. Whatever comes later waits behind it.
  func submit(_ pending: PendingDelivery) {
    let (number, answer, discarded) = withOutbox { state -> (Int?, Outbox.Answer, [Outbox.Entry]) in
      if state.readers >= maximumReaders {
        return (nil, state.outbox.submit(givenUp: pending), state.outbox.takeDiscarded())
      }
      state.readers += 1
      let (number, answer) = state.outbox.reserve(for: pending)
      return (number, answer, state.outbox.takeDiscarded())
    }
    // The new task inherits the current system and scopes, for events that are tracked while the parts are read.
    if let number { Task { await read(number) } }
    settle(answer, discarded) { pending.location }
  }

  /// Reads what a delivery is waiting for, and completes it.
  ///
  /// No part of the delivery is kept here while waiting for an actor, because it may go out without being complete.
  private func read(_ number: Int) async {
    while let actor = nextActor(for: number) { await read(number, on: actor) }
    let pending = withOutbox { state in
      state.readers -= 1
      return state.outbox.pending(number)
    }
    guard let pending else { return }
    let parcel = parcel(of: pending)
    if withOutbox({ $0.outbox.complete(number, with: parcel) }) { drain() }
  }

  private func nextActor(for number: Int) -> (any Actor)? {
    state.withLock { $0.outbox.pending(number) }?.reading.nextActor
  }

  private func read(_ number: Int, on actor: isolated any Actor) {
    guard let pending = state.withLock({ $0.outbox.pending(number) }) else { return }
    let next = pending.with(pending.reading.step(on: actor))
    // `pending` keeps what is replaced alive until after unlocking.
    state.withLock { $0.outbox.update(number, to: next) }
    withExtendedLifetime(pending) {}
  }

  /// Returns when everything that was submitted before has been handed to its trackers.
  func flush() async {
    await withCheckedContinuation { continuation in
      if !withOutbox({ $0.outbox.flush { continuation.resume() } }) { continuation.resume() }
    }
  }

  private func settle(_ answer: Outbox.Answer, _ discarded: [Outbox.Entry], _ location: () -> SourceLocation) {
    if case .drain = answer { drain() }
    if !discarded.isEmpty { report(.overflow(discarded.count, at: location())) }
  }

  /// Performs what is next until there is nothing left. Only one thread at a time does so: the one that was told to.
  private func drain(_ location: SourceLocation = SourceLocation()) {
    while let (batch, dropped) = withOutbox({ state in state.outbox.next().map { ($0, state.outbox.takeLate()) } }) {
      if dropped > 0 { report(.eventsDropped(dropped, at: location)) }
      for tell in batch.flushed { tell() }
      for entry in batch.entries { perform(entry, system: batch.system) }
    }
  }

  private func perform(_ entry: Outbox.Entry, system: (any AnalyticsEventTracker)?) {
    let parcel: Outbox.Parcel
    switch entry {
    case .parcel(let complete): parcel = complete
    case .pending(let pending), .givenUp(let pending): parcel = self.parcel(of: pending.with(pending.reading.givenUp))
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

  private func parcel(of pending: PendingDelivery) -> Outbox.Parcel {
    let (parcel, flawed, name) = pending.parcel
    issues.reportFlaws(of: flawed, at: pending.location)
    report(pending.reading.troubles, of: name, at: pending.location)
    return parcel
  }
}
