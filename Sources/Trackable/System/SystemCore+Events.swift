// How a tracking system sends calls to trackers: immediately, after the bootstrap, or after reads on other actors, for
// which `SystemCore+Waiting.swift` has the wait.

extension SystemCore {
  /// Delivers an event: sends it, holds it, or lets it wait for other actors.
  func deliver(_ event: PendingEvent, isolation: (any Actor)? = nil) {
    if let next = event.found.nextActor { return wait(event, for: next) }
    event.found.route.merge(event.taskRoute)
    event.taskRoute = nil
    if role != .app { event.found.route = nil }
    if !event.found.hasRootAndDefaults {
      // Trackers of links and of the task get the event now, because they need not wait for the system's tracker.
      if event.found.route?.base == nil, !settings.isOpen {
        if let others = event.found.route?.withoutSystem {
          deliver(PendingEvent(event, to: others), isolation: isolation)
          // The flaws were reported with the event for the other trackers.
          event.found.merge.flawed = []
        }
        return holdOrSend(event)
      }
      complete(event, isolation)
      if let next = event.found.nextActor { return wait(event, for: next) }
    }
    sendComplete(event)
  }

  /// Adds the lowest rank, with its values at the time at which the system sends the event.
  private func complete(_ event: PendingEvent, _ isolation: (any Actor)?) {
    let settings = settings
    event.found.addRootAndDefaults(settings.bootstrap.root, settings.defaultProperties, isolation: isolation)
  }

  /// Makes the event, and sends it to its trackers. Reports the flaws and the unread ancestors, and lists those
  /// ancestors on the event.
  private func sendComplete(_ event: PendingEvent) {
    let base = event.event
    var tracked = TrackedEvent(
      base, merged: event.found.take(), user: base.user, timestamp: base.timestamp, location: base.location)
    issues.reportFlaws(of: event.found.merge.flawed, at: base.location)
    // An event that was tracked before already lists the ancestors that could not be read.
    var unread: [PropertySource] = []
    for (reason, source) in event.found.failures where !(tracked.unread + unread).contains(source) {
      reason.report(of: source, to: issues, tracked.name, at: base.location)
      if reason != .cycle { unread.append(source) }
    }
    if !unread.isEmpty || event.found.isExplained {
      let explanation = event.found.isExplained ? TrackedPropertiesExplanation(event.found) : nil
      tracked.attach(unread: unread, explanation: explanation)
    }
    // A handler of these issues may have called `purge`.
    if !isPurged(base.user) { send(.track(tracked), event.found.route) }
  }

  /// Sends a call to the base tracker of `route`, or to the system's tracker if the route has no base, and then to the
  /// trackers that the route adds.
  func send(_ call: TrackerCall, _ route: TrackerRoute?) {
    let systemTracker = settings.bootstrap.tracker
    call.perform(on: route?.base ?? systemTracker)
    for tracker in route?.added(beside: systemTracker) ?? [] { call.perform(on: tracker) }
  }
}

// MARK: - All other calls

extension SystemCore {
  // The closure is optional, because otherwise the compiler makes a copy of three methods for each closure: 9 KiB.
  /// Delivers a call other than an event, which the other `deliver` gets. The system sends events that wait for other
  /// actors before the user changes.
  ///
  /// - Parameter isWanted: Whether to make a change, given the current user. It runs under the lock: no adopters' code.
  @inline(never) func deliver(
    _ call: TrackerCall, _ route: TrackerRoute?, isolation: (any Actor)? = nil, at location: CodeLocation,
    if isWanted: ((UserStamp) -> Bool)? = nil
  ) {
    switch call {
    case .report: UserStamp.$ofCall.withValue(currentStamp()) { forward(call, route, [], at: location) }
    case .purge: purge(route, at: location)
    case .identify, .reset, .update, .track:
      if call.isSignInOrOut { sendOut(isolation) }
      changeUser(call, route, at: location, if: isWanted)
    }
  }

  /// Changes the user of later events, and then passes the change to the trackers. Trackers get all changes in the
  /// order in which they were made: if another thread is passing an earlier change to the trackers, that thread passes
  /// this change as well.
  private func changeUser(
    _ call: TrackerCall, _ route: TrackerRoute?, at location: CodeLocation, if isWanted: ((UserStamp) -> Bool)?
  ) {
    let cascade = Nesting.cascade ?? Nesting.Cascade()
    if !cascade.takesOneMore() { return issues.reportOnce(.nestedTooDeeply(call.name, at: location), here: true) }
    let (issue, replaced) = state.withLock { state -> (TrackableIssue?, (KnownUser, Boxed<Settings>?)) in
      var (stamped, known) = (call, state.known)
      if isWanted?(known.stamp) == false { return (nil, (known, nil)) }
      let issue = known.apply(&stamped, at: location)
      let replaced = known.stamp === state.known.stamp ? nil : change(&state) { $0.user = known.stamp }
      let before = state.known
      state.known = known
      let registered = state.registered
      // A `reset` has the user from before the change.
      enqueue(stamped, of: stamped.stamp ?? before.stamp, cascade) { [self] call in
        if case .update = call, isPurged(call.stamp) { return }
        forward(call, route, registered, at: location)
      }
      return (issue, (before, replaced))
    }
    // The replaced call may hold the last reference to an adopter's object, so it is released after unlocking.
    withExtendedLifetime(replaced) {}
    if let issue { issues.reportOnce(issue) }
    userChanges.work()
  }

