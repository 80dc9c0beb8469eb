/// Events that declare their properties as an array, from before ``TrackedProperties`` existed.
///
/// ``AnalyticsEvent`` refines this protocol, so that older events compile unchanged and none of their properties is
/// lost:
///
/// ```swift
/// struct PaymentSent: AnalyticsEvent {
///   let name = "payment_sent"
///   let entity = "payment"
///   var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
/// }
/// ```
///
/// New events declare ``AnalyticsEvent/properties`` as ``TrackedProperties``.
public protocol AnalyticsEventWithPropertyList: Sendable {
  /// The properties as an array. The default is none.
  // Disfavoured, so that on any event `event.properties` means ``AnalyticsEvent/properties``.
  @_disfavoredOverload
  var properties: [TrackedProperty] { get }
}

extension AnalyticsEventWithPropertyList {
  /// No properties.
  @_disfavoredOverload
  @inlinable public var properties: [TrackedProperty] { [] }

  /// The array, under a name that is not ambiguous.
  @inlinable var propertyList: [TrackedProperty] { properties }
}

extension AnalyticsEventWithPropertyList where Self == TrackedEvent {
  /// The merged properties as an array, for destinations that pass an array on.
  @_disfavoredOverload
  public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

/// The earlier name of ``TrackedProperty``.
@available(
  *, deprecated, renamed: "TrackedProperty",
  message: "Declare 'var properties: TrackedProperties', and write 'Keys.amount ~>> 20'."
)
public typealias AnalyticsEventProperty = TrackedProperty

extension TrackedProperty {
  /// A property from a plain string and a value, in the earlier form.
  @available(*, deprecated, message: "Write 'Keys.amount ~>> 20', or '\"amount\" ~>> 20' for a plain string.")
  public init(key: String, value: some TrackedValueConvertible) {
    self.init(key, value)
  }
}
