/// A delivery that is kept for later, and when it was tracked.
///
/// The decision that counts is that of the moment when something is tracked. So whoever makes a call later than it was
/// due makes it with ``perform(on:)`` or ``asOfItsMoment(_:)``.
struct KeptDelivery: Sendable {
  let delivery: Delivery
  let moment: ConsentMoment
  /// Who gets it; `nil` for the tracker of whoever keeps it.
  let receiver: (any AnalyticsEventTracker)?

  init(
    _ delivery: Delivery, at moment: ConsentMoment = .current, for receiver: (any AnalyticsEventTracker)? = nil
  ) {
    self.delivery = delivery
    self.moment = moment
    self.receiver = receiver
  }

  /// Makes the call on a tracker, as of its moment.
  func perform(on tracker: any AnalyticsEventTracker) { asOfItsMoment { $0.perform(on: tracker) } }

  /// What is called meanwhile on this thread counts as of the delivery's moment.
  func asOfItsMoment<Result>(_ body: (Delivery) -> Result) -> Result { moment.apply { body(delivery) } }

  var tellsUser: Bool { delivery.tellsUser }
  var isChange: Bool { delivery.isChange }
}

extension [KeptDelivery] {
  /// Removes, of the changes at the end, those that `later` replaces. Returns how many they were.
  mutating func removeLast(replacedBy later: Delivery) -> Int {
    let before = count
    // The last one first.
    var kept: [KeptDelivery] = []
    while let last, last.isChange {
      removeLast()
      if !last.delivery.isReplaced(by: later), !kept.contains(where: { last.delivery.isReplaced(by: $0.delivery) }) {
        kept.append(last)
      }
    }
    append(contentsOf: kept.reversed())
    return before - count
  }
}
