extension TrackableSystem {
  /// Registers a tracker, in addition to the system's tracker, for the calls that concern the user:
  /// ``identify(_:traits:isolation:fileID:line:)``, user properties, ``reset(isolation:fileID:line:)``,
  /// ``purge(fileID:line:)`` and ``flush(timeout:)``.
  ///
  /// A module with its own tracker for its objects registers that tracker:
  ///
  /// ```swift
  /// let payments = Mixpanel(token: "payments")
  /// TrackableSystem.register(payments)                       // first it gets the current user, if there is one
  /// checkout.link(to: self)
  /// checkout.deliver(to: payments)
  /// ```
  ///
  /// Registering a tracker does not make it get events. Each call about the user reaches the system's tracker, or the
  /// task's tracker if the task has one, and then each registered tracker, in the order of registration. A purge
  /// reaches both the system's and the task's tracker. The registered tracker gets these calls immediately, even before
  /// the bootstrap. The system keeps registered trackers; a `withTracker` scope has its own.
  ///
  /// A tracker that is registered later first gets the current user: <doc:Users>.
  ///
  /// Limits: a tracker that you register twice, or that is also part of the system's tracker, gets each call twice.
  ///
  /// - Parameter tracker: The tracker that gets the calls about the user.
  public static func register(
    _ tracker: some AnalyticsEventTracker
  ) {
    current.register(tracker)
  }

  /// Identifies the user to the system's tracker and the registered trackers.
  ///
  /// In a task with its own tracker (``withTrackedProperties(_:in:operation:)``), that tracker gets the call instead of
  /// the system's tracker. The registered trackers get the call as well.
  ///
  /// ```swift
  /// TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
  /// ```
  ///
  /// Every later event carries this user: ``TrackedEvent/userID``. The system first sends the events that wait for
  /// another actor, with the values that the caller's actor may read. See <doc:Order>.
  ///
  /// - Parameters:
  ///   - userID: The user's ID, in the form that your services know. If the ID is empty, the call changes nothing, and
  ///     the library reports an issue, because services refuse events with an empty ID.
  ///   - traits: The user's traits. The library reports an issue for each flaw in them.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func identify(
    _ userID: String, traits: TrackedProperties = [], isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let user = TrackedUser(userID, traits: traits, fileID: fileID, line: line)
    if userID.isEmpty { return current.issues.reportOnce(.emptyUserID(at: user.location)) }
    deliver("identify", .identify(user), isolation, at: user.location)
  }

  /// Adds the user to a group, such as a company, a team or a project.
  ///
  /// ```swift
  /// TrackableSystem.group(
  ///   "apple-records", type: "company", traits: ["plan" ~>> "label"])
  /// TrackableSystem.track(Events.App.started)     // its TrackedEvent.groups: ["company": "apple-records"]
  /// TrackableSystem.group(nil, type: "company")   // the user has left it
  /// ```
  ///
  /// Every later event carries the user's groups: ``TrackedEvent/groups``. The groups end with
  /// ``reset(isolation:fileID:line:)`` and with an `identify` of another user. Trackers get an update of a user
  /// property with ``UserPropertyOperation/group(traits:)``, whose name is the type of the group: see <doc:Users>.
  ///
  /// - Parameters:
  ///   - id: The group's ID, in the form that your services know; `nil` if the user has left the group. If the ID is
  ///     empty, the call changes nothing, and the library reports an issue.
  ///   - type: The type of the group, in the spelling of your services, which styles do not change. A user is in one
  ///     group of each type.
  ///   - traits: The traits of the group. The library reports an issue for each flaw in them.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func group(
    _ id: String?, type: String, traits: TrackedProperties = [], fileID: StaticString = #fileID, line: UInt = #line
  ) {
    update(UserGroup(id, type: type, traits: traits), fileID: fileID, line: line)
  }

  /// Forgets the current user, for example after a sign-out. In a task with its own tracker, that tracker gets the call
  /// instead of the system's tracker: see ``identify(_:traits:isolation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public static func reset(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    deliver("reset", .reset, isolation, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Identifies the user of an earlier launch, unless the app has identified or reset the user in this launch.
  package static func restore(userID: String, at location: CodeLocation) {
    let user = TrackedUser(userID, fileID: location.file, line: UInt(location.line))
    deliver("identify", .identify(user), at: location) { $0.number == 0 }
  }

  /// Adds the user of an earlier launch to a group, unless somebody else has become the user in this launch.
  package static func restore(group id: String, type: String, of userID: String?, at location: CodeLocation) {
    let group = TrackedUserProperty(UserGroup(id, type: type, traits: []), at: location)
    deliver(type, .update(group), at: location) { $0.id == userID && $0.person.isFirst }
  }
}
