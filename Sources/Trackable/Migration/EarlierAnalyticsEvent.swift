/// An event in the earlier form: its properties are an array, and its ``AnalyticsEvent/entity`` may be called
/// `category`.
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
  @_disfavoredOverload var properties: [TrackedProperty] { get }

  /// The entity. The default, an empty string, stands for "not declared".
  var category: String { get }
}

@available(*, deprecated)
extension EarlierAnalyticsEvent {
  /// No properties.
  @_disfavoredOverload public var properties: [TrackedProperty] { [] }

  /// Not declared.
  public var category: String { "" }

  /// The category, or else the simple name of the enclosing type.
  public var entity: String { category.isEmpty ? TypeName.enclosing(self) : category }
}

@available(*, deprecated)
extension EarlierAnalyticsEvent where Self: RawRepresentable, RawValue == String {
  /// The category, or else the simple name of the enum.
  public var entity: String { category.isEmpty ? NameTable.path(of: Self.self).simple : category }
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
  @_disfavoredOverload public var properties: [TrackedProperty] {
    let properties: TrackedProperties = self.properties
    return Array(properties)
  }
}

extension AnalyticsEvent {
  /// The earlier word for ``entity``.
  @available(*, deprecated, renamed: "entity")
  public var category: String { entity }
}

/// The earlier name of ``TrackedProperty``.
///
/// Events from before ``TrackedProperties`` existed are of the earlier form, and none of their properties is lost:
///
/// ```swift
/// struct PaymentSent: EarlierAnalyticsEvent {
///   let name = "payment_sent"
///   let entity = "payment"
///   var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
/// }
/// ```
@available(
  *, deprecated, renamed: "TrackedProperty",
  message:
    "An event that declares a list conforms to 'EarlierAnalyticsEvent', or it is sent without. Better declare 'var properties: TrackedProperties', and write 'Keys.amount ~>> 20'."
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

/// The earlier name of ``AnalyticsEventType``.
@available(*, deprecated, renamed: "AnalyticsEventType")
public typealias PayPalAnalyticsEventType = AnalyticsEventType

/// An event for PayPal, from when only PayPal's events had a type.
///
/// Every ``AnalyticsEvent`` now has an ``AnalyticsEvent/eventType``, with a default.
@available(*, deprecated, message: "Conform to AnalyticsEvent, which has 'eventType' now.")
public protocol PayPalAnalyticsEvent: EarlierAnalyticsEvent {}

/// A tracker that takes PayPal's events only, from when there were two protocols for trackers.
@available(*, deprecated, message: "Conform to AnalyticsEventTracker, and read 'event.eventType.rawValue'.")
public protocol PayPalAnalyticsEventTracker: Sendable {
  /// An event happened.
  func track(_ event: some PayPalAnalyticsEvent)
}

@available(*, deprecated, message: "Conform to AnalyticsEventTracker.")
extension PayPalAnalyticsEventTracker {
  // Disfavoured, so that a tracker that conforms to both protocols counts as an AnalyticsEventTracker.
  /// This tracker and one for all events, as one ``AnalyticsEventTracker``. Only PayPal's events go to this one.
  @_disfavoredOverload public func combined(with other: any AnalyticsEventTracker) -> some AnalyticsEventTracker {
    CombinedTracker(PayPalTrackerAdapter(base: self), other)
  }
}

@available(*, deprecated, message: "Conform to AnalyticsEventTracker.")
extension AnalyticsEventTracker {
  /// This tracker and one for PayPal's events only.
  @_disfavoredOverload public func combined(with other: any PayPalAnalyticsEventTracker) -> some AnalyticsEventTracker {
    CombinedTracker(self, PayPalTrackerAdapter(base: other))
  }
}

/// Hands the events that conform to the older protocol to a tracker of the older kind.
@available(*, deprecated)
struct PayPalTrackerAdapter: AnalyticsEventTracker {
  let base: any PayPalAnalyticsEventTracker

  var name: String { String(describing: type(of: base)) }

  func track(_ event: TrackedEvent) {
    guard let original = event.base as? any PayPalAnalyticsEvent else { return }
    if event.saysTheSame(as: original) {
      base.track(original)
    } else {
      // The chain, or a combinator, has added to the event or changed it.
      base.track(PayPalEventInContext(event: event))
    }
  }
}

@available(*, deprecated)
private final class PayPalEventInContext: PayPalAnalyticsEvent {
  let event: TrackedEvent

  init(event: TrackedEvent) { self.event = event }

  var name: String { event.name }
  var entity: String { event.entity }
  var category: String { event.entity }
  var eventType: AnalyticsEventType { event.eventType }
  var properties: TrackedProperties { event.properties }
}

@available(*, deprecated)
extension EarlierAnalyticsEvent where Self == PayPalEventInContext {
  /// The same as a list, for trackers that pass a list on.
  @_disfavoredOverload
  fileprivate var properties: [TrackedProperty] { Array(self.event.properties as TrackedProperties) }
}

extension TrackedEvent {
  /// Whether the chain and the combinators on the way left everything as the event itself declares it.
  fileprivate func saysTheSame(as original: any AnalyticsEvent) -> Bool {
    let originalProperties: TrackedProperties = original.properties
    return name == original.name && entity == original.entity && eventType == original.eventType
      && properties == originalProperties
  }
}
