/// The earlier name of ``AnalyticsEventType``.
@available(*, deprecated, renamed: "AnalyticsEventType")
public typealias PayPalAnalyticsEventType = AnalyticsEventType

/// An event that could be sent to PayPal, when the type of an event was PayPal's alone.
///
/// The type has moved up into ``AnalyticsEvent``, where it has a default.
@available(*, deprecated, message: "Conform to AnalyticsEvent, which has 'eventType' now.")
public protocol PayPalAnalyticsEvent: AnalyticsEvent {}
