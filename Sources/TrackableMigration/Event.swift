/// An event that is a case of an enum, and is named by its `description`, as it was then. The default is the type path and the raw
/// value.
///
/// In a file that imports this module, it takes the place of the core's `Event`, which it refines.
///
/// Errors: a name that the enum declares as `description` is sent, and an issue (`leftBehind`) is reported once for the enum.
public protocol Event: AnalyticsEvent, Trackable.Event {
  /// The name.
  var description: String { get }
}

extension Event where Self: RawRepresentable, RawValue == String {
  /// The type path and the raw value.
  public var description: String { typedName }

  /// The description.
  public var name: String {
    let name = (self as any Event).description
    if name != typedName {
      LeftBehind.report("description", of: Self.self, remedy: "call it 'name', or make it the raw value.")
    }
    return name
  }

  private var typedName: String { TypeName.path(of: Self.self) + "." + rawValue }
}

/// An event that is named by the convention *Object: Action - Label*, and may say its properties as `metadata`.
///
/// In a file that imports this module, it takes the place of the core's `IdentifiedEvent`, which it refines.
///
/// Errors: `metadata` is sent, and an issue (`leftBehind`) is reported once for the type.
public protocol IdentifiedEvent: AnalyticsEvent, Trackable.IdentifiedEvent {
  /// The properties. The default is none.
  var metadata: [String: Any] { get }
}

extension IdentifiedEvent {
  /// None.
  public var metadata: [String: Any] { [:] }

  /// The object.
  public var category: String { identifier.object }

  /// The object.
  public var entity: String { identifier.object }
}

extension Trackable.IdentifiedEvent where Self: IdentifiedEvent {
  /// The metadata, and a list if there is one.
  public var properties: TrackedProperties {
    let (list, metadata): ([TrackedProperty], [String: Any]) = (properties, metadata)
    if !metadata.isEmpty {
      LeftBehind.report("metadata", of: Self.self, remedy: "call it 'properties', of type TrackedProperties.")
    }
    return TrackedProperties(dictionary: metadata) + TrackedProperties(list)
  }
}
