extension TrackableSystem {
  /// Runs `operation` with a system of its own. All calls of the operation go to `tracker`, and its settings of
  /// `TrackableSystem` end with it.
  ///
  /// ```swift
  /// TrackableSystem.withTracker(NoOpTracker()) {
  ///   detail.preview()   // tracks nothing
  /// }
  /// ```
  ///
  /// Tests use it through `withRecordedTracking` of the module `TrackableTesting`, so that they can run in parallel.
  ///
  /// Child tasks inherit the scope; detached tasks and new threads do not. Default properties and the issue handler are
  /// initially those of the surrounding system, and the properties of the surrounding task remain. Values of other
  /// modules, such as the `ValuePropositionSessions`, are the scope's own.
  ///
  /// The trackers of tasks, links and contexts get no calls. Trackers that `operation` itself bootstraps or registers
  /// get its calls until `operation` returns.
  ///
  /// Many tests at once keep a machine busy, so ``readTimeout`` is at least five minutes. An event that waits for
  /// another actor may reach `tracker` after this function has returned. The asynchronous form waits for such an event.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - operation: The operation to run.
  @discardableResult public static func withTracker<Root: TrackableClass & Sendable, Result, Failure: Error>(
    _ tracker: any AnalyticsEventTracker,
    root: Root? = NoRoot?.none,
    operation: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try current.scope(tracker, root: root).run(operation)
  }

  /// Runs an asynchronous `operation` with a system of its own, in the caller's isolation.
  ///
  /// When it returns, `tracker` has got all calls of `operation`, including events that had to wait for other actors.
  ///
  /// - Parameters:
  ///   - tracker: The tracker that gets the events.
  ///   - root: The object that ends every chain; `nil` if there is none.
  ///   - isolation: The caller's actor; leave it out.
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
