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
    get async { await core.wait { $0.awaitStart($1, &$2) } }
  }

  /// Waits until everything handed over before has arrived, but no longer than ``defaultTimeout``, so that a
  /// destination that hangs cannot hold up its callers for ever.
  public func flush() async {
    await flush(timeout: Self.defaultTimeout)
  }

  /// Waits until everything handed over before has arrived, and every destination has sent what it keeps itself.
  ///
  /// ```swift
  /// if await !hub.flush(timeout: .seconds(2)) { print("\(hub.ledger.pending) deliveries are left") }
  /// ```
  ///
  /// It returns false if `timeout` passes first, if the calling task is cancelled, or if a destination ends without
  /// getting everything. What is left stays in the queue and is delivered later. If the hub has not been started, this
  /// waits for ``start()`` as well. Do not call it from inside a destination: that would wait for itself until the
  /// timeout.
  @discardableResult
  public func flush(timeout: Duration) async -> Bool {
    await core.wait(timeout: timeout) { $0.flush($1, &$2) }
  }

  /// Flushes because the app goes to the background. Call it within the time that the system grants for that.
  ///
  /// ```swift
  /// func applicationDidEnterBackground(_ application: UIApplication) {
  ///   let task = application.beginBackgroundTask()
  ///   Task {
  ///     await hub.applicationWillBackground()
  ///     application.endBackgroundTask(task)
  ///   }
  /// }
  /// ```
  ///
  /// It returns whether everything has arrived. Delivery goes on afterwards, as far as the system lets it.
  @discardableResult
  public func applicationWillBackground(deadline: Duration = defaultTimeout) async -> Bool {
    await flush(timeout: deadline)
  }

  /// Ends delivery: accepts nothing more, delivers what is left for at most `timeout`, flushes the destinations, and
  /// returns how many deliveries were lost.
  ///
  /// ```swift
  /// let lost = await hub.shutdown(timeout: .seconds(2))
  /// if lost > 0 { print(hub.ledger) }
  /// ```
  ///
  /// A delivery is counted as lost once for each destination that did not get it. Whatever is left when time is up
  /// counts as ``TrackerLedger/Dropped/afterShutdown``, including what is in hand at that moment, although the
  /// destination may still be working on it. If the destination throws, or is given up on meanwhile, it counts as
  /// ``TrackerLedger/Dropped/failed``. Whatever is handed over later also counts as after shutdown, but is not part of
  /// the number returned. A hub that was never started loses everything at once.
  ///
  /// It may be called any number of times. Each call waits for the end and returns the same number, and the shortest
  /// timeout applies; a timeout of zero or less ends the hub at once. It works in a cancelled task as well. If a
  /// destination calls it, it ends when time is up, because the destination is waiting for itself.
  @discardableResult
  public func shutdown(timeout: Duration = defaultTimeout) async -> Int {
    await core.shutdown(timeout: timeout)
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
    let hasEnded = await core.wait { $0.awaitEnd($1, &$2) }
    if !hasEnded { core.reportLoss(await shutdown()) }
  }
}

extension HubCore {
  /// Nobody holds the hub any more. What is waiting is still delivered in the background, for a limited time.
  func endAfterRelease() {
    let (isEnded, isStarted) = update { state, _ in (state.queue.isClosing, state.isStarted) }
    if isEnded { return }
    if isStarted {
      Task.detached { [self] in reportLoss(await shutdown(timeout: TrackerHub.defaultTimeout)) }
    } else {
      close()
      reportLoss(update { state, _ in state.queue.lost })
    }
  }

  func reportLoss(_ count: Int) {
    if count > 0 { report(.lost(count)) }
  }
}
