extension AnalyticsEventTracker {
  /// Passes an event to this tracker directly. The event carries only its own properties, because a tracker has no
  /// chain.
  ///
  /// ```swift
  /// tracker.track(Events.App.started)
  /// ```
  public func track(_ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line) {
    // The parameters `fileID` and `line` also keep this method from satisfying the requirement that it calls, in which
    // case it would call itself.
    track(TrackedEvent(event, fileID: fileID, line: line))
  }

  /// Passes a user property to this tracker directly, and then tracks its ``UserProperty/updateEvents()``.
  ///
  /// ```swift
  /// tracker.update(Email(value: "john@apple.records"))   // the property, then EmailChanged
  /// ```
  public func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    let tracked = TrackedUserProperty(property, fileID: fileID, line: line)
    if tracked.canBeSent(reportingTo: .current) { update(tracked) }
    for event in property.updateEvents() { track(event, fileID: fileID, line: line) }
  }

  /// Identifies the user to this tracker directly.
  ///
  /// ```swift
  /// tracker.identify("john", traits: ["plan" ~>> "premium"])
  /// ```
  ///
  /// - Parameters:
  ///   - userID: The user's ID, in the form that your services know.
  ///   - traits: The user's traits. The library reports an issue for each flaw in them.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func identify(
    _ userID: String, traits: TrackedProperties = TrackedProperties(), fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    identify(TrackedUser(userID, traits: traits, fileID: fileID, line: line))
  }

  /// Reports an error to this tracker directly, with the location in the code.
  ///
  /// ```swift
  /// do { try album.save() } catch { tracker.report(error) }
  /// ```
  public func report(_ error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    report(error, at: CodeLocation(fileID: fileID, line: line))
  }
}
