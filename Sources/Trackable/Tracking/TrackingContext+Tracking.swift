extension TrackingContext {
  /// Tracks an event with the properties of this context.
  ///
  /// ```swift
  /// context.track(Events.User.didPay, trackedProperties: [Keys.amount ~>> 20])
  /// ```
  ///
  /// The order of precedence is the same as for objects: the call, the event, the context (nearest step first), the
  /// task's scopes, the root, the default properties. The event goes to the tracker of the last ``delivering(to:)``. If
  /// the context has no tracker, the event goes to the task's tracker and, without such a tracker, to the system's
  /// tracker. Isolation: any thread.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func track(
    _ event: some AnalyticsEvent,
    trackedProperties: @autoclosure () -> TrackedProperties = TrackedProperties(),
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    if isIgnoredEverywhere(ObjectIdentifier(type(of: event))) { return }
    Ambient.track(event, trackedProperties, from: .context(self), nil, fileID, line)
  }

  /// Tracks an event, with properties as a list of statements:
  /// `context.track(Events.User.didPay) { Keys.amount ~>> 20 }`.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: The properties of this call. Their values win over all others: <doc:Precedence>. The
  ///     library does not evaluate the properties if no tracker wants the event.
  public func track(
    _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    track(event, trackedProperties: trackedProperties(), fileID: fileID, line: line)
  }

  /// Updates a user property, and then tracks its ``UserProperty/updateEvents()``.
  public func updateUserProperty(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    Ambient.update(property, from: .context(self), nil, at: CodeLocation(fileID: fileID, line: line))
  }

  /// Explains the properties that an event would carry if it were tracked on this context now, with their sources and
  /// the values that they override.
  ///
  /// - Parameters:
  ///   - event: The event to explain.
  ///   - trackedProperties: The properties of the call.
  public func explainTracking(
    of event: some AnalyticsEvent,
    trackedProperties: TrackedProperties = TrackedProperties()
  ) -> TrackedPropertiesExplanation {
    Ambient().explained(trackedProperties, event, from: .context(self), nil)
  }
}
