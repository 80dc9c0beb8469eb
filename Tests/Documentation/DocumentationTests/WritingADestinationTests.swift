import Testing
import Trackable
import TrackableHub
import VendorStandIns

private enum Shop {
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

  static let short = NamingStyle.keepingLast(2)
}

private enum MixpanelPage {
  struct MixpanelTracker: AnalyticsEventTracker {
    private var mixpanel: MixpanelInstance { Mixpanel.mainInstance() }

    func track(_ event: TrackedEvent) {
      mixpanel.track(
        event: event.name, properties: event.properties.forMixpanel)
    }
    func update(_ property: TrackedUserProperty) {
      let change = TrackedProperties([property.name ~>> property.operand])
        .forMixpanel
      switch property.operation {
      case _ where property.operand == .null:
        mixpanel.people.unset(properties: [property.name])
      case .setOnce: mixpanel.people.setOnce(properties: change)
      case .increment: mixpanel.people.increment(properties: change)
      case .set, .unset, .group: mixpanel.people.set(properties: change)
      }
    }
    func identify(_ user: TrackedUser) {
      mixpanel.identify(distinctId: user.id)
      mixpanel.people.set(properties: user.traits.forMixpanel)
    }
    func reset() { mixpanel.reset() }
    func flush() async {
      await withCheckedContinuation { flushed in
        mixpanel.flush { flushed.resume() }
      }
    }
  }
}

extension TrackedProperties {
  fileprivate var forMixpanel: Properties {
    nestedDictionary.compactMapValues { $0 as? any MixpanelType }
  }
}

private enum FirebasePage {
  typealias Analytics = FirebaseAnalytics

  struct FirebaseTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      var parameters: [String: Any] = event.properties.dictionary
      parameters["screen_name"] = event.screenName
      let name = event.screenName == nil ? event.name : "screen_view"
      Analytics.logEvent(name, parameters: parameters)
    }
    func update(_ property: TrackedUserProperty) {
      // It cannot add, and would set the number.
      guard let value = property.value else { return }
      let text = value == .null ? nil : "\(value)"
      Analytics.setUserProperty(text, forName: property.name)
    }
    func identify(_ user: TrackedUser) {
      Analytics.setUserID(user.id)
      for trait in user.traits.flattened {
        Analytics.setUserProperty("\(trait.value)", forName: trait.key.name)
      }
    }
    func reset() { Analytics.setUserID(nil) }
    func purge() { Analytics.resetAnalyticsData() }
  }
}

struct PayPal: AnalyticsDestination {
  let collector: Collector

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    switch try await collector.post(batch.compactMap(row)) {  // what throws is sent again
    case 200..<300: .accepted
    case 413: .tooLarge
    case let status: .retry(because: "status \(status)")
    }
  }

  func adjust(_ policy: inout DeliveryPolicy) { policy.batchSize = 25 }

  private func row(_ envelope: Envelope) -> String? {
    guard case .event(let event) = envelope.content else { return nil }
    let row: TrackedProperties = ["e" ~>> event.name, "t" ~>> event.type, "u" ~>> envelope.userID]
    return (row + event.properties).json
  }
}

@Suite struct WritingADestinationTests {
  @Test func `Mixpanel gets what the page says`() async {
    let calls = await ServiceLog.record { await Shop.visit(MixpanelPage.MixpanelTracker().renaming(Shop.short)) }
    #expect(
      calls == [
        "Mixpanel identify john", #"Mixpanel people.set [Keys.plan: "premium"]"#, "Mixpanel track 'Cart' []",
        "Mixpanel track 'Cart.didPay' [Keys.amount: 20]", #"Mixpanel people.set [Plan: "free"]"#,
        #"Mixpanel people.unset ["Plan"]"#, "Mixpanel reset", "Mixpanel flush",
      ])
  }

  @Test func `Each destination carries out an update, or does nothing`() async {
    let mixpanel = ServiceLog.record { Shop.operate(MixpanelPage.MixpanelTracker().renaming(Shop.short)) }
    #expect(
      mixpanel == [
        "Mixpanel people.set [Visits: 1]", "Mixpanel people.increment [Visits: 1]",
        "Mixpanel people.setOnce [Visits: 1]",
        #"Mixpanel people.unset ["Visits"]"#, #"Mixpanel people.set [company: "apple"]"#,
        #"Mixpanel people.unset ["company"]"#,
      ])
    let firebase = ServiceLog.record { Shop.operate(FirebasePage.FirebaseTracker().renaming(Shop.short)) }
    #expect(
      firebase == [
        #"Firebase setUserProperty Visits: "1""#, "Firebase setUserProperty Visits: nil",
        #"Firebase setUserProperty company: "apple""#, "Firebase setUserProperty company: nil",
      ])
  }

  @Test func `Firebase gets what the page says, within its limits`() async {
    let calls = await ServiceLog.record {
      typealias FirebaseTracker = FirebasePage.FirebaseTracker
      let firebase = FirebaseTracker().renaming(.keepingLast(2).followed(by: .snakeCase))
      await Shop.visit(firebase)
    }
    #expect(
      calls == [
        "Firebase setUserID john", #"Firebase setUserProperty keys_plan: "premium""#,
        #"Firebase logEvent 'screen_view' [screen_name: "cart"]"#, "Firebase logEvent 'cart_did_pay' [keys_amount: 20]",
        #"Firebase setUserProperty plan: "free""#, "Firebase setUserProperty plan: nil", "Firebase setUserID nil",
        "Firebase resetAnalyticsData",
      ])
  }

  @Test func `Rows go to PayPal in batches, and again when it fails`() async {
    let output = Output()
    let statuses = Output()
    let payPal = PayPal(
      collector: Collector { rows in
        statuses.write("post")
        guard statuses.lines.count > 1 else { return 503 }
        rows.forEach { output.write($0) }
        return 200
      })
    var policy = DeliveryPolicy()
    policy.retry = .backOff(first: .milliseconds(1), longest: .milliseconds(1))
    await inAnApp {  // That a batch is tried again is an issue, too.
      let hub = TrackerHub([payPal.renaming(Shop.short)], policy: policy)
      TrackableSystem.bootstrap(hub)
      TrackableSystem.identify("john")
      TrackingContext().track(Shop.Events.Cart.didPay, trackedProperties: [Shop.Keys.amount ~>> 20])
      hub.start()
      await hub.shutdown()
      #expect(hub.ledger.entries.allSatisfy { $0.waiting == 0 })
    }
    #expect(output.lines == [#"{"e":"Cart.didPay","t":"ua","u":"john","Keys.amount":20}"#])
  }
}
