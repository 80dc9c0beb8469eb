import Trackable

/// One of everything, for an adapter.
enum RecordShop {
  enum Events { enum Cart: String, Event { case didPay } }
  enum Keys: String, Key { case amount, plan }
  struct CartScreen: ScreenEvent { let name = "Cart" }
  struct Plan: UserProperty {
    let name = "Plan"
    let value: String?
  }

  /// One of everything, told to a tracker.
  static func visit(_ tracker: some AnalyticsEventTracker) async {
    await TrackableSystem.withTracker(tracker) {
      TrackableSystem.identify("john", traits: [Keys.plan ~>> "premium"])
      CartScreen().trigger()
      TrackingContext().track(Events.Cart.didPay, trackedProperties: [Keys.amount ~>> 20])
      Plan(value: "free").update()
      Plan(value: nil).update()
      TrackableSystem.reset()
      TrackableSystem.purge()
      await TrackableSystem.flush()
    }
  }

  struct Visits: UserProperty {
    let name = "Visits"
    let value = 1
    let operation: UserPropertyOperation
  }

  /// What an update may do.
  static func operate(_ tracker: some AnalyticsEventTracker) {
    for operation: UserPropertyOperation in [.set, .increment, .setOnce, .unset] {
      tracker.update(Visits(operation: operation))
    }
    TrackableSystem.withTracker(tracker) {
      TrackableSystem.group("apple", type: "company", traits: [Keys.plan ~>> "label"])
      TrackableSystem.group(nil, type: "company")
    }
  }

  /// An event of a user in a group.
  static func buyAsGroup(_ tracker: some AnalyticsEventTracker) {
    TrackableSystem.withTracker(tracker) {
      TrackableSystem.group("apple", type: "company")
      TrackableSystem.track(Events.Cart.didPay)
    }
  }

  enum Problem: Error { case soldOut }

  static func fail(_ tracker: some AnalyticsEventTracker) {
    tracker.report(Problem.soldOut, at: CodeLocation(fileID: "DocumentationTests/RecordShop.swift", line: 7))
  }

  static let short = NamingStyle.keepingLast(2)
}