  /// Sends a call to the trackers of its route or to the system's tracker, and then to the registered trackers.
  func forward(
    _ call: TrackerCall, _ route: TrackerRoute?, _ registered: [any AnalyticsEventTracker], at location: CodeLocation
  ) {
    if route?.base != nil || settings.isOpen {
      send(call, route)
    } else {
      if let others = route?.withoutSystem { send(call, others) }
      holdOrSend(call, at: location) {
        call
      } perform: { [unowned self] in
        if route?.contains(settings.bootstrap.tracker) != true { send($0, nil) }
      }
    }
    // A registered tracker that is also in the route gets the call by the route.
    for tracker in registered where route?.contains(tracker) != true { call.perform(on: tracker) }
  }

  /// Drops the events that wait or are held, and purges the trackers of the system and of the task.
  private func purge(_ route: TrackerRoute?, at location: CodeLocation) {
    let number = Decisions.next()
    change { $0.purge = max($0.purge, number) }
    for (number, _) in state.withLock({ $0.waiting.dequeueAll() }) { finish(number) }
    forward(.purge, nil, state.withLock { $0.registered }, at: location)
    route?.base?.purge()
    for tracker in route?.added(beside: settings.bootstrap.tracker) ?? [] { tracker.purge() }
  }

  /// Flushes the system's tracker and the registered trackers at the same time, after the system has sent all events
  /// that wait for other actors.
  ///
  /// In a `withTracker` scope, the timeout is at least five minutes, because a test on a busy machine may be late.
  func flush(within timeout: Duration) async -> DeliveryResult {
    let timeout = max(Self.bounded(timeout), role == .app ? time.leastFlush : SystemTime.patient.leastFlush)
    var result = await FlushReport.collect(ScopedSystem.name) {
      await FlushReport.run(ScopedSystem.name) {
        await self.drain()
        return DeliveryResult()
      }
      await FlushReport.flush(self.state.withLock { [$0.settings.value.bootstrap.tracker] + $0.registered })
    } atDeadline: {
      time.schedule(time.now() + timeout, $0)
    }
    let held = beforeBootstrap.counts.held
    if held > 0 || result.open[ScopedSystem.name] != nil {
      result.add(open: held + waitingLocations.count, at: ScopedSystem.name)
    }
    return result
  }

  /// Returns when the trackers have got all earlier events, except those that are held for the bootstrap.
  nonisolated(nonsending) func drain() async {
    await userChanges.drain()
    await beforeBootstrap.drain()
    // Two rounds are enough. An event that has waited for its chain may be held next. When the gate releases the event,
    // the event gets the properties of the root, and may have to wait for the root's actor.
    for _ in 1...2 {
      await Self.ends { resume in if !self.state.withLock({ $0.waiting.wait(resume) }) { resume() } }
      await beforeBootstrap.drain()
    }
  }

  private nonisolated(nonsending) static func ends(_ wait: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in wait { continuation.resume() } }
  }
}

// MARK: - Before the bootstrap

extension SystemCore {
  /// Holds an event for the system's tracker, or sends it immediately if the app has bootstrapped meanwhile.
  private func holdOrSend(_ event: PendingEvent) {
    holdOrSend(.track(event.event), size: event.found.size, at: event.event.location) {
      var (tracked, found) = (event.event, event.found)
      tracked.properties = found.take()
      return .track(tracked)
    } perform: { [unowned self] _ in
      sendHeld(event)
    }
  }

  // Invariant behind `unowned`: the gate makes calls only during a method of the core, or on another thread after it
  // was opened, and then the call keeps the core alive. A strong reference would keep a system alive forever if the app
  // never bootstraps it.
  /// - Parameter made: The call, with the parts that are known so far, for ``UnclaimedCalls``; `perform` makes the call.
  private func holdOrSend(
    _ call: TrackerCall, size: Int = 0, at location: CodeLocation, _ made: () -> TrackerCall,
    perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    let hasTracker = settings.bootstrap !== Settings.Bootstrap.none
    if !hasTracker, issues === IssueReporter.process { UnclaimedCalls.record(at: location, made) }
    beforeBootstrap.forward(call, size: size, perform)
    if !hasTracker, beforeBootstrap.counts.dropped > 0 { issues.reportOnce(.tooManyHeld(at: location)) }
  }

  /// Sends an event that was held, or lets it wait for other actors.
  private func sendHeld(_ event: PendingEvent) {
    let settings = settings
    // If a link has added the same tracker, the tracker got the event when the app tracked it.
    if event.found.route?.contains(settings.bootstrap.tracker) == true { return }
    event.found.route = nil
    // If the tracker ignores the event, the system does not evaluate the rest of the event.
    if ignores(eventsOf: event.event.baseType, settings) { return }
    complete(event, CurrentActor.main)
    deliver(event)
  }
}
