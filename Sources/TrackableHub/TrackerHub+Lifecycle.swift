extension TrackerHub {
  /// Waits until everything handed over before has arrived, but no longer than 5 seconds, so that a
  /// destination that hangs cannot hold up its callers for ever.
  public func flush() async {
    await flush(timeout: Self.defaultTimeout)
  }

  /// Waits until everything handed over before has arrived, and every destination has sent what it keeps itself.
  ///
  /// ```swift
  /// let result = await hub.flush(timeout: .seconds(2))
  /// if !result.isComplete { print("\(result.pending) are left, \(result.failed) are lost") }
  /// ```
  ///
  /// It delivers at once, without waiting for full batches or for the end of a pause after a failure, unless a service
  /// has asked for that pause. If `timeout` passes first or the calling task is cancelled, it tells what is so then:
  /// what is left stays in the queue and is delivered later. If the hub has not been started, this waits for
  /// ``start()`` as well; if it is paused, it returns at once. Do not call it from inside a destination: that would
  /// wait for itself until the timeout.
  @discardableResult
  public func flush(timeout: Duration) async -> DeliveryResult {
    await core.flush(timeout: core.drain(front, for: timeout))
  }

  /// Waits until what `body` hands to this hub has arrived, and returns whether it has: for the few events of which you
  /// must know that, such as a payment.
  ///
  /// ```swift
  /// let isKnown = await hub.confirm(timeout: .seconds(10)) { checkout.track(Events.Payment.succeeded) }
  /// ```
  ///
  /// True means that each destination that combinators let it through to has taken it, or its service has acknowledged it.
  /// An `HTTPDestination` sends its store for that, and says no as well if the service refuses another event meanwhile. False
  /// means that one destination refused or dropped it, that no destination got it, or that `timeout` has passed or the
  /// calling task was cancelled; then it is delivered later all the same. What waits for an ancestor on another actor, or
  /// for the user's consent, is not handed over by `body`.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most.
  ///   - isolation: The caller's actor, where `body` runs.
  ///   - body: Tracks.
  public func confirm(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, _ body: () -> Void
  ) async -> Bool {
    let waiter = core.newWaiter()
    core.take({ queue, waiter, _ in queue.awaitCalls(waiter) }, for: waiter)
    HubCore.$confirmation.withValue((ObjectIdentifier(core), waiter)) { body() }
    let result = await core.wait(waiter, timeout: timeout) { $0.allIsSaid($1, &$2) }
    return result.delivered > 0 && result.isComplete
  }

  /// Delivers nothing until ``resume()``, except a purge. What is handed over waits; what is being delivered is
  /// finished.
  public func pause() { core.pause() }

  /// Delivers again, at once, also what waits after a failure.
  public func resume() { core.resume() }

  /// Flushes because the app goes to the background. Call it within the time that the system grants for that.
  ///
  /// ```swift
  /// func applicationDidEnterBackground(_ application: UIApplication) {
  ///   let task = application.beginBackgroundTask()
  ///   Task {
  ///     await hub.applicationDidEnterBackground()
  ///     application.endBackgroundTask(task)
  ///   }
  /// }
  /// ```
  ///
  /// Delivery goes on afterwards, as far as the system lets it.
  @discardableResult
  public func applicationDidEnterBackground(deadline: Duration = .seconds(5)) async -> DeliveryResult {
    await flush(timeout: deadline)
  }

  /// Tries again at once what waits after a failure, because the app comes to the foreground, where the network may be
  /// back; an `HTTPDestination` does so as well. A pause that a service has asked for goes on.
  public func applicationWillEnterForeground() { core.hurry() }

  /// Ends delivery: accepts nothing more, delivers what is left for at most `timeout`, flushes the destinations, and
  /// tells what became of what was left.
  ///
  /// ```swift
  /// let result = await hub.shutdown(timeout: .seconds(2))
  /// if !result.isComplete { print(hub.ledger) }
  /// ```
  ///
  /// A delivery is counted once for each destination. Whatever is left when time is up counts as
  /// *late*, including what is being delivered at that moment, although the
  /// destination may still be working on it. Whatever is handed over later also counts as after shutdown, but is not
  /// part of what is returned. Only a user who withdraws is never too late: a `reset` or a `purge()` still reaches each
  /// destination that can be told. A hub that was never started
  /// loses everything at once; one that is paused goes on.
  ///
  /// It may be called any number of times. Each call waits for the end and returns the same, and the shortest timeout
  /// applies; a timeout of zero or less ends the hub at once. It works in a cancelled task as well. If a destination
  /// calls it, it ends when time is up, because the destination is waiting for itself.
  @discardableResult
  public func shutdown(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    await core.shutdown(timeout: core.drain(front, for: timeout, isCancellable: false))
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
  /// It also returns if the hub is shut down elsewhere. What is lost is reported as an issue.
  public func run() async {
    start()
    _ = await core.wait(core.newWaiter()) { queue, waiter, _ in queue.awaitEnd(waiter) }
    if !core.isEnded { core.reportLoss(await shutdown()) }
  }
}
