import SDKStandIns
import Trackable

private enum BrazePage {
  typealias Braze = BrazeKit.Braze

  struct BrazeTracker: AnalyticsEventTracker {
    let braze: Braze

    func track(_ event: TrackedEvent) {
      // Braze takes no null.
      let properties = event.properties.flattened
        .filter { $0.value != .null }
      braze.logCustomEvent(
        name: event.name,
        properties: TrackedProperties(properties).dictionary)
    }
    func update(_ property: TrackedUserProperty) {
      switch (property.operation, property.operand) {
      case (.increment, .int(let number)):
        braze.user.incrementCustomUserAttribute(
          key: property.name, by: number)
      case (.increment, _), (.setOnce, _): break
      case (_, let value): set(property.name, to: value)
      }
    }
    func identify(_ user: TrackedUser) {
      braze.changeUser(userId: user.id)
      for trait in user.traits { set(trait.key.name, to: trait.value) }
    }
    func flush() async { braze.requestImmediateDataFlush() }

    private func set(_ key: String, to value: TrackedValue) {
      let user = braze.user
      switch value {
      case .null: user.unsetCustomAttribute(key: key)
      case .bool(let value): user.setCustomAttribute(key: key, value: value)
      case .int(let value): user.setCustomAttribute(key: key, value: value)
      case .double(let value):
        user.setCustomAttribute(key: key, value: value)
      case .string(let value):
        user.setCustomAttribute(key: key, value: value)
      case .date(let value): user.setCustomAttribute(key: key, value: value)
      case .array(let values):
        user.setCustomAttribute(key: key, array: values.map(\.description))
      case .properties(let values):
        user.setCustomAttribute(key: key, dictionary: values.dictionary)
      }
    }
  }

  static func make() -> BrazeTracker {
    BrazeTracker(braze: Braze(configuration: BrazeKit.Configuration(apiKey: "key", endpoint: "sdk.example")))
  }
}

extension Adapter {
  static let braze = Adapter(
    name: "Braze", makeTracker: { BrazePage.make() }, properties: { withoutNull($0.flattened) },
    calls: [
      "Braze changeUser 'john'", #"Braze set 'Keys.plan' [value: "premium"]"#, "Braze logCustomEvent 'Cart' []",
      "Braze logCustomEvent 'Cart.didPay' [Keys.amount: 20]", #"Braze set 'Plan' [value: "free"]"#,
      "Braze unset 'Plan'", "Braze set 'Visits' [value: 1]", "Braze increment 'Visits' [by: 1]",
      "Braze unset 'Visits'", #"Braze set 'company' [value: "apple"]"#, "Braze unset 'company'",
      #"Braze set 'company' [value: "apple"]"#, "Braze logCustomEvent 'Cart.didPay' []",
      "Braze requestImmediateDataFlush",
    ])
}
