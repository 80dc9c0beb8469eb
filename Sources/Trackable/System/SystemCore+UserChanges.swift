import Dispatch

// What a change of the user, and a purge, do about events that wait for other actors.

extension SystemCore {
  /// Hands over `identify` or `reset`, so that no event arrives under the wrong user: what waits for the caller's own
  /// actor is read now, the rest goes out as it is, and what is being handed over at this moment is waited for.
  ///
  /// It never waits longer than an event may, nor for an actor, nor from within such a hand-over, and no lock is held.
  func changeUser(
    _ delivery: Delivery, _ route: TrackerRoute, isolation: (any Actor)?, _ location: () -> SourceLocation
  ) {
    settle(takeIncomplete(), isolation: isolation)
    submit(delivery, route, location)
  }

  /// Forgets what waits for other actors and what is held, and then tells the trackers to do the same: also of what is
  /// being handed over at this moment.
  func purge(_ route: TrackerRoute, _ location: () -> SourceLocation) {
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
    for (event, handover) in incomplete.taken {
      var event = event
      while let next = event.nextActor, next.isHere(isolation) || next.actor == nil {
        event = event.read(in: isolation)
      }
      handOver(event, handover)
    }
    wait(for: incomplete.active, until: incomplete.deadline)
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
