public import Trackable

extension TrackerHub {
  /// Waits until all earlier calls have arrived, for at most 5 seconds, so that a blocked destination does not hold up
  /// the caller. If the system's flush calls this method, the wait lasts as long as that flush allows.
  public func flush() async {
    let waiter = core.newWaiter()
    await FlushReport.run(name, answerNow: { [core] in core.endWait(of: waiter) { $0.withdraw($1, &$2) } }) {
      await core.flush(waiter, frontIfGated, timeout: FlushReport.isCurrent ? nil : HubCore.defaultTimeout)
    }
  }

  /// Waits until all earlier calls have arrived, and every destination has sent the calls that it keeps, including
  /// those of earlier launches.
  ///
  /// ```swift
  /// let result = await hub.flush(timeout: .seconds(2))
  /// if !result.isComplete { print("\(result.pending) are left, \(result.failed) are lost") }
  /// ```
  ///
  /// The flush first waits for events that wait for ancestors on other actors. After that, the hub delivers to all
  /// destinations immediately: it waits neither for full batches nor for the end of a pause after a failure, unless a
  /// service has asked for that pause. Before ``start()``, the flush waits for the start if calls wait; otherwise it
  /// returns at once, even if a store has calls of earlier launches. If the hub is paused, the flush returns after that
  /// first wait.
  ///
  /// If `timeout` passes or the calling task is cancelled, the flush returns the current figures, and names the
  /// destinations that have not answered. The hub delivers the remaining calls later. Do not flush from inside a
  /// destination: the destination would wait for itself until the timeout.
  ///
  /// An app calls `TrackableSystem.flush(timeout:)`, which flushes the hub and everything else.
  @discardableResult public func flush(timeout: Duration) async -> DeliveryResult {
    await core.flush(core.newWaiter(), frontIfGated, timeout: timeout)
  }

  /// Waits until the calls of `body` have arrived, and returns whether they have. Use this method for the few events
  /// that must arrive, such as a payment.
  ///
  /// ```swift
  /// let isKnown = await hub.confirm(timeout: .seconds(10)) { checkout.track(Events.Payment.succeeded) }
  /// ```
  ///
  /// True means that each destination behind the combinators has taken the calls, or that its service has acknowledged
  /// them. To find out whether the service acknowledges the calls, an `HTTPDestination` sends everything in its store.
  ///
  /// False means that a destination refused or dropped a call, that no destination got a call, that `timeout` passed,
  /// or that the calling task was cancelled. After a timeout or a cancellation, the hub still delivers the calls later.
  ///
  /// Limits: calls that wait for an ancestor on another actor, or for the user's consent, are not counted. An
  /// `HTTPDestination` also returns false if its service refuses another event meanwhile.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait.
  ///   - isolation: The caller's actor, on which `body` runs.
  ///   - body: A closure that tracks.
  public func confirm(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, _ body: () -> Void
  ) async -> Bool {
    let waiter = core.newWaiter()
    core.confirm(body, by: waiter)
    let result = await core.wait(waiter, timeout: timeout) { $0.seal($1, &$2) }
    return result.delivered > 0 && result.isComplete
  }

  /// Stops deliveries until ``resume()``, except for a purge. Calls wait. The hub finishes a running delivery.
  public func pause() { core.update { state, _, actions in state.queue.pause(&actions) } }

  /// Delivers again, immediately, including calls that wait after a failure.
  public func resume() {
    core.update { state, _, _ in state.queue.isPaused = false }
    core.hurry()
  }

  /// Ends the hub: it accepts no more calls, delivers the waiting calls for at most `timeout`, flushes the
  /// destinations, and returns the result of the calls.
  ///
  /// ```swift
  /// let result = await hub.shutdown(timeout: .seconds(2))
  /// if !result.isComplete { print(hub.ledger) }
  /// ```
  ///
  /// The result counts a call once for each destination. When `timeout` has passed, the remaining calls count as
  /// *late*, even if a destination still works on them. Later calls count as *late* in the ledger, and not in the
  /// result. Calls that gates hold, and stored calls, are pending in the result. The hub does not cancel a destination
  /// that is storing a batch.
  ///
  /// Even after the shutdown, a `reset` or a `purge()` reaches each configured destination, and each `HTTPDestination`,
  /// because a user may withdraw at any time. A running delivery with a `reset` or a `purge` goes on, and its calls are
  /// pending. A hub that was never started drops all calls immediately. A paused hub delivers again.
  ///
  /// You may call `shutdown` any number of times, even in a cancelled task. Each call waits for the end and returns the
  /// same result. The shortest timeout applies, and a timeout of zero or less ends the hub immediately. If a
  /// destination calls `shutdown`, the destination waits for itself until the timeout.
  @discardableResult public func shutdown(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    await core.shutdown(frontIfGated, timeout: timeout)
  }

  /// Starts the hub, waits until the calling task is cancelled, and then shuts the hub down. Use this method in a
  /// service that runs in a task group. The library handles no signal: at a SIGTERM, your code cancels the task.
  ///
  /// ```swift
  /// await withTaskGroup { group in
  ///   group.addTask { await hub.run() }
  ///   await serve()
  ///   group.cancelAll()      // the group then waits until the hub has shut down
  /// }
  /// ```
  ///
  /// The method also returns if other code shuts the hub down. If calls were lost, the method reports an issue.
  public func run() async {
    start()
    _ = await core.wait(core.newWaiter()) { queue, waiter, _ in queue.awaitEnd(waiter) }
    if !core.hasEnded { core.reportLoss(await shutdown()) }
  }
}
