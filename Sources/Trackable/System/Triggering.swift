// For those who come from trackers with one global: an event that triggers itself.

extension AnalyticsEvent {
  /// Tracks the event with ``TrackableSystem/tracker``: it has no object, and carries the properties of its own, of the
  /// task, and the default ones.
  ///
  /// ```swift
  /// Events.App.Opened(appName: "My App").trigger()
  /// ```
  ///
  /// Without any global: `hub.track(event)`.
  public func trigger(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.tracker.track(self, fileID: fileID, line: line)
  }
}

extension UserProperty {
  /// Updates the property with ``TrackableSystem/tracker``, then tracks the events that are bound to it.
  ///
  /// ```swift
  /// Email(value: "john@apple.records").update()
  /// ```
  ///
  /// Without any global: `hub.update(property)`.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.tracker.update(self, fileID: fileID, line: line)
  }
}
