extension TrackableSystem {
  /// Registers a tracker that is not the system's for the calls that concern the user:
  /// ``identify(_:traits:isolation:fileID:line:)``, user properties, ``reset(isolation:fileID:line:)``,
  /// ``purge(fileID:line:)`` and ``flush(timeout:)``.
  ///
  /// A module that gives its objects a tracker of their own registers it:
  ///
  /// ```swift
  /// let payments = Mixpanel(token: "payments")
  /// TrackableSystem.register(payments)                       // first it gets the current user, if there is one
  /// checkout.link(to: self)
  /// checkout.deliver(to: payments)
  /// ```
  ///
  /// Registering sends a tracker no events. Each of these calls reaches the system's tracker, or the task's if the task
  /// has one (a purge reaches both), and then each registered tracker, in the order of registration: at once, even
  /// before the bootstrap. The system keeps registered trackers; a `withTracker` scope has its own.
  ///
  /// A tracker that you register later first gets the current user: <doc:Users>.
  ///
  /// Limits: a tracker that you register twice, or that is part of the system's, gets each call twice.
  ///
  /// - Parameter tracker: A tracker that keeps a user.
  public static func register(
    _ tracker: some AnalyticsEventTracker
  ) {
    current.register(tracker)
  }

  /// The user is now `userID`, for the system's tracker and the registered ones.
  ///
  /// In a task with a tracker (``withTrackedProperties(_:in:operation:)``) that tracker stands in place of the
  /// system's: it and the registered ones get the call, and the system's tracker does not.
  ///
  /// ```swift
  /// TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
  /// ```
  ///
  /// Every event that is tracked from now on carries this user: ``TrackedEvent/userID``. Events that wait for another
  /// actor go out first, as they are: with the values that the caller's actor may read. See <doc:Order>.
  ///
  /// - Parameters:
  ///   - userID: The user, by the ID that your services know. An empty ID changes nothing, with an issue: services
  ///     refuse every event that has it.
  ///   - traits: The user's properties. Issues report flaws in them.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func identify(
    _ userID: String, traits: TrackedProperties = [], isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let user = TrackedUser(userID, traits: traits, fileID: fileID, line: line)
    if userID.isEmpty { return current.issues.reportOnce(.emptyUserID(at: user.location)) }
    deliver("identify", .identify(user), isolation, at: user.location)
  }

  /// The user belongs to a group from now on: a company, a team, a project.
  ///
  /// ```swift
  /// TrackableSystem.group(
  ///   "apple-records", type: "company", traits: ["plan" ~>> "label"])
  /// TrackableSystem.track(Events.App.started)     // its TrackedEvent.groups: ["company": "apple-records"]
  /// TrackableSystem.group(nil, type: "company")   // the user has left it
  /// ```
  ///
  /// Every event that is tracked from now on carries the user's groups: ``TrackedEvent/groups``.
  /// ``reset(isolation:fileID:line:)`` and an `identify` of another user end them. Trackers get an update of a user
  /// property with ``UserPropertyOperation/group(traits:)``, whose name is the type: see <doc:Users>.
  ///
  /// - Parameters:
  ///   - id: The group, by the ID that your services know; `nil` if the user has left it. An empty ID changes nothing,
  ///     with an issue.
  ///   - type: What kind of group it is, as your services know it. Styles do not respell it. A user is in one group of
  ///     a type.
  ///   - traits: The traits of the group. Issues report flaws in them.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func group(
    _ id: String?, type: String, traits: TrackedProperties = [], fileID: StaticString = #fileID, line: UInt = #line
  ) {
    update(UserGroup(id, type: type, traits: traits), fileID: fileID, line: line)
  }

  /// No user is known from now on, for example after logging out. A task's tracker stands in place of the system's: see
  /// ``identify(_:traits:isolation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func reset(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    deliver("reset", .reset, isolation, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Lets a call go on that is no event, unless such calls are nested too deeply.
  static func deliver(
    _ name: String, _ call: TrackerCall, _ isolation: (any Actor)? = nil, at location: CodeLocation
  ) {
    let ambient = Ambient()
    _ = ambient.nested(name, location) {
      ambient.core.deliver(call, ambient.route(), isolation: isolation, at: location)
    }
  }

  /// Drops calls that are not sent yet, because the user does not want them sent.
  ///
  /// The system drops the calls that it holds and the events that wait for an actor. It calls
  /// ``AnalyticsEventTracker/purge()`` of its own tracker, of the registered trackers and of the task's tracker.
  ///
  /// The user stays known; held user properties and groups go with the events. To forget the user as well, call
  /// ``reset(isolation:fileID:line:)`` first. For a gate that stays closed, see <doc:AskingForConsent>.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func purge(fileID: StaticString = #fileID, line: UInt = #line) {
    deliver("purge", .purge, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Waits until all earlier calls have arrived, including those that earlier launches have left; at most until
  /// `timeout`.
  ///
  /// ```swift
  /// await TrackableSystem.flush()
  /// ```
  ///
  /// First, the events that wait for ancestors on other actors go out, after ``readTimeout`` at the latest, and so do
  /// the calls that a bootstrap is delivering. Then the system flushes its tracker and the registered ones side by
  /// side. At the deadline, or if the calling task is cancelled, this returns, and names the trackers that have not
  /// answered. Their work goes on.
  ///
  /// It does not wait for a bootstrap that has not happened, and does not flush other trackers that links, contexts or tasks
  /// have set.
  ///
  /// - Parameter timeout: How long to wait at most: longer than ``readTimeout``. Inside
  ///   ``withTracker(_:root:isolation:operation:)`` and in a recording it is five minutes at least.
  /// - Returns: What became of the calls that waited, as far as a hub counts them, and what is left of each destination.
  @discardableResult public static func flush(timeout: Duration = .seconds(5)) async -> DeliveryResult {
    if flushes == maximumFlushes {
      current.issues.reportOnce(.nestedTooDeeply("flush", at: .unknown), here: true)
      return DeliveryResult()
    }
    let core = current
    return await $flushes.withValue(flushes + 1) { await core.flush(within: timeout) }
  }

  /// The number of nested flushes in this task: the flush of a tracker may lead to another flush.
  @TaskLocal private static var flushes = 0
  private static let maximumFlushes = 8
}
