/// Events that declare their properties as a list, as they did before ``TrackedProperties`` existed.
///
/// It stands below ``AnalyticsEvent`` so that hundreds of older events compile as they are, and none of their
/// properties is lost:
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
  /// The properties as a list. The default is nothing.
  // Disfavoured, so that `event.properties.count` means the properties of the present form on any event.
  @_disfavoredOverload
  var properties: [TrackedProperty] { get }
}

extension AnalyticsEventWithPropertyList {
  /// Nothing.
  @_disfavoredOverload
  @inlinable public var properties: [TrackedProperty] { [] }

  /// The list by a name that nothing else has.
  @inlinable var propertyList: [TrackedProperty] { properties }
}

extension AnalyticsEventWithPropertyList where Self == TrackedEvent {
  /// The merged properties as a list, for destinations that pass a list on.
  @_disfavoredOverload
  public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

/// The earlier name of ``TrackedProperty``.
@available(*, deprecated, message: "Declare 'var properties: TrackedProperties', and write 'Keys.amount ~>> 20'.")
public typealias AnalyticsEventProperty = TrackedProperty

extension TrackedProperty {
  /// A property from a plain string and a value, in the earlier form.
  @available(*, deprecated, message: "Write 'Keys.amount ~>> 20', or '\"amount\" ~>> 20' for a plain string.")
  public init(key: String, value: some TrackedValueConvertible) {
    self.init(key, value)
  }
}
