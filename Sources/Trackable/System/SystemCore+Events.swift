// How events and other calls go out: at once; when there is a tracker; or when they were read on the actors that they
// need.

extension SystemCore {
  /// Lets an event go on: it waits for other actors, is held, or goes out.
  func submit(_ event: PendingEvent, isolation: (any Actor)? = nil) {
    if let next = event.found.nextActor { return wait(event, for: next) }
    event.found.route.pass(event.taskRoute)
    event.taskRoute = nil
    if role != .app { event.found.route = nil }
    if !event.hasRankSeven {
      // What goes to a tracker of a link or a task need not wait for that of the system.
      if event.found.route?.base == nil, !settings.isOpen { return hold(event) }
      complete(event, isolation)
      if let next = event.found.nextActor { return wait(event, for: next) }
    }
    deliver(event)
  }

  /// Adds what ranks below everything else, as it is when the event leaves.
  private func complete(_ event: PendingEvent, _ isolation: (any Actor)?) {
    let settings = settings
    event.found.addRankSeven(settings.bootstrap.root, settings.defaultProperties, isolation: isolation)
    event.hasRankSeven = true
  }

  /// Makes the event, and hands it to its trackers.
  private func deliver(_ event: PendingEvent) {
    // An event from before a purge does not go out after it.
    if event.purges != settings.purges { return }
    let base = event.event
    var tracked = TrackedEvent(
      base, merged: event.found.take(), user: base.user ?? .nobody, timestamp: base.timestamp, location: base.location)
    note(&event.found, on: &tracked)
    send(.track(tracked), event.found.route)
  }

  /// Reports the flaws and the unread ancestors that a walk found, and lists those ancestors on the event.
  @inline(never) func note(_ found: inout Findings, on event: inout TrackedEvent) {
    issues.reportFlaws(of: found.takeFlawed(), at: event.location)
    // One that was tracked before has its missing ancestors already.
    let failures = found.failures.filter { !event.unread.contains($0.source) }
    for failure in failures { failure.report(to: issues, of: event.name, at: event.location) }
    event.unread += failures.filter(\.isMissing).map(\.source)
    if role == .recording { event.explanation = TrackedPropertiesExplanation(found) }
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
  /// Hands a call to the trackers of its route, or to the system's, and to the registered ones.
  func submit(_ call: TrackerCall, _ route: TrackerRoute?, at location: CodeLocation) {
    let (call, registered) = noteUser(call, location)
    if route?.base != nil || settings.isOpen {
      send(call, route)
    } else {
      hold(HeldCall(call) { [unowned self] in send($0, route) }, at: location) { call }
    }
    // A tracker that a link has set is told on its way.
    for tracker in registered where route?.contains(tracker) != true { call.perform(on: tracker) }
  }

  /// Sets or clears the user. Events that wait for other actors go out first.
  func changeUser(_ user: TrackedUser?, _ route: TrackerRoute?, isolation: (any Actor)?, at location: CodeLocation) {
    sendOut(isolation)
    submit(user.map { .identify($0) } ?? .reset, route, at: location)
  }

  /// Forgets the events that wait or are held, and tells the trackers to do the same: the system's, and that of
  /// the task.
  func purge(_ route: TrackerRoute?, at location: CodeLocation) {
    change { $0.purges += 1 }
    held.change { $0.removeAll(exceptUser: true) }
    for (number, _) in state.withLock({ $0.waiting.takeAll() }) { finish(number) }
    submit(.purge, nil, at: location)
    route?.base?.purge()
    for tracker in route?.added(beside: settings.bootstrap.tracker) ?? [] { tracker.purge() }
  }

  /// Flushes the system's tracker and the registered ones side by side, after what waits for other actors has gone out.
  func flush(within timeout: Duration) async -> DeliveryResult {
    var result = await FlushReport.collect(within: Self.bounded(timeout), by: time) {
      await FlushReport.run(Self.name) {
        await self.drain()
        return DeliveryResult()
      }
      await FlushReport.flush(self.state.withLock { [$0.settings.value.bootstrap.tracker] + $0.registered })
    }
    let held = held.withQueue { $0.count }
    if held > 0 || result.open[Self.name] != nil { result.add(open: held + waitingLocations.count, at: Self.name) }
    return result
  }

  private static let name = "TrackableSystem"

  /// Returns when the trackers have all earlier events, but for those that are held because there is no tracker yet.
  func drain() async {
    await replayEnds()
    // Twice, and never more: an event that has waited for its chain may be held next. Then it gets the root, and may
    // wait for that. After this it goes out.
    for _ in 1...2 {
      await waitingEnds()
      await replayEnds()
    }
  }

  private func waitingEnds() async {
    await withCheckedContinuation { continuation in
      if !state.withLock({ $0.waiting.wait { continuation.resume() } }) { continuation.resume() }
    }
  }
}

// MARK: - Before the bootstrap

extension SystemCore {
  /// Holds an event to the system's tracker, or makes it at once where there is one by now.
  private func hold(_ event: PendingEvent) {
    hold(HeldCall(.track(event.event)) { [unowned self] _ in leave(event) }, at: event.event.location) {
      var (tracked, found) = (event.event, event.found)
      tracked.properties = found.take()
      return .track(tracked)
    }
  }

