import Foundation
import SDKStandIns
import Testing
import Trackable
import VendorStandIns

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

@Suite struct MParticleAdapterTests {
  @Test func `mParticle gets what the page says`() async {
    let tracker = MParticlePage.MParticleTracker().renaming(RecordShop.short)
    let calls = await ServiceLog.record {
      await RecordShop.visit(tracker)
      RecordShop.operate(tracker)
      RecordShop.fail(tracker)
    }
    #expect(
      calls == [
        "mParticle login 'john'", #"mParticle setUserAttribute 'Keys.plan' [value: "premium"]"#,
        "mParticle logScreenEvent 'Cart' []", "mParticle logEvent 'Cart.didPay' [Keys.amount: 20]",
        #"mParticle setUserAttribute 'Plan' [value: "free"]"#, "mParticle removeUserAttribute 'Plan'",
        "mParticle logout", "mParticle upload", "mParticle setUserAttribute 'Visits' [value: 1]",
        "mParticle incrementUserAttribute 'Visits' [by: 1]", "mParticle removeUserAttribute 'Visits'",
        #"mParticle setUserAttribute 'company' [value: "apple"]"#, "mParticle removeUserAttribute 'company'",
        #"mParticle logError 'soldOut' [location: "DocumentationTests/RecordShop.swift:7"]"#,
      ])
  }

  @Test func `The adapter for mParticle keeps the promises of a destination`() async {
    let conformance = AdapterConformance(
      expecting: AdapterConformance.flatText, makeTracker: { MParticlePage.MParticleTracker() }
    ) { call, subject, values, time in
      switch (call, subject) {
      case ("mParticle logEvent", let name?), ("mParticle logScreenEvent", let name?):
        .event(name: name, properties: values, timestamp: time)
      case ("mParticle login", let user?): .identified(user)
      case ("mParticle setUserAttribute", let name?): values.first.map { .userProperty(name: name, value: $0.value) }
      case ("mParticle removeUserAttribute", let name?): .userProperty(name: name, value: .null)
      case ("mParticle logout", _): .reset
      default: nil
      }
    }
    let failures = await conformance.failures()
    #expect(failures == [])
  }
}
