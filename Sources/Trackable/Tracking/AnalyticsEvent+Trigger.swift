// Events with a method that tracks them, as in libraries with one global tracker.

extension AnalyticsEvent {
  /// Tracks the event with the system's tracker. Without an object there is no chain: the event carries its own
  /// properties, those of the task, and the default properties.
  ///
  /// ```swift
  /// Events.App.Opened(appName: "My App").trigger()
  /// ```
  ///
  /// The same without a global: `hub.track(event)`.
  public func trigger(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.track(self, fileID: fileID, line: line)
  }
}

extension UserProperty {
  /// Updates the property with the system's tracker, and then tracks its ``updateEvents()``.
  ///
  /// ```swift
  /// Email(value: "john@apple.records").update()
  /// ```
  ///
  /// The same without a global: `hub.update(property)`.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.update(self, fileID: fileID, line: line)
  }
}
