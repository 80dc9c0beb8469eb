/// An event that is named by the convention *Object: Action - Label*.
///
/// ```swift
/// struct SongTapped: IdentifiedEvent {
///   let identifier = EventIdentifier(object: "Song", action: "Tapped", label: "More Info")
/// }
///
/// SongTapped().name     // "Song: Tapped - More Info"
/// SongTapped().entity   // "Song"
/// ```
///
/// <doc:ObjectActionLabel> explains the convention, and styles that change such names.
public protocol IdentifiedEvent: AnalyticsEvent {
  /// The object of the event, the action, and an optional label.
  var identifier: EventIdentifier { get }
}

extension IdentifiedEvent {
  /// `Object: Action - Label`.
  @_disfavoredOverload public var name: String { identifier.formatted }
  /// The object.
  @_disfavoredOverload public var entity: String { identifier.object }
}
