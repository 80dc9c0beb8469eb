extension TrackableSystem {
  /// Lets a tracker that is not the system's get what concerns the user: ``identify(_:traits:isolation:fileID:line:)``,
  /// user properties, ``reset(isolation:fileID:line:)``, ``purge(fileID:line:)`` and ``flush()``.
  ///
  /// A module that gives its objects a tracker of their own registers it:
  ///
  /// ```swift
  /// let payments = Mixpanel(token: "payments")
  /// TrackableSystem.register(payments)                       // first it gets the current user, if there is one
  /// checkout.setupTrackableChain(parent: self, tracker: payments)
  /// ```
  ///
  /// Registering sends it no events. Each of these calls reaches the system's tracker, or the task's if that has one (a
  /// purge reaches both), and then each registered one, in the order of registration. Whoever has got the call already does not get it again: a
  /// tracker that is registered twice, or is part of the tracker that the system was bootstrapped with. For that, objects
  /// are recognized also inside combinators; trackers that are values cannot be told apart, so register them once.
  ///
  /// A registered tracker is told at once, also before the bootstrap. If it turns out to be part of the tracker that the
  /// system is bootstrapped with, it then gets a `reset`, and everything that was held, in order: so it is told again who
  /// the user is, but gets no event under another user. Register such a tracker after the bootstrap.
  ///
  /// A tracker that registers later first gets who the user is: the last `identify` with its traits, and the user
  /// properties that were updated since the last `reset`, at most 100 of them. The system keeps registered trackers; a
  /// `withTracker` scope has its own.
  ///
  /// - Parameters:
  ///   - tracker: A tracker that keeps a user.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func register(
    _ tracker: some AnalyticsEventTracker, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    current.register(tracker, at: CodeLocation(fileID: fileID, line: line))
  }

  /// The user is now `userID`, for the system's tracker and the registered ones.
  ///
  /// In a task with a tracker (``withTrackedProperties(_:tracker:in:operation:)``) that tracker stands in place of the
  /// system's: it is told, and so are the registered ones, and the system's tracker is not.
  ///
  /// ```swift
  /// TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
  /// ```
  ///
  /// What was tracked before arrives before, so that nothing is attributed to the wrong user: an event that waits for
  /// the caller's own actor is completed now, one that waits for another actor goes out as it is, and one that is just
  /// being handed to its trackers is waited for, no longer than ``readTimeout``. See <doc:Order>.
  ///
  /// `TrackableSystem.tracker.identify(_:)` does not know the caller's actor, so it sends out all waiting events as they
  /// are.
  ///
  /// - Parameters:
  ///   - userID: The user, by the ID that your services know.
  ///   - traits: What is known of the user. Flaws in it are reported.
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func identify(
    _ userID: String, traits: TrackedProperties = [], isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    SystemTracker(core: current).changeUser(
      .identify(userID, traits: traits.reportingFlaws(at: location)), isolation: isolation, at: location)
  }

  /// The user is no longer known, for example after logging out. What was tracked before arrives before, and a task's
  /// tracker is told in place of the system's: see ``identify(_:traits:isolation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - isolation: Where the caller runs; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func reset(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    SystemTracker(core: current).changeUser(
      .reset, isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
  }

  /// What was tracked and not sent yet must not be sent any more, because the user does not want it: everything that is
  /// held or waits for an actor is dropped, and the system's tracker, the registered ones and that of the task, if it has
  /// one, drop what they keep. A tracker that is several of these is told once.
  ///
  /// The user stays known. To forget the user as well, call ``reset(isolation:fileID:line:)`` first. For a gate that
  /// stays closed, see <doc:AskingForConsent>.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public static func purge(fileID: StaticString = #fileID, line: UInt = #line) {
    let tracker = SystemTracker(core: current)
    tracker.purge(at: CodeLocation(fileID: fileID, line: line))
  }
}
