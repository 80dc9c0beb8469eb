import Foundation

// What the snippets use of Mixpanel's SDKs, in the spelling of each age: the Objective-C SDK as Swift sees it
// (https://github.com/mixpanel/mixpanel-iphone), and the Swift SDK (https://github.com/mixpanel/mixpanel-swift).

/// As in the real ones, an instance is not `Sendable`.
package final class Mixpanel {
  /// A user's profile.
  package struct People {
    package func set(_ property: String, to value: Any?) {
      ServiceLog.write("Mixpanel people.set \(property): \(value.map(ServiceLog.text) ?? "nil")")
    }
  }

  package let people = People()

  package static func sharedInstance(withToken token: String) -> Mixpanel? {
    ServiceLog.write("Mixpanel initialize \(token)")
    return Mixpanel()
  }

  package static func sharedInstance() -> Mixpanel? { Mixpanel() }

  package static func sharedInstanceWithToken(_ token: String) -> Mixpanel { Mixpanel() }

  package func track(_ event: String, properties: [String: Any]?) {
    ServiceLog.write("Mixpanel track '\(event)'", properties ?? [:])
  }

  @discardableResult
  package static func initialize(token: String, trackAutomaticEvents: Bool) -> MixpanelInstance {
    ServiceLog.write("Mixpanel initialize \(token)")
    return MixpanelInstance()
  }

  package static func mainInstance() -> MixpanelInstance { MixpanelInstance() }
}

/// The instance of the Swift SDK.
package final class MixpanelInstance {
  /// A user's profile.
  package struct People {
    package func set(property: String, to value: any MixpanelType) {
      ServiceLog.write("Mixpanel people.set \(property): \(ServiceLog.text(value))")
    }
  }

  package let people = People()

  package func track(event: String?, properties: Properties? = nil) {
    ServiceLog.write("Mixpanel track '\(event ?? "")'", properties ?? [:], over: \.superProperties)
  }

  package func registerSuperProperties(_ properties: Properties) {
    ServiceLog.remember(properties, in: \.superProperties)
  }

  package func identify(distinctId: String) { ServiceLog.write("Mixpanel identify \(distinctId)") }

  package func reset() {
    ServiceLog.forget(\.superProperties)
    ServiceLog.write("Mixpanel reset")
  }
}

/// What the Swift SDK takes as a value.
package protocol MixpanelType {}
package typealias Properties = [String: any MixpanelType]

extension String: MixpanelType {}
extension Int: MixpanelType {}
extension Double: MixpanelType {}
extension Bool: MixpanelType {}
extension Date: MixpanelType {}
extension Array: MixpanelType {}
extension Dictionary: MixpanelType {}
extension NSNull: MixpanelType {}
