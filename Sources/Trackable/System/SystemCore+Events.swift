// How events and other calls go out: at once; when there is a tracker; or when they were read on the actors that they
// need.

extension SystemCore {
  /// Lets an event go on: it waits for other actors, is held, or goes out.
  func deliver(_ event: PendingEvent, isolation: (any Actor)? = nil) {
    if let next = event.found.nextActor { return wait(event, for: next) }
    event.found.route.merge(event.taskRoute)
    event.taskRoute = nil
    if role != .app { event.found.route = nil }
    if !event.found.hasRankSeven {
      // What goes to a tracker of a link or a task need not wait for that of the system.
      if event.found.route?.base == nil, !settings.isOpen {
        if let others = event.found.route?.withoutSystem {
          deliver(PendingEvent(event, to: others), isolation: isolation)
          // They were reported.
          event.found.merge.flawed = []
        }
        return hold(event)
      }
      complete(event, isolation)
      if let next = event.found.nextActor { return wait(event, for: next) }
    }
    sendComplete(event)
  }

  /// Adds what ranks below everything else, as it is when the event leaves.
  private func complete(_ event: PendingEvent, _ isolation: (any Actor)?) {
    let settings = settings
    event.found.addRankSeven(settings.bootstrap.root, settings.defaultProperties, isolation: isolation)
  }

  /// Makes the event, and hands it to its trackers. Reports the flaws and the unread ancestors that the walk found, and lists
  /// those ancestors on the event.
  private func sendComplete(_ event: PendingEvent) {
    // An event from before a purge does not go out after it.
    let base = event.event
    if let user = base.user, user.decision < settings.purge { return }
    var tracked = TrackedEvent(
      base, merged: event.found.take(), user: base.user, timestamp: base.timestamp, location: base.location)
    issues.reportFlaws(of: event.found.merge.flawed, at: base.location)
    // One that was tracked before has its missing ancestors already.
    for (reason, source) in event.found.failures where !tracked.unread.contains(source) {
      reason.report(of: source, to: issues, tracked.name, at: base.location)
      if reason != .cycle { tracked.unread.append(source) }
    }
    if event.found.isExplained { tracked.explanation = TrackedPropertiesExplanation(event.found) }
    send(.track(tracked), event.found.route)
  }

  /// Hands a call to the trackers of its route, or to the system's.
  func send(_ call: TrackerCall, _ route: TrackerRoute?) {
    let destination = settings.bootstrap.tracker
    call.perform(on: route?.base ?? destination)
    for tracker in route?.added(beside: destination) ?? [] { call.perform(on: tracker) }
  }
}

// MARK: - Everything but events

extension SystemCore {
  /// Lets a call go on that is no event. Events that wait for other actors go out before the user changes.
  @inline(never) func deliver(
    _ call: TrackerCall, _ route: TrackerRoute?, isolation: (any Actor)? = nil, at location: CodeLocation
  ) {
    switch call {
    case .report: UserStamp.$ofError.withValue(currentStamp()) { forward(call, route, [], at: location) }
    case .purge: purge(route, at: location)
    case .identify, .reset:
      sendOut(isolation)
      changeUser(call, route, at: location)
    case .update, .track: changeUser(call, route, at: location)
    }
  }

  /// Changes the user of later events, and then tells the trackers, after all earlier changes. If another thread is
  /// telling the trackers now, that thread tells them this change as well.
  private func changeUser(_ call: TrackerCall, _ route: TrackerRoute?, at location: CodeLocation) {
    let row = Nesting.row ?? Nesting.Row()
    if !row.takesOneMore() { return issues.reportOnce(.nestedTooDeeply(call.name, at: location), here: true) }
    let (issue, replaced) = state.withLock { state in
      var (noted, known) = (call, state.known)
      let issue = known.apply(&noted, at: location)
      let replaced = known.stamp === state.known.stamp ? nil : change(&state) { $0.user = known.stamp }
      swap(&known, &state.known)
      let registered = state.registered
      lineUp(noted, row) { [self] in forward($0, route, registered, at: location) }
      return (issue, (known, replaced))
    }
    // The replaced call may hold the last reference to an adopter's object, so it is released after unlocking.
    withExtendedLifetime(replaced) {}
    if let issue { issues.reportOnce(issue) }
    told.work()
  }

