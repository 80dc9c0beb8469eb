extension TrackableSystem {
  /// Prepares for the background, in three steps: ends the sessions of value propositions, sends the events that wait
  /// for actors, and flushes the destinations.
  ///
  /// On Apple's systems, a `TrackableApp` does this by itself. Without a `TrackableApp`, call this method in the scene
  /// delegate, inside a background task:
  ///
  /// ```swift
  /// func sceneDidEnterBackground(_ scene: UIScene) {
  ///   let application = UIApplication.shared
  ///   let task = application.beginBackgroundTask()
  ///   Task {
  ///     await TrackableSystem.applicationDidEnterBackground()
  ///     application.endBackgroundTask(task)
  ///   }
  /// }
  /// ```
  ///
  /// In an app with several scenes, call this method only for the last visible scene. In an app without scenes, call it
  /// in the app delegate: UIKit calls the app delegate's `applicationDidEnterBackground(_:)` only without scenes. You
  /// need not flush a hub as well. After the timeout, delivery continues as long as the operating system lets the app
  /// run.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait, as for ``flush(timeout:)``.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out. The system can read objects
  ///     of this actor.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  /// - Returns: The result for the calls that waited, with the number of remaining calls of each destination.
  @discardableResult public static func applicationDidEnterBackground(
    timeout: Duration = .seconds(5), isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) async -> DeliveryResult {
    endForeground(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    return await flush(timeout: timeout)
  }

  /// Does the part of the work that must be complete when the function returns, because the process may end when it has
  /// returned.
  package static func endForeground(isolation: isolated (any Actor)?, at location: CodeLocation) {
    LifecycleObservers.current.isInBackground = true
    for observer in LifecycleObservers.current.all { observer.foregroundEnds(isolation: isolation, at: location) }
  }

  /// Starts a new session for each session of a value proposition that ended when the app went to the background, and
  /// makes hubs retry immediately, because the network may be back. Call this method when the app becomes visible
  /// again. A pause that a service has asked for continues.
  ///
  /// At the start of the app, only a `TrackableApp` needs the call: there, a visit begins.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out. The system can read objects
  ///     of this actor.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func applicationWillEnterForeground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    LifecycleObservers.current.isInBackground = false
    for observer in LifecycleObservers.current.all {
      observer.foregroundBegins(isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
    }
  }

  /// Drops unsent calls, because the user does not want them sent.
  ///
  /// The system drops the calls that it holds and the events that wait for an actor. The system calls
  /// ``AnalyticsEventTracker/purge()`` on the tracker of the bootstrap, on each registered tracker, and on the tracker
  /// of a `withTracker` around the call.
  ///
  /// The system still knows the user. It drops held user properties and groups together with the events. To forget the
  /// user as well, call ``reset(isolation:fileID:line:)`` first. To drop later calls as well, use a gate: see
  /// <doc:AskingForConsent>.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func purge(fileID: StaticString = #fileID, line: UInt = #line) {
    deliver("purge", .purge, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Waits until all earlier calls have arrived, including those of earlier launches, but no longer than `timeout`.
  ///
  /// ```swift
  /// await TrackableSystem.flush()
  /// ```
  ///
  /// The system first sends the calls that it still has: the events that wait for the actor of a linked parent, no
  /// longer than ``readTimeout``, and, after a bootstrap, the calls from before the bootstrap. Then the system flushes
  /// its tracker and the registered trackers at the same time. At the deadline, or if the calling task is cancelled,
  /// the method returns, and names the trackers that have not answered. These trackers continue to send.
  ///
  /// Limits: the method does not wait for a later bootstrap, and does not flush the trackers of links, contexts or
  /// tasks.
  ///
  /// - Parameter timeout: The longest wait, which should be longer than ``readTimeout``. Inside
  ///   ``withTracker(_:root:isolation:operation:)`` and in a recording, the timeout is at least five minutes.
  /// - Returns: The result for the calls that waited, as far as a hub counts them, with the number of remaining calls
  ///   of each destination.
  @discardableResult public static func flush(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    if flushes == maximumFlushes {
      current.issues.reportOnce(.nestedTooDeeply("flush", at: .unknown), here: true)
      return DeliveryResult()
    }
    let core = current
    return await $flushes.withValue(flushes + 1) { await core.flush(within: timeout) }
  }

  /// The number of nested flushes in this task. It is limited, because the flush of a tracker may lead to another
  /// flush.
  @TaskLocal private static var flushes = 0
  private static let maximumFlushes = 8
}
