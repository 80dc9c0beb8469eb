// In this floor, and not beside the other combinators, because what is wrong with the properties is reported here, once,
// with the place where they were written, and not with every event that passes.

extension AnalyticsEventTracker {
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
  func reportingFlaws(at location: SourceLocation) -> TrackedProperties {
    TrackableSystem.current.reportFlaws(of: filter { !$0.flaws.isEmpty }, at: location)
    return cleared
  }
}
