/// The earlier name of ``AnalyticsEventType``.
@available(*, deprecated, renamed: "AnalyticsEventType")
public typealias PayPalAnalyticsEventType = AnalyticsEventType

/// An event for PayPal, from when only PayPal's events had a type.
///
/// Every ``AnalyticsEvent`` now has an ``AnalyticsEvent/eventType``, with a default.
@available(*, deprecated, message: "Conform to AnalyticsEvent, which has 'eventType' now.")
public protocol PayPalAnalyticsEvent: EarlierAnalyticsEvent {}
