/// A value that Tracker-Aggregator tracks.
@available(*, deprecated, renamed: "TrackedValueConvertible")
public protocol TrackableValueType: TrackedValueConvertible, Sendable {}

@available(*, deprecated)
extension TrackableValueType {
  /// The value as text.
  public var stringValue: String { trackedValue.map { "\($0)" } ?? "" }
}

@available(*, deprecated) extension String: TrackableValueType {}
@available(*, deprecated) extension Int: TrackableValueType {}
@available(*, deprecated) extension Double: TrackableValueType {}
@available(*, deprecated) extension Bool: TrackableValueType {}

/// A user property of Tracker-Aggregator.
///
/// ```swift
/// struct Email: TrackableProperty {
///   let identifier = "email"
///   let value: String
///   var trackedValue: TrackableValueType? { return value }
/// }
///
/// Email(value: "test@test.com").update()
/// ```
@available(*, deprecated, message: "Conform to UserProperty, with 'name', 'value' and 'updateEvents()'.")
public protocol TrackableProperty: _PropertyWithValue {
  /// The name.
  var identifier: String { get }

  /// The value.
  var trackedValue: (any TrackableValueType)? { get }

  /// The events to track after an update. The default is none.
  func generateUpdateEvents() -> [any TrackableEvent]
}

/// A property that is never without a value, and declares it without the question mark: the document of the library has both.
@available(*, deprecated, message: "Conform to UserProperty.")
public protocol _PropertyWithValue: Sendable {
  /// The value.
  @_disfavoredOverload var trackedValue: any TrackableValueType { get }
}

@available(*, deprecated)
extension _PropertyWithValue {
  /// None.
  @_disfavoredOverload public var trackedValue: any TrackableValueType { UndeclaredValue() }
}

@available(*, deprecated, message: "Conform to UserProperty.")
extension TrackableProperty {
  /// No events.
  public func generateUpdateEvents() -> [any TrackableEvent] { [] }

  /// The value that is declared without a question mark.
  public var trackedValue: (any TrackableValueType)? {
    let value: any TrackableValueType = trackedValue
    if value is UndeclaredValue {
      LeftBehind.report("value", of: Self.self, remedy: "declare 'var trackedValue: TrackableValueType?' in it.")
      return nil
    }
    return value
  }

  /// Updates the property with the system's tracker, and then tracks its events.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.update(EarlierProperty(base: self), fileID: fileID, line: line)
  }
}

@available(*, deprecated)
private struct UndeclaredValue: TrackableValueType {
  var trackedValue: TrackedValue? { nil }
}

/// A user property of Tracker-Aggregator as the trackers get it.
@available(*, deprecated)
struct EarlierProperty: Trackable.UserProperty {
  let base: any TrackableProperty

  var name: String { base.identifier }
  var value: TrackedValue? {
    let value: (any TrackableValueType)? = base.trackedValue
    return value?.trackedValue
  }
  func updateEvents() -> [any Trackable.AnalyticsEvent] { base.generateUpdateEvents().map { EarlierEvent(base: $0) } }
}

/// Any user property, as an adapter gets it if it is not one of Tracker-Aggregator, or was changed on the way.
@available(*, deprecated)
extension TrackedUserProperty: TrackableProperty {
  /// The name.
  public var identifier: String { name }

  /// The value; `nil` if the property has none now.
  public var trackedValue: (any TrackableValueType)? { value.flatMap { $0 == .null ? nil : $0 } }
}

@available(*, deprecated) extension TrackedValue: TrackableValueType {}
