// Methods with which an event tracks itself, as in libraries with one global tracker.

extension AnalyticsEvent {
  /// Tracks the event with the system's tracker. The event carries its own properties, those of the task, those of the
  /// root, and the default properties. It carries nothing from a chain, because no object tracks it.
  ///
  /// ```swift
  /// Events.App.Opened(appName: "My App").trigger()
  /// ```
  ///
  /// To do the same without a global variable, write `hub.track(event)`.
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
  /// To do the same without a global variable, write `hub.update(property)`.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.update(self, fileID: fileID, line: line)
  }
}
