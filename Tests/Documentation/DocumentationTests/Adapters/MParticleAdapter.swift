import Foundation
import SDKStandIns
import Trackable

private enum MParticlePage {
  typealias MParticle = MParticleSDK.MParticle
  typealias MPEvent = MParticleSDK.MPEvent
  typealias MPIdentityApiRequest = MParticleSDK.MPIdentityApiRequest

  struct MParticleTracker: AnalyticsEventTracker {
    private var sdk: MParticle { .sharedInstance() }

    func track(_ event: TrackedEvent) {
      let name = event.screenName ?? event.name
      guard let entry = MPEvent(name: name, type: .other) else { return }
      entry.timestamp = event.timestamp
      entry.customAttributes = event.properties.flat
      if event.screenName == nil {
        sdk.logEvent(entry)
      } else {
        sdk.logScreenEvent(entry)
      }
    }
    func update(_ property: TrackedUserProperty) {
      let (user, name) = (sdk.identity.currentUser, property.name)
      switch (property.operation, property.operand) {
      case (_, .null): user?.removeUserAttribute(name)
      case (.increment, .int(let number)):
        user?.incrementUserAttribute(name, byValue: number as NSNumber)
      case (.increment, .double(let number)):
        user?.incrementUserAttribute(name, byValue: number as NSNumber)
      case (.increment, _), (.setOnce, _): break
      case (_, let value): user?.setUserAttribute(name, value: value.flat)
      }
    }
    func identify(_ user: TrackedUser) {
      let request = MPIdentityApiRequest.withEmptyUser()
      request.customerId = user.id
      sdk.identity.login(request) { result, _ in
        for (name, value) in user.traits.flat {
          result?.user.setUserAttribute(name, value: value)
        }
      }
    }
    func report(_ error: any Error, at location: CodeLocation) {
      sdk.logError("\(error)", eventInfo: ["location": "\(location)"])
    }
    func reset() {
      sdk.identity.logout(.withEmptyUser(), completion: nil)
    }
    func flush() async { sdk.upload() }
  }
}

extension Adapter {
  static let mParticle = Adapter(
    name: "mParticle", makeTracker: { MParticlePage.MParticleTracker() }, properties: flatText,
    calls: [
      "mParticle login 'john'", #"mParticle setUserAttribute 'Keys.plan' [value: "premium"]"#,
      "mParticle logScreenEvent 'Cart' []", "mParticle logEvent 'Cart.didPay' [Keys.amount: 20]",
      #"mParticle setUserAttribute 'Plan' [value: "free"]"#, "mParticle removeUserAttribute 'Plan'",
      "mParticle setUserAttribute 'Visits' [value: 1]", "mParticle incrementUserAttribute 'Visits' [by: 1]",
      "mParticle removeUserAttribute 'Visits'", #"mParticle setUserAttribute 'company' [value: "apple"]"#,
      "mParticle removeUserAttribute 'company'", #"mParticle setUserAttribute 'company' [value: "apple"]"#,
      "mParticle logEvent 'Cart.didPay' []",
      #"mParticle logError 'soldOut' [location: "DocumentationTests/RecordShop.swift:7"]"#, "mParticle logout",
      "mParticle upload",
    ])
}
