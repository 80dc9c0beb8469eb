import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope.
///
/// An event enters through `submit` if it is complete, and through `wait` in `SystemCore+Waiting` if something has to be
/// read on other actors first.
final class SystemCore: Sendable {
  struct State {
    var settings: Settings
    var held: HeldDeliveries
    /// Who goes on when what was held has been replayed.
    var replayWaiters: [@Sendable () -> Void] = []
    var incomplete: IncompleteQueue
    /// Trackers that keep a user and are not the system's.
    var registered: [any AnalyticsEventTracker] = []
    var user = KnownUser()
    /// The actors for which a job that reads on them is on its way.
    var readers: Set<ObjectIdentifier> = []
    var readTimeout: Duration
    /// When the next look at what has waited long enough is due.
    var nextExpiry: ContinuousClock.Instant?
    /// The ancestors and events for which missing properties were reported.
    var reported: Set<ReportedFailure> = []
  }

  let state: Lock<State>
  let issues: IssueReporter
  /// Whether trackers that links, contexts and tasks have set get anything. In the scope of a test nothing may reach a
  /// vendor.
  let usesTrackersOfLinks: Bool
  /// Whether it has one tracker for good, whatever is bootstrapped or registered, as the system of a recording has.
  let keepsTracker: Bool
  let time: SystemTime
  /// Whether a tracker of a link, a context or a task that was made in this system has asked for explanations.
  let linksWantExplanations = Atomic(false)
  private let valuesOfScope: Lock<ValuesOfScope>
  /// Copies of the settings in `state`, for reading.
  private let copies: SettingsCopies
  /// Whether deliveries to the system's tracker are held, because there is none or what was held is being replayed.
  let isHolding: Atomic<Bool>
  /// A cache of the types that the tracker ignores; `nil` in cores that have none.
  private let ignoredTypes: IgnoredTypes?

  init(
    tracker: (any AnalyticsEventTracker)? = nil,
    root: any RootSubject = NoRoot(),
    defaultProperties: TrackedProperties = TrackedProperties(),
    issues: IssueReporter = IssueReporter(),
    ignoredTypes: IgnoredTypes? = nil,
    copies: Int = 1,
    usesTrackersOfLinks: Bool = true,
    keepsTracker: Bool = false,
    values: SystemValues? = nil,
    readTimeout: Duration = .seconds(1),
    waitingCapacity: Int = IncompleteQueue.standardCapacity,
    time: SystemTime = SystemTime()
  ) {
    self.ignoredTypes = ignoredTypes
    self.issues = issues
    self.usesTrackersOfLinks = usesTrackersOfLinks
    self.keepsTracker = keepsTracker
    self.time = time
    valuesOfScope = Lock(ValuesOfScope(values))
    let settings = Settings(
      tracker: tracker, defaultProperties: defaultProperties, root: root, selective: tracker as? any SelectiveTracker,
      wantsExplanations: tracker?.wantsExplanations ?? false)
    state = Lock(
      State(
        settings: settings, held: HeldDeliveries(isHolding: tracker == nil),
        incomplete: IncompleteQueue(capacity: waitingCapacity), readTimeout: Self.bounded(readTimeout)))
    self.copies = SettingsCopies(settings, count: copies)
    isHolding = Atomic(tracker == nil)
  }

  @inline(__always)
  var settings: Settings { copies.current }

  /// What modules above keep for the system, if it is that of a scope.
  var values: SystemValues { valuesOfScope.withLock { $0.current() } }

  /// The tracker that was set last, if any.
  var tracker: (any AnalyticsEventTracker)? { settings.tracker }

  var defaultProperties: TrackedProperties {
    get { settings.defaultProperties }
    set { change { $0.with(defaultProperties: newValue) } }
  }

  /// Makes the changes that lead from `before` to `after`.
  func changeDefaultProperties(from before: TrackedProperties, to after: TrackedProperties) {
    var isDone = false
    while !isDone {
      // Compared outside of the lock: a key may have a name that an adopter's code makes.
      let known = state.withLock { $0.settings }
      let changed = known.defaultProperties.changed(from: before, to: after)
      change { settings in
        isDone = settings.version == known.version
        return isDone ? settings.with(defaultProperties: changed) : settings
      }
    }
  }

