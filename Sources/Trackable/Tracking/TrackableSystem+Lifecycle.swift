extension TrackableSystem {
  /// Ends the sessions of value propositions, sends out the events that wait for actors, and lets the destinations
  /// send, in this order. An app calls it when it goes to the background.
  ///
  /// ```swift
  /// func applicationDidEnterBackground(_ application: UIApplication) {
  ///   let task = application.beginBackgroundTask()
  ///   Task {
  ///     await TrackableSystem.applicationDidEnterBackground()
  ///     application.endBackgroundTask(task)
  ///   }
  /// }
  /// ```
  ///
  /// Call it only when the app goes to the background, within the time that the operating system grants. A hub needs no
  /// call of its own. After the timeout, delivery continues as long as the operating system lets the app run.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait, as for ``flush(timeout:)``.
  ///   - isolation: The caller's actor; leave it out. Objects of this actor are read again.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  /// - Returns: The result for the calls that waited, with the number of remaining calls of each destination.
  @discardableResult public static func applicationDidEnterBackground(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> DeliveryResult {
    endForeground(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    return await flush(timeout: timeout)
  }

  /// Does the part of the work that must be complete before the call returns, because the process may end then.
  package static func endForeground(isolation: isolated (any Actor)?, at location: CodeLocation) {
    for observer in LifecycleObservers.current.all { observer.foregroundEnds(isolation: isolation, at: location) }
  }

  /// Starts a new session for each session of a value proposition that ended when the app went to the background, and
  /// lets hubs retry at once, since the network may be back. An app calls it when it becomes visible again. A pause
  /// that a service has asked for continues.
  ///
  /// At the start of the app, the call changes nothing.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor; leave it out. Objects of this actor are read again.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func applicationWillEnterForeground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    for observer in LifecycleObservers.current.all {
      observer.foregroundBegins(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    }
  }
}
