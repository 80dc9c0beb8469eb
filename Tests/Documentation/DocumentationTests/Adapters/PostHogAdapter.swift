import SDKStandIns
import Testing
import Trackable
import VendorStandIns

private enum PostHogPage {
  typealias PostHogSDK = PostHog.PostHogSDK

  struct PostHogTracker: AnalyticsEventTracker {
    private var sdk: PostHogSDK { .shared }

    func track(_ event: TrackedEvent) {
      var properties = event.properties.forJSON
      properties["$screen_name"] = event.screenName
      sdk.capture(
        event.screenName == nil ? event.name : "$screen",
        properties: properties,
        groups: event.groups.dictionary.mapValues { "\($0)" },
        timestamp: event.timestamp)
    }
    func update(_ property: TrackedUserProperty) {
      let (name, operand) = (property.name, property.operand)
      let change = [name: operand.forJSON]
      switch (property.operation, operand) {
      case (.group(let traits), .string(let group)):
        sdk.capture(
          "$groupidentify",
          properties: [
            "$group_type": name, "$group_key": group,
            "$group_set": traits.forJSON,
          ])
      case (.group, _), (.increment, _): break
      case (_, .null): sdk.capture("$set", properties: ["$unset": [name]])
      case (.setOnce, _): sdk.capture("$set", userPropertiesSetOnce: change)
      default: sdk.capture("$set", userProperties: change)
      }
    }
    func identify(_ user: TrackedUser) {
      // While a user is identified, it ignores another ID.
      if ![user.id, sdk.getAnonymousId()].contains(sdk.getDistinctId()) {
        sdk.reset()
      }
      sdk.identify(user.id)
      guard !user.traits.isEmpty else { return }
      sdk.capture("$set", userProperties: user.traits.forJSON)
    }
    func report(_ error: any Error, at location: CodeLocation) {
      sdk.captureException(error, properties: ["location": "\(location)"])
    }
    func reset() { sdk.reset() }
    func flush() async { sdk.flush() }
  }

  /// One for a user that is not known.
  static func make() -> PostHogTracker {
    // Claimed, so that no test which records everything gets it.
    _ = ServiceLog.record { PostHogSDK.shared.reset() }
    return PostHogTracker()
  }
}

extension Adapter {
  static let postHog = Adapter(
    name: "PostHog", makeTracker: { PostHogPage.make() }, properties: json,
    calls: [
      "PostHog identify 'john'", #"PostHog set [Keys.plan: "premium"]"#,
      #"PostHog capture '$screen' [$screen_name: "Cart"]"#, "PostHog capture 'Cart.didPay' [Keys.amount: 20]",
      #"PostHog set [Plan: "free"]"#, "PostHog unset 'Plan'", "PostHog set [Visits: 1]", "PostHog setOnce [Visits: 1]",
      "PostHog unset 'Visits'",
      #"PostHog capture '$groupidentify' [$group_key: "apple", $group_set: ["Keys.plan": "label"], $group_type: "company"]"#,
      #"PostHog capture '$groupidentify' [$group_key: "apple", $group_set: [:], $group_type: "company"]"#,
      "PostHog capture in company 'apple' 'Cart.didPay' []",
      #"PostHog captureException 'soldOut' [location: "DocumentationTests/RecordShop.swift:7"]"#, "PostHog reset",
      "PostHog flush",
    ])
}

extension AdapterTests {
  @Test func `A second user of PostHog is not the first one`() {
    let tracker = PostHogPage.make()
    let calls = ServiceLog.record {
      for user in ["john", "john", "paul"] { tracker.identify(TrackedUser(user)) }
    }
    #expect(
      calls == [
        "PostHog identify 'john'", "PostHog identify 'john'", "PostHog reset", "PostHog identify 'paul'",
      ])
  }
}
