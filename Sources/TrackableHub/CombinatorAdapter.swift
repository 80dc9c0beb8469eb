import Trackable

/// An adapter inside combinators, as one adapter: `mixpanel.renaming(.snakeCase)` is still configured, keeps its rules,
/// and may still throw. What the combinators change in other calls, they also change in `deliver`.
struct CombinatorAdapter<Combinator: ForwardingTracker>: ForwardingTracker, AnalyticsAdapter {
  /// The outermost combinator.
  let base: Combinator
  let name: String
  /// What it is around.
  private let inner: any AnalyticsAdapter

  init?(_ combinator: Combinator) {
    guard let inner = combinator.base.asAdapter else { return nil }
    self.init(combinator, around: inner)
  }

  init(_ combinator: Combinator, around inner: any AnalyticsAdapter) {
    base = combinator
    // A combination inside has the names of all its members.
    name = combinator.name == combinator.base.name ? inner.name : combinator.name
    self.inner = inner
  }

  var eventTrackingRule: EventTrackingRule? { inner.eventTrackingRule }
  var propertyTrackingRule: PropertyTrackingRule? { inner.propertyTrackingRule }
  var capacity: Int? { inner.capacity }
  var overflow: OverflowPolicy? { inner.overflow }

  func configure() async throws { try await inner.configure() }

  func deliver(_ delivery: Delivery) async throws {
    // A gate has let it pass when it was handed over.
    if let delivery = base is any GatingTracker ? delivery : base.passing(delivery) {
      try await inner.deliver(delivery)
    }
  }
}

extension AnalyticsEventTracker {
  /// This tracker as an adapter, if it is one, or if it is a combinator around one.
  var asAdapter: (any AnalyticsAdapter)? {
    if let adapter = self as? any AnalyticsAdapter { return adapter }
    return (self as? any ForwardingTracker)?.adapterInside
  }

  /// Whether this tracker contains an adapter that nobody would configure: one that is part of a combination which
  /// itself is inside another combinator, such as the one that makes an adapter of a combination.
  var hidesAdapter: Bool {
    if let combination = self as? any DivisibleTracker {
      return combination.parts.contains { $0.asAdapter != nil || $0.hidesAdapter }
    }
    if let combinator = self as? any ForwardingTracker { return combinator.base.hidesAdapter }
    return false
  }
}

extension ForwardingTracker {
  fileprivate var adapterInside: (any AnalyticsAdapter)? { CombinatorAdapter(self) }
}