  var readTimeout: Duration {
    get { state.withLock { $0.readTimeout } }
    set { state.withLock { $0.readTimeout = Self.bounded(newValue) } }
  }

  /// A clock's instant must not overflow.
  private static func bounded(_ timeout: Duration) -> Duration { max(.zero, min(timeout, .seconds(1_000_000_000))) }

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

  func report(_ issue: TrackableIssue) { issues.report(issue) }

  /// The trackers of a task, as far as they get anything.
  func route(of scope: TaskScope?) -> TrackerRoute {
    usesTrackersOfLinks ? scope?.context?.route ?? TrackerRoute() : TrackerRoute()
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
}

extension SystemCore {
  /// Sets the tracker and the root. What was held is replayed first.
  func bootstrap(
    _ tracker: any AnalyticsEventTracker, root: any RootSubject = NoRoot(), at location: CodeLocation
  ) {
    if tracker.leads(to: self) { return report(.bootstrappedWithItself(at: location)) }
    if keepsTracker { return report(.bootstrappedInRecording(at: location)) }
    let wantsExplanations = tracker.wantsExplanations
    let (previous, replaced, opened) = state.withLock { state in
      let previous = state.settings
      // The tracker is not yet asked which types it ignores. Held events are still being delivered to it, and those
      // were tracked in order to be delivered.
      state.settings = previous.with(
        tracker: tracker, root: root, isAskable: false, wantsExplanations: wantsExplanations)
      ignoredTypes?.clear()
      let opened = state.held.open()
      isHolding.store(state.held.isHolding, ordering: .releasing)
      return (previous, copies.replace(by: state.settings), opened)
    }
    withExtendedLifetime(replaced) {}
    if previous.tracker != nil { report(.bootstrappedTwice(at: location)) }
    if opened.dropped > 0 { report(.eventsDropped(opened.dropped, at: location)) }
    if previous.tracker == nil { resetRegistered(reachedBy: tracker) }
    replay(opened.step, at: location)
  }

  /// Delivers what was held, and what is held meanwhile.
  private func replay(_ first: HeldDeliveries.Step, at location: CodeLocation) {
    var (step, receiver) = (first, settings.destination)
    while case .perform(let kept, let begins) = step {
      // Somebody may have bootstrapped with another tracker meanwhile.
      if begins { receiver = settings.destination }
      settleReplayed(before: kept.delivery)
      kept.asOfItsMoment { delivery in
        guard let own = kept.receiver else { return perform(delivery, on: receiver, isOfSystem: true) { location } }
        // What comes back from there is this one, and its turn is now.
        ActiveCalls.during(.replay, of: self) {
          ActiveCalls.during(delivery.isOfUser ? .userRoute : .route, of: self) {
            perform(delivery, on: own, isOfSystem: false) { location }
          }
        }
      }
      step = nextHeld()
    }
    switch step {
    case .perform: break
    case .goOnElsewhere: Task.detached { self.replay(self.nextHeld(), at: location) }
    case .finish(let dropped):
      if dropped > 0 { report(.droppedInReplay(dropped, at: location)) }
      makeAskable()
    }
  }

  private func nextHeld() -> HeldDeliveries.Step {
    let (step, waiters) = state.withLock { state -> (HeldDeliveries.Step, [@Sendable () -> Void]) in
      let step = state.held.next()
      isHolding.store(state.held.isHolding, ordering: .releasing)
      if state.held.isReplaying { return (step, []) }
      defer { state.replayWaiters = [] }
      return (step, state.replayWaiters)
    }
    for goOn in waiters { goOn() }
    return step
  }

  private func makeAskable() {
    // Now the tracker may be asked which types it ignores. Not `tracker` but the one that was set last, because two
    // calls may overlap.
    change { $0.with(tracker: $0.tracker, root: $0.root, isAskable: true, wantsExplanations: $0.wantsExplanations) }
  }
}
