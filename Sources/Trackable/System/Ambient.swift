#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Everything that applies to an event besides its chain: the system's settings and the task's scopes, looked up once.
struct Ambient {
  // Invariant: the task keeps its scope while the calls that it makes last, and the scope keeps its core; that of the process
  // lives for ever. So it is not retained, and threads do not contend for its reference count.
  private let reference: Unmanaged<SystemCore>
  let settings: Settings
  let scope: TaskScope?

  /// What applies to the current task.
  @inline(__always)
  init() {
    scope = TaskScope.current
    if let core = scope?.core {
      reference = .passUnretained(core)
    } else {
      reference = .passUnretained(SystemCore.process)
    }
    settings = reference._withUnsafeGuaranteedRef { $0.settings }
  }

  var core: SystemCore { reference.takeUnretainedValue() }

  /// Whether the system's tracker is known to ignore events of this type.
  @inline(__always)
  func isIgnoredBySystem(_ event: some AnalyticsEvent) -> Bool {
    settings.isSelective && core.ignores(eventsOf: event.baseType, settings)
  }

  /// Whether any tracker may want an event that is tracked on a chain with these trackers.
  func delivers(_ event: some AnalyticsEvent, to route: TrackerRoute?) -> Bool {
    !isIgnoredBySystem(event)
      || self.route(of: route)?.wants(eventsOf: event.baseType) == true
  }

  /// Tracks an event with what `walk` finds, unless such calls are nested too deeply: the trackers get it, or it is held, or
  /// it waits for other actors.
  func track<Event: AnalyticsEvent>(
    _ event: Event, _ callSite: () -> TrackedProperties, _ isolation: (any Actor)?, _ location: () -> CodeLocation,
    _ walk: (inout ChainWalk) -> Void
  ) {
    let timestamp = CurrentTime.date
    // A tracker or a computed property that tracks is one level deeper.
    _ = nested(event.name, location) {
      let explains = reference._withUnsafeGuaranteedRef { $0.traits.explains }
      var findings = explains ? Findings(keepsParts: true) : Findings()
      findings.add(callSite(), from: PropertySource(.callSite))
      findings.add(event.wholeProperties, from: PropertySource(.event))
      var found = ChainWalk(consume findings, isolation: isolation, root: settings.rootIdentity)
      walk(&found)
      if let context = scope?.context { found.found.add(context, as: .scope) }
      // Rank 7, as it is at this moment, belongs to the event if this may not be held. Not through `core`, which would be
      // retained. Benchmarks: depth 4.
      let isOpen = settings.isBootstrapped && !reference._withUnsafeGuaranteedRef { $0.isHolding.isSet }
      if isOpen { settings.addRankSeven(to: &found.found, isolation: isolation) }
      if !isOpen || !found.found.isComplete {
        return keep(
          PendingEvent(
            event, found.found, taskRoute: route(), settings, timestamp, location(), hasRankSeven: isOpen), isolation)
      }
      if found.found.route != nil || scope != nil { found.found.route = route(of: found.found.route) }
      var tracked = TrackedEvent(
        event, merged: found.found.take(), user: settings.user, timestamp: timestamp, location: location())
      if found.found.isRemarkable { core.note(&found.found, on: &tracked) }
      if found.found.route == nil { return settings.destination.track(tracked) }
      core.send(.track(tracked), found.found.route)
    }
  }

  /// Everything that an event would carry, and the root if it was read for rank 7.
  func explained(
    _ callSite: TrackedProperties, _ event: TrackedProperties, _ isolation: (any Actor)?,
    _ walk: (inout ChainWalk) -> Void
  ) -> (found: Findings, root: ObjectIdentifier?) {
    var findings = Findings(keepsParts: true)
    findings.add(callSite, from: PropertySource(.callSite))
    findings.add(event, from: PropertySource(.event))
    var found = ChainWalk(findings, isolation: isolation, root: settings.rootIdentity)
    _ = Nesting.deeper { walk(&found) }
    let root = found.found.passedRoot ? nil : settings.rootIdentity
    if let context = scope?.context { found.found.add(context, as: .scope) }
    settings.addRankSeven(to: &found.found, isolation: isolation)
    return (found.finish(), root)
  }

  // Not inlined: hardly any event waits or is held. Benchmarks: depth 4.
  @inline(never)
  private func keep(_ event: PendingEvent, _ isolation: (any Actor)?) { core.submit(event, isolation: isolation) }

  /// Hands on a user property, to the trackers that are known at this moment.
  func submit(_ property: some UserProperty, _ route: TrackerRoute?, at location: CodeLocation) {
    let tracked = TrackedUserProperty(property, at: location)
    guard tracked.canBeSent(reportingTo: core.issues) else { return }
    if case .group = tracked.operation { core.join(tracked) }
    core.submit(.update(tracked), self.route(of: route), at: location)
  }

  /// The trackers of a chain and those of the task, as far as they get anything.
  @inline(never)
  func route(of chain: TrackerRoute? = nil) -> TrackerRoute? {
    guard core.traits.usesTrackersOfLinks else { return nil }
    var route = chain
    if let scope = scope?.context { route.pass(scope.route) }
    return route
  }

  /// Runs code of adopters, which may itself track, unless such calls are nested too deeply.
  @inline(__always)
  func nested<Result>(
    _ name: @autoclosure () -> String, _ location: () -> CodeLocation, _ body: () -> Result
  ) -> Result? {
    if let result = Nesting.deeper(body) { return result }
    core.issues.reportOnce(.nestedTooDeeply(name(), at: location()), here: true)
    return nil
  }
}

extension AnalyticsEvent {
  /// The type of the event as it was first given to a tracker.
  fileprivate var baseType: ObjectIdentifier {
    // Compares types first, because a failing cast costs more.
    if Self.self == TrackedEvent.self, let tracked = self as? TrackedEvent {
      return ObjectIdentifier(type(of: tracked.base))
    }
    return ObjectIdentifier(type(of: self))
  }
}
