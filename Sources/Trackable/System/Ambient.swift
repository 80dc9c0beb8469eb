/// What an event needs besides its chain: the system's settings and the task's scopes, looked up once for each event.
@usableFromInline struct Ambient {
  // Invariant: a task keeps its scope during its calls, and the scope keeps its core. The core of the process lives
  // forever. So the core is not retained, and threads do not contend for its reference count.
  private let reference: Unmanaged<SystemCore>
  let settings: Boxed<Settings>
  let scope: TaskScope?

  /// Looks up the system and the scopes of the current task.
  @inline(__always) init() {
    scope = TaskScope.current
    if let core = scope?.core {
      reference = .passUnretained(core)
    } else {
      reference = .passUnretained(SystemCore.process)
    }
    settings = reference._withUnsafeGuaranteedRef { $0.state.reading { $0.settings } }
  }

  var core: SystemCore { reference.takeUnretainedValue() }

  /// The user and the last decision, from the settings read at the beginning of the call. If a decision or a purge has
  /// come since, both are read from the system again.
  @inline(__always) var stamp: UserStamp {
    let user = settings.value.user
    return user.decision == Decisions.number ? user : core.currentStamp()
  }

  /// Tracks an event with the properties of its chain. The system sends the event to its trackers, holds it, or lets it
  /// wait for other actors. If no tracker wants the event, or if calls are nested too deeply, the system drops the
  /// event.
  // The inlined `track` calls this function. It is generic only so that this function makes the existential, and not
  // each caller. The benchmark `depth 4` shows the difference.
  @usableFromInline static func track<Event: AnalyticsEvent>(
    _ event: Event, _ callSite: () -> TrackedProperties, from start: ChainStart, _ isolation: (any Actor)?,
    _ fileID: StaticString, _ line: UInt
  ) {
    let ambient = Ambient()
    if !ambient.settings.value.bootstrap.interest.isAll, !ambient.isWanted(event.baseType, from: start, isolation) {
      return
    }
    // Only a scope can have a clock other than the computer's.
    let timestamp = ambient.scope == nil ? CurrentTime.ofComputer : CurrentTime.date
    let location = CodeLocation(file: fileID, number: UInt32(clamping: line))
    // A tracker or a computed property that tracks is one level deeper.
    let done: Void? = Nesting.deeper {
      var walk = ChainWalk(found: Findings(), isolation: isolation)
      walk.found.root = ambient.settings.value.bootstrap.rootIdentity
      if ambient.settings.value.bootstrap.explains { (walk.found.parts, walk.found.isExplained) = ([], true) }
      walk.found.add(callSite(), from: PropertySource(.callSite))
      walk.found.add(event)
      walk.walk(from: start)
      if let context = ambient.scope?.context { walk.found.add(context, as: .scope) }
      // A held event gets the properties of rank 7 after the bootstrap, and every other event gets them now.
      if ambient.settings.value.isOpen {
        walk.found.addRootAndDefaults(
          ambient.settings.value.bootstrap.root, ambient.settings.value.defaultProperties, isolation: isolation)
      }
      // The plain case continues below: no part is missing, and no part has to be read, reported or explained.
      guard ambient.settings.value.isOpen, walk.found.parts == nil, walk.found.merge.flawed.isEmpty else {
        return ambient.dispatch(
          PendingEvent(event, walk.found, taskRoute: ambient.route(), ambient.stamp, timestamp, location), isolation)
      }
      let route = walk.found.route == nil && ambient.scope == nil ? nil : ambient.route(of: walk.found.route)
      let tracked = TrackedEvent(
        event, merged: walk.found.merge.takeResult(), user: ambient.stamp, timestamp: timestamp, location: location)
      if route == nil { return ambient.settings.value.bootstrap.tracker.track(tracked) }
      ambient.core.send(.track(tracked), route)
    }
    if done == nil { ambient.reportNesting(of: event.name, location) }
  }

