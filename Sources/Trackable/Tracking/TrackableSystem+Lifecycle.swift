extension TrackableSystem {
  /// The app calls this when it goes to the background. Sessions of value propositions end, events that wait for actors
  /// go out, and the destinations send, in this order; at most until `timeout`.
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
  /// Call it within the time that the operating system grants for that, and for no other purpose: a hub needs no call
  /// of its own. Delivery goes on afterwards, as far as the operating system allows.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, as for ``flush(timeout:)``.
  ///   - isolation: Where the caller runs; leave it out. Objects that belong there are read again.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  /// - Returns: What became of the calls that waited, and what is left of each destination.
  @discardableResult public static func applicationDidEnterBackground(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> DeliveryResult {
    endForeground(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    return await flush(timeout: timeout)
  }

  /// Does the work that has to be done before the call returns, because the process may end after the return.
  package static func endForeground(isolation: isolated (any Actor)?, at location: CodeLocation) {
    for observer in LifecycleObservers.current.all { observer.foregroundEnds(isolation: isolation, at: location) }
  }

  /// The app calls this when it is visible again. A new session follows each session of a value proposition that ended
  /// because the app left, and hubs try again at once after a failure, since the network may be back. A pause that a
  /// service has asked for goes on.
  ///
  /// When the app starts, this changes nothing.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out. Objects that belong there are read again.
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
