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
  struct Visits: UserProperty {
    let name = "Visits"
    let value = 1
    let operation: UserPropertyOperation
  }
  enum Problem: Error { case soldOut }

  static let short = NamingStyle.keepingLast(2)

  /// One of everything, told to a tracker.
  static func visit(_ tracker: some AnalyticsEventTracker) async {
    await TrackableSystem.withTracker(tracker) {
      TrackableSystem.identify("john", traits: [Keys.plan ~>> "premium"])
      CartScreen().trigger()
      TrackingContext().track(Events.Cart.didPay, trackedProperties: [Keys.amount ~>> 20])
      Plan(value: "free").update()
      Plan(value: nil).update()
      for operation: UserPropertyOperation in [.set, .increment, .setOnce, .unset] {
        Visits(operation: operation).update()
      }
      TrackableSystem.group("apple", type: "company", traits: [Keys.plan ~>> "label"])
      TrackableSystem.group(nil, type: "company")
      TrackableSystem.group("apple", type: "company")
      TrackableSystem.track(Events.Cart.didPay)
      tracker.report(Problem.soldOut, at: CodeLocation(fileID: "DocumentationTests/RecordShop.swift", line: 7))
      TrackableSystem.reset()
      TrackableSystem.purge()
      await TrackableSystem.flush()
    }
  }
}