  // Invariant behind `unowned`: the queue makes calls only while a method of the core hands one over, or from the
  // opening on, until when it keeps the core. Strong references would keep a system that is never bootstrapped.
  /// - Parameter made: The call as far as it is known.
  private func hold(_ call: HeldCall, at location: CodeLocation, _ made: () -> TrackerCall) {
    let hasTracker = settings.bootstrap !== Settings.Bootstrap.none
    if !hasTracker, issues === IssueReporter.process { UnclaimedCalls.note(at: location, made) }
    if !held.submit(call), !hasTracker { issues.reportOnce(.tooManyHeld(at: location)) }
  }

  /// A held event goes on.
  private func leave(_ event: PendingEvent) {
    // Nothing more is evaluated for what the tracker ignores.
    if event.found.route == nil, ignores(eventsOf: event.event.baseType, settings) { return }
    complete(event, CurrentActor.main)
    submit(event)
  }

  private func replayEnds() async {
    await withCheckedContinuation { continuation in held.whenDrained { continuation.resume() } }
  }
}

// MARK: - What waits for other actors

extension SystemCore {
  /// Makes an event wait until jobs have read it on the actors that it needs, or until its time is up.
  private func wait(_ event: PendingEvent, for next: LinkedActor) {
    guard let actor = next.actor else {
      event.found.read(in: nil)
      return submit(event)
    }
    if state.withLock({ $0.waiting.isFull }) { sendOut(nil) }
    let (number, limit) = state.withLock { state in
      (state.waiting.append(event, limit: state.readTimeout), state.readTimeout)
    }
    let scope = TaskScope.current
    time.schedule(limit) {
      if let scope { scope.run { self.sendOut(nil, dueWith: number) } } else { self.sendOut(nil, dueWith: number) }
    }
    read(number, on: actor)
  }

  /// Enqueues the job that reads an event on an actor, before this returns. So a caller that awaits the tracking call
  /// gets the values and the order of its program.
  private func read(_ number: Int, on actor: any Actor) {
    if actor === MainActor.shared {
      Task { @MainActor in goOn(number, in: MainActor.shared) }
    } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, macCatalyst 26, *) {
      // Runs here until it has to change to the actor.
      Task.immediate { await goOn(number, in: actor) }
    } else {
      // Older systems enqueue the job from another thread, a moment later.
      Task { await goOn(number, in: actor) }
    }
  }

  /// Reads everything that belongs to an actor. If nothing else is missing, the event goes out from here.
  private func goOn(_ number: Int, in actor: isolated any Actor) {
    // Gone, if its time was up or the user has changed meanwhile.
    guard let event = state.withLock({ $0.waiting.take(number) }) else { return }
    Nesting.from(event.nesting) {
      event.found.read(in: actor)
      if let next = event.found.nextActor?.actor {
        if state.withLock({ $0.waiting.putBack(number, event) }) { return read(number, on: next) }
        // Its time was up, or the user has changed, while this thread had it.
        event.found.giveUp()
      }
      submit(event)
      finish(number)
    }
  }

  /// Sends out the events that wait. It reads the ancestors that it may read here, and goes without the others.
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
        submit(event, isolation: isolation)
      }
      finish(number)
    }
  }

  private func finish(_ number: Int) {
    for goOn in state.withLock({ $0.waiting.finish(number) }) { goOn() }
  }

  /// Where the events were tracked that wait for an actor.
  var waitingLocations: [CodeLocation] { state.withLock { $0.waiting.locations } }
}
