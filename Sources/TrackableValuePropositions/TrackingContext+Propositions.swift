import Trackable

extension TrackingContext {
  /// Opens a session of a value proposition. Its events carry the properties of this context, and go to its tracker.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - trigger: The cause.
  ///   - attributes: The attributes of the first event alone.
  ///   - app: The visit that it belongs to.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func open(
    _ proposition: some ValueProposition, trigger: ValuePropositionTrigger = .unspecified,
    attributes: (any AnalyticsEventAttributes)? = nil, in app: AppSession = .current, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> ValuePropositionSession {
    ValuePropositionSession(
      proposition, .open(trigger: trigger, attributes: attributes), Origin(.context(self)), in: app,
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Takes a step in the session of a proposition, for those who keep no handle: see
  /// ``Trackable/TrackableClass/track(for:with:in:isolation:fileID:line:)``. The event carries the properties of this
  /// context.
  ///
  /// - Parameters:
  ///   - proposition: The proposition that the user turns to.
  ///   - action: The step.
  ///   - app: The visit that it belongs to.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func track(
    for proposition: some ValueProposition, with action: ValuePropositionAction, in app: AppSession = .current,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    app.perform(
      action, for: proposition, from: Origin(.context(self)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Starts to time an event. It is tracked on this context when the timing ends, with its duration.
  ///
  /// - Parameters:
  ///   - event: The event at the end.
  ///   - app: The visit that it belongs to.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func startTiming(
    _ event: some AnalyticsEvent, in app: AppSession = .current, fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventTiming {
    EventTiming(event, Origin(.context(self)), app.core.environment, at: CodeLocation(fileID: fileID, line: line))
  }
}