  @inline(never) private func dispatch(_ event: PendingEvent, _ isolation: (any Actor)?) {
    core.deliver(event, isolation: isolation)
  }

  /// Whether any tracker may want events of a type: the system's tracker, a tracker of the chain, or a tracker of the
  /// task.
  private func isWanted(_ type: ObjectIdentifier, from start: ChainStart, _ isolation: (any Actor)?) -> Bool {
    if !core.ignores(eventsOf: type, settings.value) { return true }
    guard TrackerRoute.wasEverSet.value != 0 else { return false }
    // A computed parent may itself track. If calls are nested too deeply, the issue is reported when the event is
    // tracked.
    guard let found = Nesting.deeper({ trackers(from: start, isolation) }) else { return true }
    // If an ancestor has to be read on another actor, there may be trackers above that ancestor.
    return found.nextActor != nil || route(of: found.route)?.wants(eventsOf: type) == true
  }

  /// Walks the chain for its trackers only.
  @inline(never) private func trackers(from start: ChainStart, _ isolation: (any Actor)?) -> Findings {
    var walk = ChainWalk(found: Findings(), isolation: isolation, readsProperties: false)
    walk.walk(from: start)
    return walk.finish()
  }

  /// The properties that an event would carry, with their sources.
  func explained(
    _ callSite: TrackedProperties, _ event: some AnalyticsEvent, from start: ChainStart, _ isolation: (any Actor)?
  ) -> TrackedPropertiesExplanation {
    var walk = ChainWalk(found: Findings(parts: [], root: settings.value.bootstrap.rootIdentity), isolation: isolation)
    walk.found.add(callSite, from: PropertySource(.callSite))
    walk.found.add(event)
    _ = Nesting.deeper {
      walk.walk(from: start)
      if let context = scope?.context { walk.found.add(context, as: .scope) }
      let settings = settings.value
      walk.found.addRootAndDefaults(settings.bootstrap.root, settings.defaultProperties, isolation: isolation)
    }
    return TrackedPropertiesExplanation(walk.finish())
  }

  /// Delivers a user property to the current trackers, and tracks the property's events.
  static func update(
    _ property: any UserProperty, from start: ChainStart, _ isolation: (any Actor)?, at location: CodeLocation
  ) {
    let ambient = Ambient()
    _ = ambient.nested(property.name, location) {
      let tracked = TrackedUserProperty(property, at: location)
      if tracked.canBeSent(reportingTo: ambient.core.issues) {
        let route = ambient.route(of: ambient.trackers(from: start, isolation).route)
        ambient.core.deliver(.update(tracked), route, at: location)
      }
      for event in property.updateEvents() {
        track(event, { [] }, from: start, isolation, location.file, UInt(location.line))
      }
    }
  }

  /// The trackers of a chain and those of the task, if they can receive calls.
  @inline(never) func route(of chain: TrackerRoute? = nil) -> TrackerRoute? {
    guard core.role == .app else { return nil }
    var route = chain
    if let scope = scope?.context { route.merge(scope.route) }
    return route
  }

  /// Runs adopters' code, which may itself track, unless such calls are nested too deeply.
  func nested<Result>(
    _ name: @autoclosure () -> String, _ location: CodeLocation, _ body: () -> Result
  ) -> Result? {
    if let result = Nesting.deeper(body) { return result }
    reportNesting(of: name(), location)
    return nil
  }

  @inline(never) private func reportNesting(of name: String, _ location: CodeLocation) {
    core.issues.reportOnce(.nestedTooDeeply(name, at: location), here: true)
  }
}

extension AnalyticsEvent {
  /// The type of the event that the app passed to `track`, even if a tracker passes on a ``TrackedEvent``.
  var baseType: ObjectIdentifier {
    // The types are compared first, because a failing cast costs more.
    if Self.self == TrackedEvent.self, let tracked = self as? TrackedEvent {
      return ObjectIdentifier(type(of: tracked.base))
    }
    return ObjectIdentifier(type(of: self))
  }
}
