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
/// In a file that imports this module, `AnalyticsEvent` is this protocol, which refines the core's `AnalyticsEvent`.
///
/// Errors: the compiler warns of a declared list or `category`, which count, and of `parameters`, which only a mapper reads. It refuses an
/// `entity`, an `eventType` and `properties` of another type, which nobody would read.
public protocol AnalyticsEvent: TrackableCore.AnalyticsEvent {
  /// The type of declared properties.
  associatedtype EarlierProperties
  /// The type of a declared `category`.
  associatedtype EarlierCategory
  /// The type of declared `parameters`.
  associatedtype EarlierParameters
  /// The type of a declared `entity`.
  associatedtype DeclaredEntity
  /// The type of a declared `eventType`.
  associatedtype DeclaredEventType

  /// The declared properties.
  @_disfavoredOverload var properties: EarlierProperties { get }
  /// The declared category.
  @_disfavoredOverload var category: EarlierCategory { get }
  /// The declared parameters.
  @_disfavoredOverload var parameters: EarlierParameters { get }
  /// The declared entity.
  @_disfavoredOverload var entity: DeclaredEntity { get }
  /// The declared type.
  @_disfavoredOverload var eventType: DeclaredEventType { get }
  /// Nothing: deprecated where an enum of before declares `properties`, perhaps by chance.
  static var _properties: Void { get }
  /// Nothing: deprecated where a `category` is declared.
  static var _category: Void { get }
  /// Nothing: deprecated where `parameters` are declared.
  static var _parameters: Void { get }
  /// Nothing: missing where a new word has another type.
  static var _types: Void { get }
}

extension AnalyticsEvent where EarlierProperties == EmptyCollection<TrackedProperty> {
  /// Nothing.
  @_disfavoredOverload public var properties: EmptyCollection<TrackedProperty> { EmptyCollection() }
}

extension AnalyticsEvent {
  var earlierCategory: EarlierCategory { category }

  // Disfavoured, so that on any event `event.properties` means the core's.
  /// The properties as a list.
  @_disfavoredOverload public var properties: [TrackedProperty] { Array(properties as TrackedProperties) }
  /// Nothing.
  @_disfavoredOverload public var category: Void { () }
  /// Nothing.
  @_disfavoredOverload public var parameters: Void { () }
  /// Nothing.
  public static var _properties: Void { () }
  /// Nothing.
  public static var _category: Void { () }
  /// Nothing.
  public static var _parameters: Void { () }
  /// Not available: see the message.
  @available(
    *, unavailable,
    message: "'entity' is a String, 'eventType' an AnalyticsEventType, 'properties' are TrackedProperties."
  )
  public static var _types: Void { () }
}

extension AnalyticsEvent
where
  DeclaredEntity == String, DeclaredEventType == AnalyticsEventType, EarlierProperties: Sequence,
  EarlierProperties.Element == TrackedProperty
{
  /// Nothing.
  public static var _types: Void { () }
}

extension AnalyticsEvent where EarlierParameters: Collection {
  /// Nothing.
  @available(*, deprecated, message: "Call 'parameters', which only a mapper reads, 'properties': TrackedProperties.")
  public static var _parameters: Void { () }
}

extension TrackableCore.AnalyticsEvent where Self: AnalyticsEvent {
  /// None.
  public var properties: TrackedProperties { [] }
}

extension TrackableCore.AnalyticsEvent where Self: AnalyticsEvent, EarlierProperties == [TrackedProperty] {
  /// The list.
  @available(*, deprecated, message: "Give 'properties', which are sent, the type TrackedProperties.")
  public var properties: TrackedProperties { TrackedProperties(properties as [TrackedProperty]) }
}

extension AnalyticsEvent where EarlierCategory == String {
  /// Nothing.
  @available(*, deprecated, message: "Call 'category', sent if there is no 'entity', so.")
  public static var _category: Void { () }
  /// The category.
  public var entity: String { earlierCategory }
}

extension TrackableCore.AnalyticsEvent {
  /// The earlier word for the entity.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}

extension TrackedEvent: AnalyticsEvent {}

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
