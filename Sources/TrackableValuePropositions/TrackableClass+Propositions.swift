import Trackable

extension TrackableClass {
  /// Opens a session of a value proposition. Its events carry the properties of this object's chain, and go to its
  /// tracker.
  ///
  /// ```swift
  /// session = open(WatchingVideo(video), trigger: .clicked)
  /// ```
  ///
  /// Several sessions may be open for equal propositions. Never open one in a `deinit`.
  ///
  /// Isolation: call it where the object may be used. The object is kept weakly, and read again on this actor only. If this
  /// is outside of actors, it is read again if it is `Sendable`. Otherwise no later call may read it: the events then carry the
  /// chain's values of now, unless you drive the session with
  /// ``Trackable/TrackableClass/track(for:with:isolation:fileID:line:)-(ValuePropositionSession,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - trigger: The cause.
  ///   - attributes: The attributes of the first event alone.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func open(
    _ proposition: some ValueProposition, trigger: ValuePropositionTrigger = .unspecified,
    attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) -> ValuePropositionSession {
    let site = CodeLocation(fileID: fileID, line: line)
    return ValuePropositionSession(
      proposition, .open(trigger: trigger, attributes: attributes),
      Origin(self, isolation: isolation, at: site), at: site)
  }

  /// Takes a step in the session of a proposition, for those who keep no handle. `.open()` opens it; for the other steps,
  /// the proposition's name and attributes find the live session that was opened last.
  ///
  /// ```swift
  /// track(for: watchingVideo, with: .open(trigger: .clicked))
  /// track(for: watchingVideo, with: .start())
  /// ```
  ///
  /// The event carries the properties of this object's chain. Without handles, a proposition has one session at a time. At
  /// most 1,000 may be open; beyond that the oldest is canceled, with an issue.
  ///
  /// Cost: the attributes are encoded each time; for a handle, once.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - action: The step.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    ValuePropositionSessions.current.list.perform(
      action, for: proposition, from: Origin(self, isolation: isolation, at: site), at: site)
  }

  /// Takes a step in a session from here: its event carries the properties of this object's chain, wherever the session
  /// was opened.
  ///
  /// ```swift
  /// miniPlayer.track(for: session, with: .pause(trigger: .clicked))
  /// ```
  ///
  /// - Parameters:
  ///   - session: The session that takes the step.
  ///   - action: The step.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func track(
    for session: ValuePropositionSession, with action: ValuePropositionAction,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    session.core.perform(
      action, in: makeTrackingContext(isolation: isolation, fileID: fileID, line: line), at: site)
  }

  /// Starts to time an event. It is tracked when the timing ends, with its duration.
  ///
  /// ```swift
  /// let load = startTiming(Events.Page.loaded)
  ///
  /// load.end()   // Events.Page.loaded: duration 0.35
  ///
  /// let read = startTiming(Events.Page.read, as: Keys.readingTime, in: .minutes, pausesInBackground: true)
  /// ```
  ///
  /// Isolation: as for ``Trackable/TrackableClass/open(_:trigger:attributes:isolation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - event: The event at the end.
  ///   - key: The key of the duration; `nil` means `duration`.
  ///   - unit: What the duration is told in.
  ///   - pausesInBackground: Whether the time in the background does not count.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func startTiming(
    _ event: some AnalyticsEvent, as key: (any Key)? = nil, in unit: EventTiming.Unit = .seconds,
    pausesInBackground: Bool = false, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EventTiming {
    let site = CodeLocation(fileID: fileID, line: line)
    return EventTiming(
      event, key, unit, pausesInBackground: pausesInBackground, Origin(self, isolation: isolation, at: site), at: site)
  }
}

extension TrackableClass where Self: Sendable {
  /// The same for objects that may be read anywhere. Chosen by the compiler; a class of a global actor may be read on that
  /// actor only, and so gets the other one.
  @_documentation(visibility: internal)
  public func open(
    _ proposition: some ValueProposition, trigger: ValuePropositionTrigger = .unspecified,
    attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) -> ValuePropositionSession {
    let site = CodeLocation(fileID: fileID, line: line)
    return ValuePropositionSession(
      proposition, .open(trigger: trigger, attributes: attributes),
      Origin(self, isSendable: true, isolation: isolation, at: site), at: site)
  }

  /// The same for objects that may be read anywhere.
  @_documentation(visibility: internal)
  public func startTiming(
    _ event: some AnalyticsEvent, as key: (any Key)? = nil, in unit: EventTiming.Unit = .seconds,
    pausesInBackground: Bool = false, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> EventTiming {
    let site = CodeLocation(fileID: fileID, line: line)
    return EventTiming(
      event, key, unit, pausesInBackground: pausesInBackground,
      Origin(self, isSendable: true, isolation: isolation, at: site), at: site)
  }
}
