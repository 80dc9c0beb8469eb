// How an event waits until its ancestors were read on their actors.

extension SystemCore {
  /// Lets an event wait until jobs have read its ancestors on their actors, or until the longest wait is over.
  func wait(_ event: PendingEvent, for next: LinkingActor) {
    guard let actor = next.living else {
      event.found.read(in: nil)
      return deliver(event)
    }
    if state.withLock({ $0.waiting.isFull }) { sendOut(nil) }
    let (number, limit) = state.withLock { state in
      (state.waiting.enqueue(event, limit: state.readTimeout), state.readTimeout)
    }
    // The references are weak, so that the timer does not keep the system and the scope alive after the event was sent.
    // Until then, the job keeps both alive.
    time.schedule(time.now() + limit) { [weak self, weak scope = TaskScope.current] in
      guard let self else { return }
      if let scope { scope.run { self.sendOut(nil, dueWith: number) } } else { sendOut(nil, dueWith: number) }
    }
    enqueueRead(number, on: actor)
  }

  /// Enqueues the job that reads an event on an actor, before this method returns. So a caller that awaits the tracking
  /// call gets values in the order of its program.
  private func enqueueRead(_ number: Int, on actor: any Actor) {
    if actor === MainActor.shared {
      Task(priority: Self.priorityOfReads) { @MainActor in resume(number, in: MainActor.shared) }
    } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, macCatalyst 26, *) {
      // The task runs on this thread until it has to change to the actor.
      Task.immediate(priority: Self.priorityOfReads) { await resume(number, in: actor) }
    } else {
      // In older systems, another thread enqueues the job, a moment later.
      Task(priority: Self.priorityOfReads) { await resume(number, in: actor) }
    }
  }

  /// Makes the reads of an event on an actor. If no other read is missing, sends the event on this actor.
  private func resume(_ number: Int, in actor: isolated any Actor) {
    // If the event does not wait any more, this read has come too late. The event's timeout had passed, the user had
    // changed, too many events were waiting, or a purge had dropped the event.
    guard let event = state.withLock({ $0.waiting.dequeue(number) }) else { return }
    Nesting.atDepth(event.nesting) {
      event.found.read(in: actor)
      if let next = event.found.nextActor?.living {
        if state.withLock({ $0.waiting.requeue(number, event) }) { return enqueueRead(number, on: next) }
        // During the read, the system has decided to send its waiting events, for example because the user has changed.
        event.found.giveUp()
      }
      deliver(event)
      finish(number)
    }
  }

  /// Sends the waiting events now. Reads the ancestors that may be read on this actor. The events lack the properties
  /// of the other ancestors.
  ///
  /// - Parameter last: The event whose longest wait is over; `nil` means all events.
  func sendOut(_ isolation: (any Actor)?, dueWith last: Int? = nil) {
    let events = state.withLock { $0.waiting.dequeueAll(dueWith: last) }
    if events.isEmpty { return }
    let isolation = isolation ?? CurrentActor.main
    for (number, event) in events {
      Nesting.atDepth(event.nesting) {
        while event.found.read(in: isolation) {}
        event.found.giveUp()
        deliver(event, isolation: isolation)
      }
      finish(number)
    }
  }

  func finish(_ number: Int) {
    for resume in state.withLock({ $0.waiting.finish(number) }) { resume() }
  }

  /// The locations at which the events that wait for an actor were tracked.
  var waitingLocations: [CodeLocation] { state.withLock { $0.waiting.locations } }

  /// The priority of the main thread, which no task of an app exceeds. So the job does not run later than code of a
  /// lower priority that awaits the tracking call.
  private static let priorityOfReads = TaskPriority(rawValue: 0x21)
}
