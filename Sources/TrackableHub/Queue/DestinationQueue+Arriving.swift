import Trackable

// Deliveries arrive.

extension DestinationQueue {
  /// Takes a delivery, or drops it.
  mutating func enqueue(
    _ entry: HubEntry, route: Int, sequence: Int, at time: Duration, _ actions: inout HubActions
  ) {
    counts.accept(entry.subject)
    let slot = Slot(entry: entry, route: route, sequence: sequence, arrival: time, userID: userID(of: entry))
    guard rules.allows(entry.subject) else {
      counts.prohibited += 1
      return actions.discarded.append(entry)
    }
    if entry.forgets ? isFinished && !takesWhatForgets : isFinished || isClosing {
      if phase == .failed { counts.failed += 1 } else { counts.afterShutdown += 1 }
      actions.discarded.append(entry)
      // Whoever signs out, or withdraws, is never too late.
      if phase != .failed && !entry.forgets { actions.isLate = true }
      return
    }
    if entry.isUserChange {
      closing?.outstanding += 1
      if entry.isPurge { purge(upTo: sequence, &actions) }
      userChanges.append(slot)
      if userChanges.count > userChangesLimit { dropReplaced(&actions) }
      return
    }
    if events.count == policy.capacity {
      if policy.overflow == .dropNewest { return dropForOverflow(entry, &actions) }
      if let oldest = events.popFirst() { dropForOverflow(oldest.entry, &actions) }
    }
    events.append(slot)
  }

  /// A combinator in front of the destination has kept a delivery from it.
  mutating func refuse(_ subject: HubEntry.Subject) {
    counts.accept(subject)
    counts.prohibited += 1
  }

  /// The user whom a delivery is about, and the one whom what follows is about.
  private mutating func userID(of entry: HubEntry) -> String? {
    guard entry.tellsUser else { return userID }
    switch entry.delivery {
    case .identify(let user):
      userID = user.id
      return user.id
    case .reset:
      defer { userID = nil }
      return userID
    default: return userID
    }
  }

  private mutating func dropForOverflow(_ entry: HubEntry, _ actions: inout HubActions) {
    counts.overflow += 1
    actions.discarded.append(entry)
    if !isOverflowing { actions.problems.append(.overflow(index)) }
    isOverflowing = true
  }

  /// Of several changes of the user in a row, those are dropped that a later one replaces. All others say whose
  /// something is that waits between them, and stay: there are a few for each event at most.
  private mutating func dropReplaced(_ actions: inout HubActions) {
    var others = events.elements.map(\.sequence)
    // The newest first.
    var kept: [Slot] = []
    var row = 0
    for slot in userChanges.removeAll().reversed() {
      while let last = others.last, last > slot.sequence {
        others.removeLast()
        row = kept.count
      }
      let isReplaced = kept[row...].contains {
        $0.route == slot.route && slot.entry.delivery.isReplaced(by: $0.entry.delivery)
      }
      if isReplaced { dropForOverflow(slot.entry, &actions) } else { kept.append(slot) }
    }
    for slot in kept.reversed() { userChanges.append(slot) }
    // Not again for each that comes: it takes as long as there are many.
    userChangesLimit = max(policy.capacity, 2 * kept.count)
  }

  /// Forgets what waits, except who the user is.
  private mutating func purge(upTo sequence: Int, _ actions: inout HubActions) {
    purgeSequence = sequence
    hasPurgeFailed = false
    endFlush(&actions)
    cancelConfiguring(&actions)
    for slot in events.removeAll() { keepUnlessPurged(slot, in: \.events, &actions) }
    for slot in userChanges.removeAll() { keepUnlessPurged(slot, in: \.userChanges, &actions) }
    for slot in returned.removeAll() { keepUnlessPurged(slot, in: \.returned, &actions) }
    if case .delivering(let hand) = activity {
      hand.progress.purge()
      actions.cancelled.append((index, call))
    }
  }

  /// A destination that may be purged before it is configured may be sending already what an earlier process has left.
  private mutating func cancelConfiguring(_ actions: inout HubActions) {
    guard policy.purgesBeforeConfiguring, let configuration else { return }
    actions.cancelled.append((index, configuration.call))
    self.configuration?.isCancelled = true
  }

  private mutating func keepUnlessPurged(
    _ slot: Slot, in queue: WritableKeyPath<Self, Ring<Slot>>, _ actions: inout HubActions
  ) {
    if slot.entry.tellsUser { return self[keyPath: queue].append(slot) }
    counts.purged += 1
    actions.discarded.append(slot.entry)
  }
}

extension TrackerCall {
  /// Whether nobody needs it any more once `later` has come, if there are only changes in between. A user who goes is not
  /// replaced by one who comes: a service may have to be told of both.
  fileprivate func isReplaced(by later: TrackerCall) -> Bool {
    switch (self, later) {
    case (.identify, .identify), (.identify, .reset), (.reset, .reset), (.purge, .purge): true
    default: false
    }
  }
}
