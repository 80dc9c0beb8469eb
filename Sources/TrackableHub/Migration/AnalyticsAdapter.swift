/// The seed's word for an ``AnalyticsDestination``.
@available(*, deprecated, renamed: "AnalyticsDestination")
public typealias AnalyticsAdapter = AnalyticsDestination