  /// Hands a call to the trackers of its route, or to the system's, and to the registered ones.
  func forward(
    _ call: TrackerCall, _ route: TrackerRoute?, _ registered: [any AnalyticsEventTracker], at location: CodeLocation
  ) {
    if route?.base != nil || settings.isOpen {
      send(call, route)
    } else {
      if let others = route?.withoutSystem { send(call, others) }
      hold(call, at: location) {
        call
      } perform: { [unowned self] in
        if route?.contains(settings.bootstrap.tracker) != true { send($0, nil) }
      }
    }
    // A tracker that a link has set is told on its way.
    for tracker in registered where route?.contains(tracker) != true { call.perform(on: tracker) }
  }

  /// Forgets the events that wait or are held, and tells the trackers to do the same: the system's, and that of
  /// the task.
  private func purge(_ route: TrackerRoute?, at location: CodeLocation) {
    let number = Decisions.next()
    change { $0.purge = max($0.purge, number) }
    for (number, _) in state.withLock({ $0.waiting.takeAll() }) { finish(number) }
    forward(.purge, nil, state.withLock { $0.registered }, at: location)
    route?.base?.purge()
    for tracker in route?.added(beside: settings.bootstrap.tracker) ?? [] { tracker.purge() }
  }

  /// Flushes the system's tracker and the registered ones side by side, after what waits for other actors has gone out.
  ///
  /// In a scope it has five minutes at least, because a test beside a busy machine is late.
  func flush(within timeout: Duration) async -> DeliveryResult {
    let timeout = max(Self.bounded(timeout), role == .app ? time.leastFlush : SystemTime.patient.leastFlush)
    var result = await FlushReport.collect {
      await FlushReport.run(ScopedSystem.name) {
        await self.drain()
        return DeliveryResult()
      }
      await FlushReport.flush(self.state.withLock { [$0.settings.value.bootstrap.tracker] + $0.registered })
    } atDeadline: {
      time.schedule(timeout, $0)
    }
    let held = held.counts.held
    if held > 0 || result.open[ScopedSystem.name] != nil {
      result.add(open: held + waitingLocations.count, at: ScopedSystem.name)
    }
    return result
  }

  /// Returns when the trackers have all earlier events, but for those that are held because there is no tracker yet.
  nonisolated(nonsending) func drain() async {
    await told.drain()
    await held.drain()
    // Two rounds are enough: an event that has waited for its chain may be held next. Then the event gets the root, may
    // wait for the root, and goes out.
    for _ in 1...2 {
      await Self.ends { resume in if !self.state.withLock({ $0.waiting.wait(resume) }) { resume() } }
      await held.drain()
    }
  }

  private nonisolated(nonsending) static func ends(_ wait: (@escaping @Sendable () -> Void) -> Void) async {
    await withCheckedContinuation { continuation in wait { continuation.resume() } }
  }
}

// MARK: - Before the bootstrap

extension SystemCore {
  /// Holds an event to the system's tracker, or makes it at once where there is one by now.
  private func hold(_ event: PendingEvent) {
    hold(.track(event.event), size: event.found.size, at: event.event.location) {
      var (tracked, found) = (event.event, event.found)
      tracked.properties = found.take()
      return .track(tracked)
    } perform: { [unowned self] _ in
      leave(event)
    }
  }

  // Invariant behind `unowned`: the queue makes calls only while a method of the core hands one over, or from the
  // opening on, until when it keeps the core. Strong references would keep a system that is never bootstrapped.
  /// - Parameter made: The call as far as it is known.
  private func hold(
    _ call: TrackerCall, size: Int = 0, at location: CodeLocation, _ made: () -> TrackerCall,
    perform: @escaping @Sendable (TrackerCall) -> Void
  ) {
    let hasTracker = settings.bootstrap !== Settings.Bootstrap.none
    if !hasTracker, issues === IssueReporter.process { UnclaimedCalls.record(at: location, made) }
    held.forward(call, size: size, perform)
    if !hasTracker, held.counts.dropped > 0 { issues.reportOnce(.tooManyHeld(at: location)) }
  }

