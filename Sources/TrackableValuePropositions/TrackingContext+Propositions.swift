import Trackable

extension TrackingContext {
  /// Opens a session of a value proposition. The session's events carry the properties of this context, and go to the
  /// tracker of the context.
  ///
  /// - Parameters:
  ///   - proposition: The proposition.
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of the first event only.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func open(
    _ proposition: some ValueProposition, trigger: ValuePropositionTrigger = .unspecified,
    attributes: (any AnalyticsEventAttributes)? = nil, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ValuePropositionSession {
    ValuePropositionSession(
      proposition, .open(trigger: trigger, attributes: attributes), Origin(self),
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Takes a step in the session of a proposition, without a handle: see
  /// ``Trackable/TrackableClass/track(for:with:isolation:fileID:line:)-(ValueProposition,_,_,_,_)``. The event carries
  /// the properties of this context.
  ///
  /// - Parameters:
  ///   - proposition: The proposition.
  ///   - action: The step.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    ValuePropositionSessions.current.list.perform(
      action, for: proposition, from: Origin(self), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Starts to measure the duration of an event, which is tracked on this context when the timing ends.
  ///
  /// - Parameters:
  ///   - event: The event to track at the end.
  ///   - key: The key of the duration; `nil` means `duration`.
  ///   - unit: The unit of the duration.
  ///   - pausesInBackground: Whether the duration leaves out the time in the background.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func startTiming(
    _ event: some AnalyticsEvent, as key: (any Key)? = nil, in unit: EventTiming.Unit = .seconds,
    pausesInBackground: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventTiming {
    EventTiming(
      event, key, unit, pausesInBackground: pausesInBackground, Origin(self),
      at: CodeLocation(fileID: fileID, line: line))
  }
}
