extension TrackableSystem {
  /// Runs `operation` with its own tracking system. All tracking calls of the operation go to `tracker`. What the
  /// operation sets on `TrackableSystem` ends with the operation.
  ///
  /// ```swift
  /// TrackableSystem.withTracker(NoOpTracker()) {
  ///   detail.preview()   // tracks nothing
  /// }
  /// ```
  ///
  /// Tests use it through `withRecordedTracking` of the module `TrackableTesting`, so that they can run in parallel.
  ///
  /// Child tasks inherit the scope; detached tasks and new threads do not. The new system begins with the default
  /// properties and the issue handler of the surrounding system. Events also carry the properties of the surrounding
  /// task. Values that other modules keep for a system, such as the `ValuePropositionSessions`, are new.
  ///
  /// The trackers of tasks, links and contexts get no calls. If `operation` bootstraps or registers a tracker, that
  /// tracker gets calls until `operation` returns.
  ///
  /// In the new system, ``readTimeout`` is at least five minutes, because many tests at the same time keep a machine
  /// busy. An event that waits for another actor may reach `tracker` after this function has returned. The asynchronous
  /// form waits for such an event.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events.
  ///   - root: The object that ends every chain; `nil` means that there is no such object.
  ///   - operation: The operation to run.
  @discardableResult public static func withTracker<Root: TrackableClass & Sendable, Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    root: Root? = NoRoot?.none,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try current.scope(tracker, root: root).run(operation)
  }

  /// Runs an asynchronous `operation` with its own system, in the caller's isolation.
  ///
  /// When this function returns, `tracker` has got all calls of `operation`, including events that had to wait for
  /// other actors.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events.
  ///   - root: The object that ends every chain; `nil` means that there is no such object.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - operation: The operation to run.
  @discardableResult public static func withTracker<Root: TrackableClass & Sendable, Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    root: Root? = NoRoot?.none,
    isolation: isolated (any Actor)? = #isolation,
    operation: () async throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    try await current.scope(tracker, root: root).run(operation)
  }
}
