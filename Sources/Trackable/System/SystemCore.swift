/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope. This file has
/// the settings and the user. `SystemCore+Events` has the code that sends an event to its trackers.
final class SystemCore: Sendable {
  struct State: ~Copyable {
    /// The settings are boxed, so that each event copies one reference.
    var settings: Boxed<Settings>
    /// The events that wait because an object of their chain has to be read on another actor.
    var waiting = WaitingEvents()
    /// The registered trackers, without the system's tracker.
    var registered: [any AnalyticsEventTracker] = []
    var known: KnownUser
    var readTimeout: Duration
    /// The values of a scope's system, for code that enters the system again during a task of the scope.
    weak var values: SystemValues?
  }

  enum Role {
    case app
    /// The system of a `withTracker` scope. In it, trackers of links, contexts and tasks get no calls, because no call
    /// of a test may reach a vendor.
    case scope
    /// The system of a scope with a tracker that cannot be replaced: it ignores bootstraps and registrations. Its
    /// events keep the source of each property.
    case recording
  }

  let state: Lock<State>
  /// The gate of the calls that wait for the bootstrap.
  let beforeBootstrap: CallGate
  /// The gate through which changes of the user go to the trackers, one change after the other. If two threads change
  /// the user, events and all trackers get the two changes in the same order.
  // Calls enter the queue only by `enqueueLast`, so its policy has no effect.
  let userChanges = CallGate(CallQueue(.open, .drop))
  let issues: IssueReporter
  let role: Role
  let time: SystemTime
  /// A cache of the types that the tracker ignores; `nil` in a system without a cache.
  private let ignoredTypes: TypeSet?

  // The initializer is not inlined, because each place that makes a system would contain this code.
  @inline(never) init(
    _ bootstrap: Settings.Bootstrap? = nil, role: Role = .app,
    defaultProperties: TrackedProperties = TrackedProperties(), issues: IssueReporter = IssueReporter(),
    ignoredTypes: TypeSet? = nil, values: SystemValues? = nil, readTimeout: Duration = .seconds(1),
    time: SystemTime = SystemTime()
  ) {
    self.role = role
    self.issues = issues
    self.ignoredTypes = ignoredTypes
    self.time = time
    let known = KnownUser(isOfProcess: role == .app)
    let settings = Settings(
      bootstrap: bootstrap ?? .none, isOpen: bootstrap != nil, defaultProperties: defaultProperties, user: known.stamp)
    state = Lock(
      State(settings: Boxed(settings), known: known, readTimeout: Self.bounded(readTimeout), values: values))
    beforeBootstrap = CallGate(
      CallQueue(bootstrap == nil ? .holding : .open, .hold(capacity: Settings.heldCapacity), hasTracker: false))
  }

  var settings: Settings { @inline(never) get { state.reading { $0.settings }.value } }

  /// The values that other modules keep in this system.
  var values: SystemValues {
    state.withLock { state in
      let values = state.values ?? SystemValues()
      state.values = values
      return values
    }
  }

  /// The timeout, limited so that adding it to an instant of a clock does not overflow.
  static func bounded(_ timeout: Duration) -> Duration { max(.zero, min(timeout, .seconds(1_000_000_000))) }
}

// MARK: - Settings

extension SystemCore {
  var readTimeout: Duration {
    get { state.withLock { $0.readTimeout } }
    set { state.withLock { $0.readTimeout = Self.bounded(newValue) } }
  }

  var defaultProperties: TrackedProperties {
    get { settings.defaultProperties }
    set { change { $0.defaultProperties = newValue } }
  }

  /// Applies the changes from `before` to `after`.
  func changeDefaultProperties(from before: TrackedProperties, to after: TrackedProperties) {
    // The change is made under the lock. It runs no adopter's code, because keys already have their names.
    change { $0.defaultProperties = $0.defaultProperties.changed(from: before, to: after) }
  }

  func change(_ change: (inout Settings) -> Void) {
    withExtendedLifetime(state.withLock { state in self.change(&state, change) }) {}
  }

  /// Returns the old settings, to be released after unlocking, because they may hold the last reference to an adopter's
  /// object.
  func change(_ state: inout State, _ change: (inout Settings) -> Void) -> Boxed<Settings> {
    let old = state.settings
    var new = old.value
    change(&new)
    state.settings = Boxed(new)
    return old
  }

