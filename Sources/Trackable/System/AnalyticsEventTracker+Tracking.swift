// In this floor, and not beside the protocol and its other combinators, because what is wrong with properties is reported
// here, with the place where they were written.

extension AnalyticsEventTracker {
  /// Tracks an event that has no object and so no context: it carries its own properties only.
  ///
  /// ```swift
  /// tracker.track(Events.App.started)
  /// ```
  public func track(_ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line) {
    // The defaulted location keeps this method from being taken for the requirement, which it calls.
    var tracked = TrackedEvent(event)
    tracked.properties = tracked.properties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    track(tracked)
  }

  /// Updates a user property that has no object, then tracks the events that are bound to it.
  ///
  /// ```swift
  /// tracker.update(Email(value: "john@apple.records"))   // the property, then EmailChanged
  /// ```
  public func update(_ property: some UserProperty, fileID: StaticString = #fileID, line: UInt = #line) {
    let tracked = TrackedUserProperty(property)
    if !tracked.flaws.isEmpty {
      let said = TrackedProperty(key: PropertyKey(tracked.name), saying: tracked.value, flaws: tracked.flaws)
      TrackableSystem.current.reportFlaws(of: [said], at: SourceLocation(fileID: fileID, line: line))
    }
    update(tracked)
    for event in property.updateEvents() { track(event, fileID: fileID, line: line) }
  }

  /// Reports an error that is worth knowing of, and this place in the code with it.
  ///
  /// ```swift
  /// do { try album.save() } catch { tracker.report(error) }
  /// ```
  public func report(_ error: any Error, fileID: StaticString = #fileID, line: UInt = #line) {
    report(error, at: SourceLocation(fileID: fileID, line: line))
  }

  /// This tracker, with `properties` on every event where nothing else speaks of their keys: below everything the event
  /// says.
  ///
  /// ```swift
  /// payPal.adding(["src": "wallet"])
  /// ```
  public func adding(
    _ properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let properties = properties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    return map { event in
      var event = event
      event.properties = event.properties.completed(by: properties)
      return event
    }
  }

  /// This tracker, with `properties` on every event, whatever the event says of their keys.
  public func overriding(
    _ properties: TrackedProperties,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let properties = properties.reportingFlaws(at: SourceLocation(fileID: fileID, line: line))
    return map { event in
      var event = event
      event.properties = properties.completed(by: event.properties)
      return event
    }
  }
}

extension TrackedProperties {
  /// The same properties after their flaws were reported to the system that applies here.
  func reportingFlaws(at location: @autoclosure () -> SourceLocation) -> TrackedProperties {
    if !hasFlaws { return self }
    TrackableSystem.current.reportFlaws(of: filter { !$0.flaws.isEmpty }, at: location())
    return cleared
  }
}
