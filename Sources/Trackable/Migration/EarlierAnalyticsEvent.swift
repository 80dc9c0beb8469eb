// `AnalyticsEvent` refines this protocol: the only word of this folder that a lower one uses, because what an older
// event declares can be reached through a requirement only. Without it, this program compiles, and its event arrives
// without its property and in the wrong category:
//
//     protocol AnalyticsEvent { var entity: String { get }; var properties: TrackedProperties { get } }
//     extension AnalyticsEvent {
//       var entity: String { "the default" }
//       var properties: TrackedProperties { [] }   // nothing that can be written here finds what `Old` declares
//     }
//     struct Old: AnalyticsEvent {
//       let category = "payment"
//       var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
//     }
//
// One protocol cannot declare `properties` twice, hence a second one. (An associated type could be either type of
// `properties`, but not find `category`. And it would cost every event 130 instructions.)

/// What older events may declare in place of the requirements of ``AnalyticsEvent``: their properties as an array, and a
/// `category` instead of an ``AnalyticsEvent/entity``. They compile unchanged, and nothing that they declare is lost.
public protocol _EarlierAnalyticsEvent: Sendable {
  // Disfavoured, so that on any event `event.properties` means `AnalyticsEvent.properties`.
  /// The properties as an array. The default is none.
  @_disfavoredOverload
  var properties: [TrackedProperty] { get }

  /// The entity. The default, an empty string, stands for "not declared".
  var category: String { get }
}

extension _EarlierAnalyticsEvent {
  /// No properties.
  @_disfavoredOverload
  @inlinable public var properties: [TrackedProperty] { [] }

  /// Not declared.
  @inlinable public var category: String { "" }

  /// The array, under a name that is not ambiguous.
  @inlinable var propertyList: [TrackedProperty] { properties }

  /// The category, if the event declares one.
  @inlinable var declaredCategory: String? {
    let category = category
    return category.isEmpty ? nil : category
  }
}

extension _EarlierAnalyticsEvent where Self == TrackedEvent {
  /// The merged properties as an array, for destinations that pass an array on.
  @_disfavoredOverload
  public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

extension TrackedEvent {
  /// The earlier word for ``entity``.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}