  /// The types of events that the process's tracker is known to ignore. `track` first looks whether this set has the
  /// type of the event.
  ///
  /// The ``SystemCore`` adds a type under its lock, and only if the tracker that ignores the type is still the system's
  /// tracker. The core clears the types under the same lock when it gets a new tracker. So a caller that tracks after
  /// that never uses what an earlier tracker ignores. `IgnoredTypesTests` fail if the core adds a type that only a
  /// replaced tracker ignores.
  static let ignoredByProcess = TypeSet()

  /// Whether the tracker of these settings ignores events of a type. The system caches the types that the tracker will
  /// always ignore.
  func ignores(eventsOf type: ObjectIdentifier, _ settings: Settings) -> Bool {
    if ignoredTypes?.contains(type) == true { return true }
    let interest = settings.bootstrap.interest
    if let ignoredTypes, !interest.mayWant(type) {
      state.withLock { state in
        // The type is not added if the app has set another tracker meanwhile.
        if state.settings.value.bootstrap === settings.bootstrap { ignoredTypes.contains(type, adding: true) }
      }
    }
    return !interest.wants(type)
  }

  /// Sets the tracker and the root. Sends the held calls first.
  func bootstrap(_ bootstrap: Settings.Bootstrap, at location: CodeLocation) {
    if role == .recording { return issues.report(.bootstrappedInRecording(at: location)) }
    let replaced = state.withLock { state in
      let replaced = change(&state) { $0.bootstrap = bootstrap }
      ignoredTypes?.clear()
      return replaced
    }
    let isSecond = replaced.value.bootstrap !== Settings.Bootstrap.none
    withExtendedLifetime(replaced) {}
    if isSecond { issues.report(.bootstrappedTwice(at: location)) }
    beforeBootstrap.withQueue { $0.turn(to: .open) }
    beforeBootstrap.whenDrained {
      self.change { $0.isOpen = true }
      self.issues.reportDropped(
        self.beforeBootstrap.withQueue { $0.takeUnreported() },
        "for the bootstrap were dropped, the oldest ones: at most " + Settings.heldCapacity.description
          + " are held, or 4 MB.",
        remedy: "call TrackableSystem.bootstrap earlier, before the app tracks that much.", at: location)
    }
    beforeBootstrap.work()
  }
}

// MARK: - The user

extension SystemCore {
  /// Registers a tracker for all later calls about the user. The tracker first gets the current user.
  func register(_ tracker: any AnalyticsEventTracker) {
    if role == .recording { return }
    state.withLock { state in
      state.known.followDecisions()
      for call in state.known.calls {
        enqueue(call, of: state.known.stamp) { [self] call in
          if case .update = call, isPurged(call.stamp) { return }
          call.perform(on: tracker)
        }
      }
      state.registered.append(tracker)
    }
    userChanges.work()
  }

  /// Call this method under the lock, so that the calls are in the order of the changes.
  ///
  /// - Parameter user: The user of the call; for a `reset`, the user who signs out.
  func enqueue(
    _ call: TrackerCall, of user: UserStamp, _ cascade: Nesting.Cascade? = Nesting.cascade,
    _ perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    userChanges.withQueue { $0.enqueueLast(HeldCall(call, of: user, cascade: cascade, perform)) }
  }

  /// Whether a call was made before a purge. The system must not send such a call after the purge.
  func isPurged(_ stamp: UserStamp?) -> Bool { stamp.map { $0.decision < settings.purge } ?? false }

  /// The stamp for a new call: the current user, and the number of the latest decision. Later events find this stamp in
  /// the settings.
  @inline(never) func currentStamp() -> UserStamp {
    let (stamp, replaced) = state.withLock { state in
      let earlier = state.known.stamp
      state.known.followDecisions()
      let stamp = state.known.stamp
      return (stamp, stamp === earlier ? nil : change(&state) { $0.user = stamp })
    }
    withExtendedLifetime(replaced) {}
    return stamp
  }
}

// The inlined `track` calls this method. The benchmarks `quiet` show the difference.
/// Whether no tracker gets events of this type from any caller, because the process's tracker ignores them, and no
/// link, context or task has ever had a tracker or a system of its own.
@usableFromInline func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool {
  SystemCore.ignoredByProcess.contains(type) && TrackerRoute.wasEverSet.value == 0 && TaskScope.hadSystem.value == 0
}
