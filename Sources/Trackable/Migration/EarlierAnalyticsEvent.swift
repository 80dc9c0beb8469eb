/// An event in the earlier form: its properties are an array, and its ``AnalyticsEvent/entity`` may be called `category`.
///
/// ```swift
/// struct PaymentSent: EarlierAnalyticsEvent {
///   let name = "payment_sent"
///   let category = "payment"
///   var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
/// }
/// ```
///
/// It is a protocol of its own, so that no other event knows of the earlier form. An event that declares an array and
/// conforms to ``AnalyticsEvent`` itself goes out without it.
@available(
  *, deprecated, message: "Conform to AnalyticsEvent; declare 'entity' and 'var properties: TrackedProperties'."
)
public protocol EarlierAnalyticsEvent: AnalyticsEvent {
  // Disfavoured, so that on any event `event.properties` means `AnalyticsEvent.properties`.
  /// The properties as an array. The default is none.
  @_disfavoredOverload
  var properties: [TrackedProperty] { get }

  /// The entity. The default, an empty string, stands for "not declared".
  var category: String { get }
}

@available(*, deprecated)
extension EarlierAnalyticsEvent {
  /// No properties.
  @_disfavoredOverload
  public var properties: [TrackedProperty] { [] }

  /// Not declared.
  public var category: String { "" }

  /// The category, or else the simple name of the enclosing type.
  public var entity: String { category.isEmpty ? TypeName.enclosing(self) : category }
}

@available(*, deprecated)
extension EarlierAnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The category, or else the simple name of the enum.
  public var entity: String { category.isEmpty ? TypeName.simple(Self.self) : category }
}

@available(*, deprecated)
extension AnalyticsEvent where Self: EarlierAnalyticsEvent {
  /// The array.
  public var properties: TrackedProperties {
    let list: [TrackedProperty] = properties
    return TrackedProperties(list)
  }
}

extension AnalyticsEvent where Self == TrackedEvent {
  /// The merged properties as an array, for destinations that pass an array on.
  @available(*, deprecated, message: "Array(event.properties) is the array.")
  @_disfavoredOverload
  public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

extension AnalyticsEvent {
  /// The earlier word for ``entity``.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}
