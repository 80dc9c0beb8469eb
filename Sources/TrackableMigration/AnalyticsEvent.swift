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
/// Errors: the compiler warns of a declared list or `category`, which count.
public protocol AnalyticsEvent: Trackable.AnalyticsEvent, _EarlierEvent {
  // Disfavoured, so that on any event `event.properties` means the core's.
  /// The properties as a list.
  @_disfavoredOverload var properties: [TrackedProperty] { get }

  /// The entity.
  var category: String { get }
}

/// What an event of before declares.
public protocol _EarlierEvent {
  /// The type of declared properties; `TrackedProperties` without any.
  associatedtype EarlierProperties
  /// The type of a declared `category`; nothing without one.
  associatedtype EarlierCategory

  /// The declared properties.
  @_disfavoredOverload var properties: EarlierProperties { get }

  /// The declared category.
  @_disfavoredOverload var category: EarlierCategory { get }
}

extension AnalyticsEvent {
  /// The properties as a list.
  @_disfavoredOverload public var properties: [TrackedProperty] { Array(properties as TrackedProperties) }

  /// The entity.
  public var category: String { entity }
}

extension AnalyticsEvent where EarlierProperties == TrackedProperties {
  /// None.
  public var properties: TrackedProperties { [] }
}

extension AnalyticsEvent where EarlierCategory == Void {
  /// Nothing.
  @_disfavoredOverload public var category: Void { () }
}

extension Trackable.AnalyticsEvent where Self: AnalyticsEvent, EarlierProperties == [TrackedProperty] {
  /// The list.
  @available(*, deprecated, message: "Give 'properties', which are sent, the type TrackedProperties.")
  public var properties: TrackedProperties { TrackedProperties(properties as [TrackedProperty]) }
}

extension AnalyticsEvent where EarlierCategory == String {
  /// The category.
  @available(*, deprecated, message: "Call 'category', which is sent, 'entity'.")
  public var entity: String { category }
}

extension TrackedEvent: AnalyticsEvent {
  /// The earlier word for the entity.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}

/// The earlier name of `TrackedProperty`.
@available(*, deprecated, renamed: "TrackedProperty")
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
