/// An event in the form that it had before `TrackedProperties`: its properties may be a list, and its entity may be
/// called `category`.
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
/// Errors: the compiler refuses members that the library would not read: `metadata`, `parameters`, an `EventIdentifier`
/// in an event that is not an ``IdentifiedEvent``, and an `eventType` or `properties` of another type. The compiler
/// only warns of `properties` that are a list, and of a `category`, because the library sends both.
public protocol AnalyticsEvent: TrackableCore.AnalyticsEvent {
  /// The type of declared properties.
  associatedtype EarlierProperties
  /// The type of a declared `category`.
  associatedtype EarlierCategory
  /// The type of the names of declared `parameters`.
  associatedtype ParameterName: Hashable
  /// The type of the values of declared `parameters`.
  associatedtype ParameterValue
  /// The type of a declared `identifier`.
  associatedtype DeclaredIdentifier
  /// The type of declared `metadata`.
  associatedtype EarlierMetadata
  /// The type of a declared `eventType`.
  associatedtype DeclaredEventType

  /// The types of three declared members. The library compares them with the types that it can read.
  typealias _DeclaredWords = (ParameterName, EarlierMetadata, DeclaredEventType)

  /// The declared properties.
  @_disfavoredOverload var properties: EarlierProperties { get }
  /// The declared category.
  @_disfavoredOverload var category: EarlierCategory { get }
  /// The declared parameters.
  @_disfavoredOverload var parameters: [ParameterName: ParameterValue] { get }
  /// The declared metadata.
  @_disfavoredOverload var metadata: EarlierMetadata { get }
  /// The declared identifier.
  @_disfavoredOverload var identifier: DeclaredIdentifier { get }
  /// The declared type.
  @_disfavoredOverload var eventType: DeclaredEventType { get }
  /// A requirement that no code reads. Its default is unavailable if the library would not read an earlier member, or a
  /// new member of another type.
  static var _newWords: Void { get }
}

extension AnalyticsEvent {
  // This property is not disfavoured, so that `event.name` means it and not the default of type `Void`.
  /// The type path, and the raw value or the case.
  public var name: String {
    let raw = (self as? any RawRepresentable)?.rawValue as? String
    return raw.map { TypePath.text(of: Self.self) + "." + $0 } ?? TypePath.name(ofEvent: self)
  }

  var earlierCategory: EarlierCategory { category }

  /// Nothing.
  @_disfavoredOverload public var category: Void { () }
  /// Nothing.
  @_disfavoredOverload public var parameters: [Never: Never] { [:] }
  /// Nothing.
  @_disfavoredOverload public var identifier: Void { () }
  /// Nothing.
  @_disfavoredOverload public var metadata: Void { () }
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "Not read: 'metadata', 'parameters' (now 'properties'), words of another type.")
  public static var _newWords: Void { () }
}

extension AnalyticsEvent
where _DeclaredWords == (Never, Void, AnalyticsEventType), EarlierProperties: Sequence<TrackedProperty> {
  /// Nothing.
  public static var _newWords: Void { () }
}

extension AnalyticsEvent
where
  _DeclaredWords == (Never, Void, AnalyticsEventType), EarlierProperties: Sequence<TrackedProperty>,
  DeclaredIdentifier == EventIdentifier
{
  /// Unavailable: the compiler's message says what to write instead.
  @available(*, unavailable, message: "An event with an EventIdentifier is an IdentifiedEvent, without a 'name'.")
  public static var _newWords: Void { () }
}

extension TrackableCore.AnalyticsEvent where Self: AnalyticsEvent, EarlierProperties == [TrackedProperty] {
  /// The list.
  @available(*, deprecated, message: "Give 'properties', which are sent, the type TrackedProperties.")
  public var properties: TrackedProperties { TrackedProperties(properties as [TrackedProperty]) }
}

extension AnalyticsEvent where EarlierCategory == String {
  /// The category.
  @available(*, deprecated, message: "Call 'category', which is sent, 'entity'.")
  public var entity: String { earlierCategory }
}

extension TrackableCore.AnalyticsEvent {
  /// The name that the earlier library had for `entity`.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}

extension TrackedEvent: AnalyticsEvent {
  /// Nothing.
  public static var _newWords: Void { () }
}
