/// Something that is known about the user, which may still be named by `identifier`, and may generate its events under the earlier
/// name.
///
/// In a file that imports this module, it takes the place of the core's `UserProperty`, which it refines.
///
/// Errors: what it says in members of before counts, and an issue (`leftBehind`) is reported once for each.
public protocol UserProperty: Trackable.UserProperty {
  /// The name. The default is the type path.
  var identifier: String { get }

  /// The events to track after each update. The default is none.
  func updateEvents() -> [any AnalyticsEvent]

  /// The same, under the earlier name.
  func generateUpdateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// The type path.
  public var identifier: String { TypeName.path(of: Self.self) }

  /// The identifier.
  public var name: String {
    let name = identifier
    if name != TypeName.path(of: Self.self) {
      LeftBehind.report("identifier", of: Self.self, remedy: "call it 'name'.")
    }
    return name
  }

  /// None.
  @_disfavoredOverload public func updateEvents() -> [any AnalyticsEvent] { [] }

  /// None.
  public func generateUpdateEvents() -> [any AnalyticsEvent] { [] }

  /// The events of both names.
  public func updateEvents() -> [any Trackable.AnalyticsEvent] {
    let (events, earlier): ([any AnalyticsEvent], [any AnalyticsEvent]) = (updateEvents(), generateUpdateEvents())
    if !earlier.isEmpty {
      LeftBehind.report("generateUpdateEvents()", of: Self.self, remedy: "call it 'updateEvents()'.")
    }
    return events + earlier
  }
}
