import Trackable

// Calls arrive.

extension DestinationQueue {
  /// Takes a call, or drops it.
  mutating func enqueue(_ call: HubCall, sequence: Int, at time: Duration, _ actions: inout HubActions) {
    counts.accepted += 1
    if call.isEvent { counts.events += 1 }
    let size = policy.byteCapacity == nil ? 1 : call.bytes
    let slot = Slot(call: call, sequence: sequence, arrival: time, user: user(of: call), size: size)
    if call.forgets ? isFinished && !takesWhatForgets : isFinished || isClosing {
      return drop([slot], fate, &actions)
    }
    if denial > 0, let stamp = call.arrival.call.stamp, stamp.decision < denial {
      return drop([slot], .purged, &actions)
    }
    if call.isPurge { purge(upTo: sequence, &actions) }
    if call.tellsUser { lastUserSequence = sequence }
    var makesRoom = !call.isPurge
    let room = (policy.byteCapacity ?? policy.capacity) - size
    while makesRoom, waiting.size > room, let place = placeToDrop {
      report(
        .queueOverflow, "has no room for more; deliveries are dropped.",
        fix: "see why it is slow, or give it a larger capacity.", once: .overflow, &actions)
      if let oldest = waiting.remove(at: place) { drop([oldest], .overflow, &actions) }
      // One dropped call makes room for a new call, unless bytes count: the dropped call may be smaller.
      makesRoom = policy.byteCapacity != nil
    }
    waiting.append(slot)
  }

  /// The user of a call; of a `reset`, the user who goes. An event says its user. An event that was handed to the hub directly
  /// is one of the hub's user.
  private mutating func user(of call: HubCall) -> UserStamp {
    switch call.arrival.call {
    case .identify(let new):
      user = user.next(new.id)
      systemNumber = new.stamp?.number ?? systemNumber
    case .reset:
      defer { user = user.next(nil) }
      resetTime = call.arrival.time
      return user
    case .track(let event):
      // Before the first identify of the system, the hub may have had one of its own.
      guard let stamp = event.user, stamp.number > 0 || systemNumber >= 0 else { break }
      // Who signed out has the latest number of the system until another user has one.
      let isEarlier = stamp.number < systemNumber || stamp.number == systemNumber && call.arrival.time < resetTime
      if stamp.id != user.id, isEarlier { return UserStamp(stamp.id, number: -1) }
      systemNumber = max(systemNumber, stamp.number)
      // The event has overtaken the call that tells who the user is, or that call does not come to this queue.
      if stamp.id != user.id { user = user.next(stamp.id) }
    case .update, .report, .purge: break
    }
    return user
  }

  /// The place of the call that makes room for a new one: the oldest but for a purge, the first reset and the last call that
  /// tells who the user is. So the queue exceeds its capacity by these at most, and keeps a reset between two events.
  private var placeToDrop: Int? {
    var hasReset = false
    return (0..<waiting.count).first { place in
      guard let slot = waiting[place], !slot.call.isPurge, slot.sequence != lastUserSequence else { return false }
      if hasReset || !slot.call.isReset { return true }
      hasReset = true
      return false
    }
  }

  /// Empties the queue, but for the last call that tells who the user is, and a reset before that.
  private mutating func purge(upTo sequence: Int, _ actions: inout HubActions) {
    purgeSequence = sequence
    hasPurgeFailed = false
    // A flush would send what the purge is about. The destination is flushed again after the purge.
    leaveFlush(&actions)
    // Such a destination may be sending already, what an earlier process has left. It is configured anew after the purge.
    if policy.purgesBeforeConfiguring { leaveConfiguration(&actions) }
    catchUp()
    progress.purge()
    if let activity { actions.cancelled.append((index, activity.call)) }
    // Last: a batch that does not know of this purge was taken before the number was given.
    purgeNumber = Decisions.next()
    let all = waiting.all
    let kept = [all.last(where: \.call.tellsUser), all.last(where: \.call.isReset)].map { $0?.sequence }
    drop(.purged, &actions) { kept.contains($0.sequence) }
  }
}