  /// A held event goes on.
  private func leave(_ event: PendingEvent) {
    let settings = settings
    // A link has added this very tracker, which got the event at the call.
    if event.found.route?.contains(settings.bootstrap.tracker) == true { return }
    event.found.route = nil
    // Nothing more is evaluated for what the tracker ignores.
    if ignores(eventsOf: event.event.baseType, settings) { return }
    complete(event, CurrentActor.main)
    deliver(event)
  }
}

// MARK: - What waits for other actors

extension SystemCore {
  /// Makes an event wait until jobs have read it on the actors that it needs, or until its time is up.
  private func wait(_ event: PendingEvent, for next: LinkedActor) {
    guard let actor = next.actor else {
      event.found.read(in: nil)
      return deliver(event)
    }
    if state.withLock({ $0.waiting.isFull }) { sendOut(nil) }
    let (number, limit) = state.withLock { state in
      (state.waiting.append(event, limit: state.readTimeout), state.readTimeout)
    }
    // Weak references: the job that reads keeps the system and the scope while the event waits. Once the event is out,
    // nothing keeps them.
    time.schedule(limit) { [weak self, weak scope = TaskScope.current] in
      guard let self else { return }
      if let scope { scope.run { self.sendOut(nil, dueWith: number) } } else { sendOut(nil, dueWith: number) }
    }
    enqueueRead(number, on: actor)
  }

  /// Enqueues the job that reads an event on an actor, before this returns. So a caller that awaits the tracking call
  /// gets the values and the order of its program.
  private func enqueueRead(_ number: Int, on actor: any Actor) {
    if actor === MainActor.shared {
      Task(priority: Self.priorityOfReads) { @MainActor in resume(number, in: MainActor.shared) }
    } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, macCatalyst 26, *) {
      // Runs here until it has to change to the actor.
      Task.immediate(priority: Self.priorityOfReads) { await resume(number, in: actor) }
    } else {
      // Older systems enqueue the job from another thread, a moment later.
      Task(priority: Self.priorityOfReads) { await resume(number, in: actor) }
    }
  }

  /// Reads everything that belongs to an actor. If nothing else is missing, the event goes out from here.
  private func resume(_ number: Int, in actor: isolated any Actor) {
    // Gone, if its time was up or the user has changed meanwhile.
    guard let event = state.withLock({ $0.waiting.take(number) }) else { return }
    Nesting.from(event.nesting) {
      event.found.read(in: actor)
      if let next = event.found.nextActor?.actor {
        if state.withLock({ $0.waiting.putBack(number, event) }) { return enqueueRead(number, on: next) }
        // Its time was up, or the user has changed, while this thread had it.
        event.found.giveUp()
      }
      deliver(event)
      finish(number)
    }
  }

  /// Sends out the waiting events. The call reads the ancestors that may be read here, and gives up the other
  /// ancestors.
  ///
  /// - Parameter last: The event whose time is up; `nil` if all go out.
  private func sendOut(_ isolation: (any Actor)?, dueWith last: Int? = nil) {
    let events = state.withLock { $0.waiting.takeAll(dueWith: last) }
    if events.isEmpty { return }
    let isolation = isolation ?? CurrentActor.main
    for (number, event) in events {
      Nesting.from(event.nesting) {
        while event.found.read(in: isolation) {}
        event.found.giveUp()
        deliver(event, isolation: isolation)
      }
      finish(number)
    }
  }

  private func finish(_ number: Int) {
    for resume in state.withLock({ $0.waiting.finish(number) }) { resume() }
  }

  /// Where the events were tracked that wait for an actor.
  var waitingLocations: [CodeLocation] { state.withLock { $0.waiting.locations } }

  /// The priority of the main thread, which no task of an app exceeds. So code that awaits a call from a task of lower priority
  /// does not overtake the job that reads for it.
  private static let priorityOfReads = TaskPriority(rawValue: 0x21)
}
