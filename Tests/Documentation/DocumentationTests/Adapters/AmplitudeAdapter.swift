@preconcurrency import SDKStandIns
import Trackable

private enum AmplitudePage {
  typealias Amplitude = AmplitudeSwift.Amplitude
  typealias BaseEvent = AmplitudeSwift.BaseEvent
  typealias Identify = AmplitudeSwift.Identify

  struct AmplitudeTracker: AnalyticsEventTracker {
    let amplitude: Amplitude

    func track(_ event: TrackedEvent) {
      var (name, properties) = (event.name, event.properties.forJSON)
      if let screen = event.screenName {
        name = "[Amplitude] Screen Viewed"
        properties["[Amplitude] Screen Name"] = screen
      }
      let time = event.timestamp.timeIntervalSince1970 * 1000
      amplitude.track(
        event: BaseEvent(
          timestamp: Int64(time), eventType: name,
          eventProperties: properties, groups: event.groups.forJSON))
    }
    func update(_ property: TrackedUserProperty) {
      let (name, operand) = (property.name, property.operand)
      let change = Identify()
      switch (property.operation, operand) {
      case (.group(let traits), .string(let group)):
        amplitude.setGroup(groupType: name, groupName: group)
        guard !traits.isEmpty else { return }
        amplitude.groupIdentify(
          groupType: name, groupName: group, groupProperties: traits.forJSON)
        return
      case (_, .null): change.unset(property: name)
      case (.increment, .int(let number)):
        change.add(property: name, value: number)
      case (.increment, .double(let number)):
        change.add(property: name, value: number)
      case (.setOnce, _):
        change.setOnce(property: name, value: operand.forJSON)
      default: change.set(property: name, value: operand.forJSON)
      }
      amplitude.identify(identify: change)
    }
    func identify(_ user: TrackedUser) {
      amplitude.setUserId(userId: user.id)
      guard !user.traits.isEmpty else { return }
      amplitude.identify(userProperties: user.traits.forJSON)
    }
    func reset() { amplitude.reset() }
    func flush() async { amplitude.flush() }
  }

  static func make() -> AmplitudeTracker {
    AmplitudeTracker(amplitude: Amplitude(configuration: AmplitudeSwift.Configuration(apiKey: "key")))
  }
}

extension Adapter {
  static let amplitude = Adapter(
    name: "Amplitude", makeTracker: { AmplitudePage.make() }, properties: json,
    calls: [
      "Amplitude setUserId 'john'", #"Amplitude identify [Keys.plan: "premium"]"#,
      #"Amplitude track '[Amplitude] Screen Viewed' [[Amplitude] Screen Name: "Cart"]"#,
      "Amplitude track 'Cart.didPay' [Keys.amount: 20]", #"Amplitude set 'Plan' [value: "free"]"#,
      "Amplitude unset 'Plan'", "Amplitude set 'Visits' [value: 1]", "Amplitude add 'Visits' [value: 1]",
      "Amplitude setOnce 'Visits' [value: 1]", "Amplitude unset 'Visits'",
      #"Amplitude setGroup 'company' [value: "apple"]"#,
      #"Amplitude groupIdentify company 'apple' [Keys.plan: "label"]"#,
      "Amplitude unset 'company'", #"Amplitude setGroup 'company' [value: "apple"]"#,
      #"Amplitude track in company "apple" 'Cart.didPay' []"#, "Amplitude reset", "Amplitude flush",
    ])
}
