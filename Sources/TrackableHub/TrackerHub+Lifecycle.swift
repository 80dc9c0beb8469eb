public import Trackable

extension TrackerHub {
  /// Waits until all earlier calls have arrived, and at most 5 seconds, so that a destination that hangs does not hold up the
  /// caller; as a part of the system's flush, as long as that waits.
  public func flush() async {
    let waiter = core.newWaiter()
    await FlushReport.run(name, leave: { [core] in core.proceed(waiter) { $0.withdraw($1, &$2) } }) {
      await core.flush(waiter, gates, timeout: FlushReport.isCurrent ? nil : HubCore.defaultTimeout)
    }
  }

  /// Waits until all earlier calls have arrived, and every destination has sent the calls that it keeps itself, also those that
  /// earlier launches have left.
  ///
  /// ```swift
  /// let result = await hub.flush(timeout: .seconds(2))
  /// if !result.isComplete { print("\(result.pending) are left, \(result.failed) are lost") }
  /// ```
  ///
  /// The flush first waits for events that wait for ancestors on other actors. Then the hub delivers to all
  /// destinations side by side and at once: it waits neither for full batches nor for the end of a pause after a
  /// failure, unless a service has asked for that pause. If `timeout` passes first or the calling task is cancelled,
  /// the flush returns the figures of that moment, and names the destinations that have not answered; the hub delivers
  /// the rest later. Before ``start()``, the flush also waits for the start; if the hub is paused, the flush returns at
  /// once. Do not flush from inside a destination: the destination would wait for itself until the timeout.
  ///
  /// An app calls `TrackableSystem.flush(timeout:)`, which flushes the hub and everything else.
  @discardableResult public func flush(timeout: Duration) async -> DeliveryResult {
    await core.flush(core.newWaiter(), gates, timeout: timeout)
  }

  /// Waits until the calls that `body` makes have arrived, and returns whether they have: for the few events that must
  /// arrive, such as a payment.
  ///
  /// ```swift
  /// let isKnown = await hub.confirm(timeout: .seconds(10)) { checkout.track(Events.Payment.succeeded) }
  /// ```
  ///
  /// True means that each destination behind the combinators has taken the calls, or its service has acknowledged them. An
  /// `HTTPDestination` sends its store for that, and also returns false if the service refuses another event meanwhile. False
  /// means that one destination refused or dropped a call, that no destination got one, or that `timeout` has passed or the
  /// calling task was cancelled; then the hub still delivers the calls later. A call that waits for an ancestor on another
  /// actor, or for the user's consent, is none that `body` makes.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most.
  ///   - isolation: The caller's actor, where `body` runs.
  ///   - body: Tracks.
  public func confirm(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, _ body: () -> Void
  ) async -> Bool {
    let waiter = core.newWaiter()
    core.confirm(body, by: waiter)
    let result = await core.wait(waiter, timeout: timeout) { $0.allIsSaid($1, &$2) }
    return result.delivered > 0 && result.isComplete
  }

  /// Delivers nothing until ``resume()``, except a purge. Calls wait. The hub finishes a running delivery.
  public func pause() { core.update { state, _, actions in state.queue.pause(&actions) } }

  /// Delivers again, at once, also calls that wait after a failure.
  public func resume() {
    core.update { state, _, _ in state.queue.isPaused = false }
    core.hurry()
  }

  /// Ends delivery: accepts nothing more, delivers the waiting calls for at most `timeout`, flushes the destinations, and
  /// returns what became of the calls.
  ///
  /// ```swift
  /// let result = await hub.shutdown(timeout: .seconds(2))
  /// if !result.isComplete { print(hub.ledger) }
  /// ```
  ///
  /// The result counts a call once for each destination. The calls that are left when time is up count as *late*, also those
  /// of a running delivery, although the destination may still be working on them. Later calls count as *late* in the ledger,
  /// and not in the result. Only a user who withdraws is never too late: a `reset` or a `purge()` still reaches each configured
  /// destination, and each `HTTPDestination`; a running delivery that contains one goes on, and its calls are pending. A hub
  /// that was never started loses everything at once; one that is paused goes on. A batch that a destination is storing is
  /// stored. Calls that gates hold, and stored ones, are pending in the result.
  ///
  /// It may be called any number of times. Each call waits for the end and returns the same, and the shortest timeout
  /// applies; a timeout of zero or less ends the hub at once. It works in a cancelled task as well. If a destination
  /// calls it, it ends when time is up, because the destination is waiting for itself.
  @discardableResult public func shutdown(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    await core.shutdown(gates, timeout: timeout)
  }

  /// Starts the hub, waits until the calling task is cancelled, and then shuts down: for services that run in a task
  /// group.
  ///
  /// ```swift
  /// await withTaskGroup { group in
  ///   group.addTask { await hub.run() }
  ///   await serve()
  ///   group.cancelAll()      // the group then waits until the hub has shut down
  /// }
  /// ```
  ///
  /// It also returns after a shutdown elsewhere. An issue reports losses.
  public func run() async {
    start()
    _ = await core.wait(core.newWaiter()) { queue, waiter, _ in queue.awaitEnd(waiter) }
    if !core.isEnded { core.reportLoss(await shutdown()) }
  }
}
