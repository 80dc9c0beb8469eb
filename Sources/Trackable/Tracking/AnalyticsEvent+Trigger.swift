// Events that trigger themselves, for people used to libraries with one global tracker.

extension AnalyticsEvent {
  /// Tracks the event with the system's tracker. There is no object, so the event carries its own properties, those of
  /// the task, and the default properties.
  ///
  /// ```swift
  /// Events.App.Opened(appName: "My App").trigger()
  /// ```
  ///
  /// To do without a global, write `hub.track(event)`.
  public func trigger(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.track(self, fileID: fileID, line: line)
  }
}

extension UserProperty {
  /// Updates the property with the system's tracker, then tracks its ``updateEvents()``.
  ///
  /// ```swift
  /// Email(value: "john@apple.records").update()
  /// ```
  ///
  /// To do without a global, write `hub.update(property)`.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.update(self, fileID: fileID, line: line)
  }
}
