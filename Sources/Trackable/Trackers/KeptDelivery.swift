/// A delivery that is kept for later, and when it was tracked.
///
/// The decision that counts is that of the moment when something is tracked. So whoever makes a call later than it was
/// due makes it with ``perform(on:)`` or ``asOfItsMoment(_:)``.
struct KeptDelivery: Sendable {
  let delivery: Delivery
  // Asked for often, and each time the delivery would be copied. Benchmarks: quiet.
  /// Whether it makes a difference to what comes before or after it.
  let isChange: Bool
  let moment: ConsentMoment
  /// Who gets it; `nil` for the tracker of whoever keeps it.
  let receiver: (any AnalyticsEventTracker)?

  init(
    _ delivery: consuming Delivery, at moment: ConsentMoment = .current,
    for receiver: (any AnalyticsEventTracker)? = nil
  ) {
    isChange = delivery.isChange
    self.delivery = delivery
    self.moment = moment
    self.receiver = receiver
  }

  /// Makes the call on a tracker, as of its moment.
  func perform(on tracker: any AnalyticsEventTracker) { asOfItsMoment { $0.perform(on: tracker) } }

  /// What is called meanwhile on this thread counts as of the delivery's moment.
  func asOfItsMoment<Result>(_ body: (Delivery) -> Result) -> Result { moment.apply { body(delivery) } }

  var tellsUser: Bool { delivery.tellsUser }
}
