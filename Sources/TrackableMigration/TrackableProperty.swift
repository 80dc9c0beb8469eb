/// A value that Tracker-Aggregator tracks.
@available(*, deprecated, renamed: "TrackedValueConvertible")
public typealias TrackableValueType = TrackedValueConvertible

extension TrackedValueConvertible {
  /// The value as text.
  @available(*, deprecated, message: "Write '\"\\(value)\"' of a value that is no optional.")
  public var stringValue: String { trackedValue.map { "\($0)" } ?? "" }
}

/// A user property in the form of the library Tracker-Aggregator.
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
  /// The type of events that are declared under the earlier name.
  associatedtype EarlierUpdateEvent
  /// The type of events that are declared under the new name.
  associatedtype DeclaredUpdateEvent

  /// The name.
  var identifier: String { get }

  /// The value.
  var trackedValue: (any TrackableValueType)? { get }

  /// The events to track after an update. Their types may be old or new. The default is no events.
  func generateUpdateEvents() -> [EarlierUpdateEvent]

  /// Further events to track after an update, under this library's name. They follow the events of
  /// `generateUpdateEvents()`. The default is no events.
  func updateEvents() -> [DeclaredUpdateEvent]
}

/// The value of a property, optional or not: the documentation of Tracker-Aggregator shows both declarations.
@available(*, deprecated, message: "Conform to UserProperty.")
public protocol _PropertyWithValue: Sendable {
  /// The type of the value.
  associatedtype DeclaredValue

  /// The value.
  @_disfavoredOverload var trackedValue: DeclaredValue { get }
}

@available(*, deprecated)
extension TrackableProperty where DeclaredValue == any TrackableValueType {
  /// The value, for a property that declares a type that is not optional.
  public var trackedValue: (any TrackableValueType)? { trackedValue as DeclaredValue }
}

@available(*, deprecated, message: "Conform to UserProperty.")
extension TrackableProperty {
  /// No events.
  public func generateUpdateEvents() -> [any TrackableEvent] { [] }

  /// No events.
  @_disfavoredOverload public func updateEvents() -> [any TrackableEvent] { [] }

  /// Updates the property with the system's tracker, and then tracks its events.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func update(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.update(EarlierProperty(self), fileID: fileID, line: line)
  }
}

/// A user property of Tracker-Aggregator as the trackers get it.
@available(*, deprecated)
struct EarlierProperty: TrackableCore.UserProperty {
  let base: any TrackableProperty
  let name: String
  let value: TrackedValue?

  /// Reads the property once, for the same reason as ``EarlierEvent``.
  init(_ base: any TrackableProperty) {
    (self.base, name) = (base, base.identifier)
    value = (base.trackedValue as (any TrackableValueType)?)?.trackedValue
  }

  func updateEvents() -> [any TrackableCore.AnalyticsEvent] {
    (base.generateUpdateEvents() + base.updateEvents()).compactMap { event in
      (event as? any TrackableEvent).map { EarlierEvent($0) } ?? event as? any TrackableCore.AnalyticsEvent
    }
  }
}

/// A user property as an adapter gets it if it does not conform to `TrackableProperty`, or if a combinator has changed
/// it.
@available(*, deprecated)
extension TrackedUserProperty: TrackableProperty {
  /// The name.
  @available(*, deprecated, renamed: "name")
  public var identifier: String { name }

  /// The value, as a service takes it. A list and a date become text, and a removed value is `nil`.
  @available(*, deprecated, message: "Read 'value?.plain', or 'operand' as text.")
  public var trackedValue: (any TrackableValueType)? {
    value.flatMap { $0 == .null ? nil : $0.plain as? any TrackableValueType ?? "\($0)" }
  }
}
