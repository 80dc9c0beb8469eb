/// An event that is named by the convention *Object: Action - Label*, and may say its properties as `metadata`.
///
/// In a file that imports this module, `IdentifiedEvent` is this protocol, which refines the core's `IdentifiedEvent`.
///
/// Errors: the compiler warns of declared `metadata`, which is sent, and of a `name`, which is sent in place of the identifier.
public protocol IdentifiedEvent: _NamedByIdentifier {
  /// The type of declared `metadata`.
  associatedtype EarlierMetadata

  /// The declared properties.
  @_disfavoredOverload var metadata: EarlierMetadata { get }
  /// Nothing: deprecated where `metadata` is declared.
  static var _metadata: Void { get }
}

/// An event that is named by its identifier.
public protocol _NamedByIdentifier: AnalyticsEvent, TrackableCore.IdentifiedEvent, _Named {}

extension _NamedByIdentifier {
  // Not disfavoured, so that `event.name` is this and not the `Void`.
  /// The identifier.
  public var name: String { identifier.formatted }
}

extension IdentifiedEvent {
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
  /// Nothing.
  @_disfavoredOverload public var metadata: Void { () }
  /// Nothing.
  public static var _name: Void { () }
  /// Nothing.
  public static var _metadata: Void { () }
}

extension IdentifiedEvent where DeclaredName == String {
  /// Nothing.
  @available(*, deprecated, message: "'name' is sent, not the identifier. Call it something else.")
  public static var _name: Void { () }
}

extension IdentifiedEvent where EarlierMetadata: Collection {
  /// Nothing.
  @available(*, deprecated, message: "Call 'metadata', sent if there are no 'properties', so: TrackedProperties.")
  public static var _metadata: Void { () }
  /// The metadata.
  public var properties: TrackedProperties {
    TrackedProperties(dictionary: metadata as EarlierMetadata as? [String: Any] ?? [:])
  }
}
