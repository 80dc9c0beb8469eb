// A combinator around an adapter is an adapter, too: `mixpanel.renaming(.snakeCase)` is still configured, keeps its
// rules, and may still throw.

/// A combinator around an adapter. It forwards everything, and what it changes in other calls it also changes in
/// `deliver`.
protocol ForwardingAdapter: ForwardingTracker, AnalyticsAdapter where Base: AnalyticsAdapter {
  /// What the adapter gets in place of the delivery; `nil` means nothing.
  func passing(_ delivery: Delivery) -> Delivery?
}

extension ForwardingAdapter {
  func passing(_ delivery: Delivery) -> Delivery? { delivery }
  func configure() async throws { try await base.configure() }
  func deliver(_ delivery: Delivery) async throws {
    if let delivery = passing(delivery) { try await base.deliver(delivery) }
  }
  var eventTrackingRule: EventTrackingRule? { base.eventTrackingRule }
  var propertyTrackingRule: PropertyTrackingRule? { base.propertyTrackingRule }
  var capacity: Int? { base.capacity }
  var overflow: OverflowPolicy? { base.overflow }
}

extension NamedTracker: AnalyticsAdapter, ForwardingAdapter where Base: AnalyticsAdapter {}

extension FilteredTracker: AnalyticsAdapter, ForwardingAdapter where Base: AnalyticsAdapter {
  func passing(_ delivery: Delivery) -> Delivery? {
    switch delivery {
    case .track(let event): includes(event) ? delivery : nil
    case .update(let property): isPropertyIncluded?(property) ?? true ? delivery : nil
    case .identify, .reset, .report: delivery
    }
  }
}

extension MappedTracker: AnalyticsAdapter, ForwardingAdapter where Base: AnalyticsAdapter {
  func passing(_ delivery: Delivery) -> Delivery? {
    guard case .track(let event) = delivery else { return delivery }
    return transform(event).map { .track($0) }
  }
}

extension RenamingTracker: AnalyticsAdapter, ForwardingAdapter where Base: AnalyticsAdapter {
  func passing(_ delivery: Delivery) -> Delivery? {
    switch delivery {
    case .track(let event): .track(renamed(event))
    case .update(let property): .update(renamed(property))
    case .identify, .reset, .report: delivery
    }
  }
}

extension AnalyticsEventTracker {
  /// Whether this tracker contains an adapter that nobody would configure: one that is part of a combination which
  /// itself is inside another combinator, such as the one that makes an adapter of a combination.
  var hidesAdapter: Bool {
    if let combination = self as? any DivisibleTracker {
      return combination.parts.contains { $0 is any AnalyticsAdapter || $0.hidesAdapter }
    }
    if let combinator = self as? any ForwardingTracker { return combinator.base.hidesAdapter }
    return false
  }
}
