/// An event that is named by the convention *Object: Action - Label*.
///
/// In a file that imports this module, `IdentifiedEvent` is this protocol, which refines the core's `IdentifiedEvent`.
///
/// Errors: the compiler refuses the `metadata` of a `TrackableEvent`, because the library would not read it. The
/// compiler refuses a `name`, because the library would send the `name` instead of the identifier.
public protocol IdentifiedEvent: _NamedByIdentifier {
  /// The type of a declared `name`.
  associatedtype DeclaredName

  /// The declared name.
  @_disfavoredOverload var name: DeclaredName { get }
}

/// An event that is named by its identifier.
public protocol _NamedByIdentifier: AnalyticsEvent, TrackableCore.IdentifiedEvent {}

extension _NamedByIdentifier {
  // This property is not disfavoured, so that `event.name` means it and not the default of type `Void`.
  /// The identifier.
  public var name: String { identifier.formatted }
}

extension IdentifiedEvent {
  /// Nothing.
  @_disfavoredOverload public var name: Void { () }
}

extension IdentifiedEvent
where
  _DeclaredWords == (Never, Void, AnalyticsEventType), EarlierProperties: Sequence<TrackedProperty>,
  DeclaredIdentifier == EventIdentifier, DeclaredName == Void
{
  /// Nothing.
  public static var _newWords: Void { () }
}
