/// A fact about the user that stays true until the app changes it. A later update replaces an earlier update: see
/// <doc:Order>.
///
/// ```swift
/// struct Email: UserProperty {
///   let value: String
///   func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(newEmail: value)] }
/// }
///
/// settings.updateUserProperty(Email(value: "john@apple.records"))   // the property, then EmailChanged
/// ```
///
/// Its ``UserPropertyOperation`` says whether an update sets the value, adds it, or removes it.
public protocol UserProperty: Sendable {
  /// The type of the property's value.
  associatedtype Value: TrackedValueConvertible

  /// The name. The default is the type path.
  var name: String { get }

  /// The value of the property. `nil` unsets the property.
  var value: Value { get }

  /// The operation of an update. The default is ``UserPropertyOperation/set``.
  var operation: UserPropertyOperation { get }

  /// The events to track after each update of the property. The default is an empty list.
  func updateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// The type path.
  @_disfavoredOverload public var name: String { NameTable.path(of: Self.self).name }
  /// The value replaces the earlier value.
  public var operation: UserPropertyOperation { .set }
  /// No events.
  public func updateEvents() -> [any AnalyticsEvent] { [] }
}

/// The effect of an update on a user property at the service.
///
/// ```swift
/// struct AlbumsRated: UserProperty {
///   let value: Int
///   var operation = UserPropertyOperation.increment
/// }
///
/// settings.updateUserProperty(AlbumsRated(value: 1))                    // one more
/// settings.updateUserProperty(AlbumsRated(value: 0, operation: .set))   // none
/// ```
///
/// See <doc:Users>.
public enum UserPropertyOperation: Sendable, Equatable {
  /// The value replaces the earlier value.
  case set
  /// The value is set if the service has no value yet. A `nil` value changes nothing.
  case setOnce
  /// The value is a number, and the service adds it to its own value. A `nil` value changes nothing.
  case increment
  /// The service forgets the value. Setting `nil` does the same.
  case unset
  /// The value is the ID of a group to which the user belongs, and the property's name is the type of the group:
  /// ``TrackableSystem/group(_:type:traits:fileID:line:)``.
  // The case is boxed, so that an operation is copied in a few instructions.
  indirect case group(traits: TrackedProperties = TrackedProperties())
}

/// The update with which a user joins or leaves a group. Its name is the type of the group.
package struct UserGroup: UserProperty {
  package let value: String?
  package let name: String
  package let operation: UserPropertyOperation

  package init(_ id: String?, type: String, traits: TrackedProperties) {
    (value, name, operation) = (id, type, .group(traits: traits))
  }
}
