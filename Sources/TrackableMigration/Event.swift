// In this module a member of before has a requirement of its own type, an associated one. Where a type declares the member, the compiler
// infers that type, and a deprecated witness sends what the member says: the compiler warns where the type conforms. Where it does not, a
// default of the type `Void` is inferred, which nobody reads: `@_disfavoredOverload` leaves reading to the word for all types.

/// An event that is a case of an enum, and may say its name as `description`, as it was then.
///
/// In a file that imports this module, it takes the place of the core's `Event`, which it refines.
///
/// Errors: the compiler warns of a declared `description`, which is sent.
public protocol Event: AnalyticsEvent, Trackable.Event, _SelfDescribing {}

/// What may say its name as `description`.
public protocol _SelfDescribing {
  /// The type of a declared `description`.
  associatedtype EarlierName

  /// The declared name.
  @_disfavoredOverload var description: EarlierName { get }
}

extension _SelfDescribing {
  var earlierName: EarlierName { description }
}

extension Event where EarlierName == Void {
  /// Nothing.
  @_disfavoredOverload public var description: Void { () }
}

extension Event where EarlierName == String {
  /// The description.
  @available(*, deprecated, message: "Call 'description', which is sent, 'name', or make it the raw value.")
  public var name: String { earlierName }
}

extension Trackable.Event {
  /// The name as the earlier closure gets it.
  @available(*, deprecated, renamed: "name")
  public var description: String { Trackable.spelling.event(name) }
}

/// An event that is named by the convention *Object: Action - Label*, and may say its properties as `metadata`.
///
/// In a file that imports this module, it takes the place of the core's `IdentifiedEvent`, which it refines.
///
/// Errors: the compiler warns of declared `metadata`, which is sent.
public protocol IdentifiedEvent: AnalyticsEvent, Trackable.IdentifiedEvent {
  /// The type of declared `metadata`.
  associatedtype EarlierMetadata

  /// The declared properties.
  var metadata: EarlierMetadata { get }
}

extension IdentifiedEvent where EarlierMetadata == Void {
  /// Nothing.
  public var metadata: Void { () }
}

extension IdentifiedEvent where EarlierMetadata == [String: Any], EarlierProperties == TrackedProperties {
  /// The metadata.
  @available(*, deprecated, message: "Call 'metadata', which is sent, 'properties', of type TrackedProperties.")
  public var properties: TrackedProperties { TrackedProperties(dictionary: metadata) }
}
