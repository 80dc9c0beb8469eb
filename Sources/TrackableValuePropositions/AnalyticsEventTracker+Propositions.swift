import Trackable

extension AnalyticsEventTracker {
  /// Opens a session of a value proposition. Its events are handed to this tracker directly: without an object there is
  /// no context.
  ///
  /// ```swift
  /// let session = tracker.open(watchingVideo)
  /// ```
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
      proposition, .open(trigger: trigger, attributes: attributes), Origin(.tracker(self)), in: app,
      at: CodeLocation(fileID: fileID, line: line))
  }

  /// Takes a step in the session of a proposition, for those who keep no handle: see
  /// ``Trackable/TrackableClass/track(for:with:in:isolation:fileID:line:)``. The event is handed to this tracker.
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
      action, for: proposition, from: Origin(.tracker(self)), at: CodeLocation(fileID: fileID, line: line))
  }

  /// Starts to time an event. It is handed to this tracker when the timing ends, with its duration.
  ///
  /// - Parameters:
  ///   - event: The event at the end.
  ///   - app: The visit that it belongs to.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func startTiming(
    _ event: some AnalyticsEvent, in app: AppSession = .current, fileID: StaticString = #fileID, line: UInt = #line
  ) -> EventTiming {
    EventTiming(event, Origin(.tracker(self)), app.core.environment, at: CodeLocation(fileID: fileID, line: line))
  }
}
