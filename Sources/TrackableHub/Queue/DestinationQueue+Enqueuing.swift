import Trackable

// How the queue takes in calls, and drops calls beyond its capacity.

extension DestinationQueue {
  /// Appends a call, or drops it.
  mutating func enqueue(_ call: HubCall, sequence: Int, at time: Duration, _ actions: inout HubActions) {
    counts.accepted += 1
    if call.isEvent { counts.events += 1 }
    let size = policy.byteCapacity == nil ? 1 : call.bytes
    let slot = Slot(call: call, sequence: sequence, enqueuedAt: time, user: advanceUser(with: call), size: size)
    if call.forgets ? hasEnded && !takesWhatForgets : hasEnded || isClosing {
      return drop([slot], fate, &actions)
    }
    if callsBefore > 0, !call.forgets, let user = call.addressed.user, user.decision < callsBefore {
      return drop([slot], .purged, &actions)
    }
    if call.isPurge { purge(upTo: sequence, &actions) }
    if call.isSignInOrOut { lastUserSequence = sequence }
    var makesRoom = !call.isPurge
    let room = (policy.byteCapacity ?? policy.capacity) - size
    while makesRoom, waiting.size > room, let place = placeToDrop {
      report(
        .queueOverflow, "has no room for more; deliveries are dropped.",
        fix: phase == .notStarted
          ? "call start() on the hub when the app launches." : "see why it is slow, or give it a larger capacity.",
        once: .overflow, &actions)
      if let oldest = waiting.remove(at: place) { drop([oldest], .overflow, &actions) }
      // If the queue has no limit of bytes, one dropped call makes enough room. With such a limit, the dropped call may
      // be smaller than the new call, so the loop continues.
      makesRoom = policy.byteCapacity != nil
    }
    waiting.append(slot)
  }

  /// Changes the current user as a call says, and returns the user of the call; for a `reset`, the user who signs out.
  /// A call of a system carries its user. A call that an app makes on the hub directly belongs to the hub's current
  /// user.
  private mutating func advanceUser(with call: HubCall) -> UserStamp {
    let stamp = call.addressed.user
    switch call.addressed.call {
    case .identify(let new):
      user = user.next(new.id)
      if let stamp { (system, systemNumber) = (stamp.person.system, stamp.number) }
      return user
    case .purge: return user
    case .track, .update, .report, .reset: break
    }
    var userOfCall = user
    let isOther = system != nil && stamp != nil && stamp?.person.system != system
    // Before the system's first `identify`, the app may have called `identify` on the hub directly.
    if let stamp, stamp.number > 0 || systemNumber >= 0 || isOther {
      // After a sign-out, the earlier user keeps the latest number until another user signs in.
      let isEarlier =
        !isOther && (stamp.number < systemNumber || stamp.number == systemNumber && call.addressed.time < resetTime)
      if stamp.id != user.id, isEarlier {
        userOfCall = UserStamp(stamp.id, number: -1)
      } else {
        systemNumber = isOther ? stamp.number : max(systemNumber, stamp.number)
        system = stamp.person.system
        // The call came before the `identify` of its user, or no `identify` reaches this queue.
        if stamp.id != user.id { user = user.next(stamp.id) }
        userOfCall = user
      }
    }
    if call.isReset {
      resetTime = call.addressed.time
      user = user.next(nil)
    }
    return userOfCall
  }

  /// The position of the call to drop when the queue is full: the oldest call, except a purge, the first reset and the
  /// last `identify` or `reset`. So the queue exceeds its capacity by these calls at most, and keeps a reset between
  /// two events.
  private var placeToDrop: Int? {
    var hasReset = false
    return (0..<waiting.count).first { place in
      guard let slot = waiting[place], !slot.call.isPurge, slot.sequence != lastUserSequence else { return false }
      if hasReset || !slot.call.isReset { return true }
      hasReset = true
      return false
    }
  }

  /// Empties the queue, except for the last `identify` or `reset`, and except for the last `reset`.
  private mutating func purge(upTo sequence: Int, _ actions: inout HubActions) {
    purgeSequence = sequence
    hasPurgeFailed = false
    // The running flush would send the purged calls. The hub flushes the destination again after the purge, if the
    // cancelled flush has returned by then; otherwise the waiters get their results without another flush.
    abandonFlush(&actions)
    // A destination with this policy may already be sending calls of an earlier process. The hub configures the
    // destination again after the purge.
    if policy.purgesBeforeConfiguring { abandonConfiguration(&actions) }
    catchUp()
    progress.purge()
    if let runningDelivery { actions.cancelled.append((index, runningDelivery.job)) }
    // The number grows last: a batch with a smaller number was taken before the purge.
    purgeNumber = Decisions.next()
    let all = waiting.all
    let kept = [all.last(where: \.call.isSignInOrOut), all.last(where: \.call.isReset)].map { $0?.sequence }
    drop(.purged, &actions) { kept.contains($0.sequence) }
  }
}
