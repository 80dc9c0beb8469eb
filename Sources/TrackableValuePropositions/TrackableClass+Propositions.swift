import Trackable

extension TrackableClass {
  /// Opens a session of a value proposition. The session's events carry the properties of this object's chain, and go
  /// to the chain's tracker.
  ///
  /// ```swift
  /// session = open(WatchingVideo(video), trigger: .clicked)
  /// ```
  ///
  /// Several sessions may be open for equal propositions. Never open one in a `deinit`.
  ///
  /// Isolation: call this method on the object's actor. The session does not keep the object alive, and reads the
  /// object again only on that actor. If the caller is on no actor, the session reads the object again only if the
  /// object is `Sendable`. If the session cannot read the object, events carry the values that the chain had before.
  /// For current values, pass steps with
  /// ``Trackable/TrackableClass/track(for:with:isolation:fileID:line:)-(ValuePropositionSession,_,_,_,_)``.
  ///
  /// - Parameters:
  ///   - proposition: The proposition.
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of the first event only.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
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

  /// Takes a step in the session of a proposition, without a handle. `.open()` opens a session. For the other steps,
  /// the library takes the live session with the same name and attributes that was opened last.
  ///
  /// ```swift
  /// track(for: watchingVideo, with: .open(trigger: .clicked))
  /// track(for: watchingVideo, with: .start())
  /// ```
  ///
  /// The event carries the properties of this object's chain. Limits: without handles, a proposition has one session at
  /// a time, and at most 1,000 sessions are open. If there is one more, the library cancels the oldest session and
  /// reports an issue.
  ///
  /// Cost: the library encodes the attributes at each call, and with a handle only once.
  ///
  /// - Parameters:
  ///   - proposition: The proposition.
  ///   - action: The step.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    ValuePropositionSessions.current.list.perform(
      action, for: proposition, from: Origin(self, isolation: isolation, at: site), at: site)
  }

  /// Takes a step in a session, with an event that carries the properties of this object's chain, even if another
  /// object has opened the session.
  ///
  /// ```swift
  /// miniPlayer.track(for: session, with: .pause(trigger: .clicked))
  /// ```
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - action: The step.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func track(
    for session: ValuePropositionSession, with action: ValuePropositionAction,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    let site = CodeLocation(fileID: fileID, line: line)
    session.core.perform(
      action, in: makeTrackingContext(isolation: isolation, fileID: fileID, line: line), at: site)
  }

  /// Starts to measure the duration of an event, which is tracked when the timing ends.
  ///
  /// ```swift
  /// let load = startTiming(Events.Page.loaded)
  ///
  /// load.end()   // Events.Page.loaded: duration 0.35
  ///
  /// let read = startTiming(Events.Page.read, as: Keys.readingTime, in: .minutes, pausesInBackground: true)
  /// ```
  ///
  /// Isolation: the same as for ``Trackable/TrackableClass/open(_:trigger:attributes:isolation:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - event: The event to track at the end.
  ///   - key: The key of the duration; `nil` means `duration`.
  ///   - unit: The unit of the duration.
  ///   - pausesInBackground: Whether the duration leaves out the time in the background.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
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
  /// The same method for `Sendable` objects. The compiler chooses between the two methods. It chooses the other method
  /// for a class of a global actor, because its objects may be read only on that actor.
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

  /// The same method for `Sendable` objects.
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
