/// An event in the form that it had before `TrackedProperties`: its properties may be a list, and its entity may be called
/// `category`.
///
/// ```swift
/// struct PaymentSent: AnalyticsEvent {
///   let name = "payment_sent"
///   let category = "payment"
///   var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
/// }
/// ```
///
/// In a file that imports this module, it takes the place of the core's `AnalyticsEvent`, which it refines.
///
/// Errors: an event that says something in a list is sent with it, and an issue (`leftBehind`) is reported once for its type.
public protocol AnalyticsEvent: Trackable.AnalyticsEvent {
  // Disfavoured, so that on any event `event.properties` means the core's.
  /// The properties as a list. The default is none.
  @_disfavoredOverload var properties: [TrackedProperty] { get }

  /// The entity. The default is the simple name of the enclosing type.
  var category: String { get }
}

extension AnalyticsEvent {
  /// No properties.
  @_disfavoredOverload public var properties: [TrackedProperty] { [] }

  /// The simple name of the enclosing type.
  public var category: String { TypeName.enclosing(self) }

  /// The category.
  public var entity: String { category }
}

extension Trackable.AnalyticsEvent where Self: AnalyticsEvent {
  /// The list.
  public var properties: TrackedProperties {
    let list: [TrackedProperty] = properties
    if !list.isEmpty {
      LeftBehind.report(
        "properties: [TrackedProperty]", of: Self.self, remedy: "declare 'var properties: TrackedProperties' in it.")
    }
    return TrackedProperties(list)
  }
}

extension AnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The category.
  public var entity: String { category }
}

extension TrackedEvent: AnalyticsEvent {
  /// The earlier word for the entity.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}

extension AnalyticsEvent where Self == TrackedEvent {
  /// The merged properties as a list, for destinations that pass a list on.
  @_disfavoredOverload public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

/// The earlier name of `TrackedProperty`.
@available(
  *, deprecated, renamed: "TrackedProperty",
  message: "Declare 'var properties: TrackedProperties', and write 'Keys.amount ~>> 20'."
)
public typealias AnalyticsEventProperty = TrackedProperty

extension TrackedProperty {
  /// A property from a plain string and a value, in the earlier form.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - value: Its value.
  @available(*, deprecated, message: "Write 'Keys.amount ~>> 20', or '\"amount\" ~>> 20' for a plain string.")
  public init(key: String, value: some TrackedValueConvertible) {
    self.init(key, value)
  }
}
