extension TrackerHub {
  /// Waits until every destination is configured or given up on, and returns whether all of them are configured.
  ///
  /// ```swift
  /// hub.start()
  /// if await !hub.started { logger.warning("Some analytics are missing.") }
  /// ```
  ///
  /// If the hub has not been started, this waits for ``start()`` as well. It returns false if the hub is shut down
  /// first or the calling task is cancelled. What was configured still counts as configured after a shutdown.
  public var started: Bool {
    get async { await core.wait { queue, waiter, _, _ in queue.awaitStart(waiter) }.success }
  }

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
    let timeout = await drainGates(for: timeout)
    return await core.wait(timeout: timeout) { queue, waiter, _, actions in queue.flush(waiter, &actions) }.result
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
  /// ``TrackerLedger/Dropped/afterShutdown``, including what is being delivered at that moment, although the
  /// destination may still be working on it. Whatever is handed over later also counts as after shutdown, but is not
  /// part of what is returned. Only a user who withdraws is never too late: a `reset` or a `purge()` still reaches each
  /// destination that can be told, and counts as pending if it waits when this returns. A hub that was never started
  /// loses everything at once; one that is paused goes on.
  ///
  /// It may be called any number of times. Each call waits for the end and returns the same, and the shortest timeout
  /// applies; a timeout of zero or less ends the hub at once. It works in a cancelled task as well. If a destination
  /// calls it, it ends when time is up, because the destination is waiting for itself.
  @discardableResult
  public func shutdown(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    let timeout = await drainGates(for: timeout, evenIfCancelled: true)
    return await core.shutdown(timeout: timeout)
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
    _ = await core.wait { queue, waiter, _, _ in queue.awaitEnd(waiter) }
    if !core.isEnded { core.reportLoss(await shutdown()) }
  }
}
