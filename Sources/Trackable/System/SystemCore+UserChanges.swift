import Dispatch

// What a change of the user, and a purge, do about events that wait for other actors.

extension SystemCore {
  /// Hands over `identify` or `reset`, so that no event arrives under the wrong user: what waits for the caller's own
  /// actor is read now, the rest goes out as it is, and what is being handed over at this moment is waited for.
  ///
  /// It never waits longer than an event may, nor for an actor, nor from within such a hand-over, and no lock is held.
  func changeUser(
    _ delivery: Delivery, _ route: TrackerRoute, isolation: (any Actor)?, _ location: () -> CodeLocation
  ) {
    // One that comes back along its route settled that when it set out.
    if !ActiveCalls.isActive(.userRoute, of: self) { settle(takeIncomplete(), isolation: isolation) }
    submit(delivery, route, location)
  }

  /// Sees to it that trackers end with what was said last of a user property: the updates of it that wait for other
  /// actors go out now, in order, and one that is being handed over at this moment is waited for.
  ///
  /// - Parameter number: That of the update that comes next, if it has waited itself.
  func settleUpdates(of property: String, before number: Int? = nil, isolation: (any Actor)? = nil) {
    // One that comes back along its route was preceded by them when it set out.
    if ActiveCalls.isActive(.userRoute, of: self) { return }
    let (hasUpdates, end, timeout) = state.withLock { state in
      (state.incomplete.hasUpdates, number ?? state.incomplete.end, state.readTimeout)
    }
    if !hasUpdates { return }
    // Taken one by one: a tracker that gets one of them may update the property itself.
    while let (event, handover) = state.withLock({ $0.incomplete.takeUpdate(of: property, before: end) }) {
      settle(event, handover, isolation: isolation ?? CurrentActor.main)
    }
    let active = state.withLock { $0.incomplete.handovers }
    wait(for: active.filter { $0.number < end && $0.property == property }, until: .now() + timeout.dispatchInterval)
  }

  /// Forgets what waits for other actors and what is held, and then tells the trackers to do the same: also of what is
  /// being handed over at this moment.
  func purge(_ route: TrackerRoute, _ location: () -> CodeLocation) {
    let held = state.withLock { $0.held.purge() }
    forget(takeIncomplete())
    withExtendedLifetime(held) {}
    submit(.purge, besideSystem(route), location)
  }

  /// Does the same for a change that was held: what was held before it may wait by now for what the root has above it on
  /// another actor. What others track meanwhile comes after the change, and waits on.
  func settleReplayed(before delivery: Delivery) {
    if delivery.tellsUser {
      settle(takeIncomplete(\.hasDefaults), isolation: nil)
    } else if delivery.isChange {
      forget(takeIncomplete(\.hasDefaults))
    }
  }

  /// What was waiting, what is being handed over at this moment, and until when that is waited for.
  private struct Incomplete {
    let taken: [(event: IncompleteEvent, handover: Handover)]
    let active: [Handover]
    let deadline: DispatchTime
  }

  private func takeIncomplete(_ isTaken: (IncompleteEvent) -> Bool = { _ in true }) -> Incomplete {
    let (taken, active, timeout) = state.withLock { state in
      let active = state.incomplete.handovers
      return (state.incomplete.takeAll { event, _ in isTaken(event) }, active, state.readTimeout)
    }
    return Incomplete(taken: taken, active: active, deadline: .now() + timeout.dispatchInterval)
  }

  private func settle(_ incomplete: Incomplete, isolation: (any Actor)?) {
    let isolation = isolation ?? (incomplete.taken.isEmpty ? nil : CurrentActor.main)
    for (event, handover) in incomplete.taken { settle(event, handover, isolation: isolation) }
    wait(for: incomplete.active, until: incomplete.deadline)
  }

  /// Hands over an event that was taken out, with what can be read here.
  private func settle(_ event: IncompleteEvent, _ handover: Handover, isolation: (any Actor)?) {
    var event = event
    while let next = event.nextActor, next.isHere(isolation) || next.actor == nil {
      // A part of the hand-over: an ancestor that changes the user, or updates a property, must not wait for its end.
      event = ActiveCalls.during(.deliver, of: self) { event.read(in: isolation) }
    }
    handOver(event, handover)
  }

  private func forget(_ incomplete: Incomplete) {
    for (_, handover) in incomplete.taken { finish(handover) }
    wait(for: incomplete.active, until: incomplete.deadline)
  }

  /// Waits for what is being handed over, unless that is what the thread does.
  func wait(for active: [Handover], until deadline: DispatchTime) {
    if active.isEmpty || ActiveCalls.isActive(.deliver, of: self) { return }
    for handover in active { handover.wait(until: deadline) }
  }
}
