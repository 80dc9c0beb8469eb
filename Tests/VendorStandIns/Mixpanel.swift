// What the snippets use of Mixpanel's SDK, in the spelling of each age. https://docs.mixpanel.com/docs/tracking-methods/sdks/swift

/// As in the real one, an instance is not `Sendable`.
package final class Mixpanel {
  /// A user's profile.
  package struct People {
    package func set(_ property: String, to value: Any?) {
      ServiceLog.write("Mixpanel people.set \(property): \(value.map(ServiceLog.text) ?? "nil")")
    }

    package func set(property: String, to value: Any) { set(property, to: value) }
  }

  package let people = People()

  @discardableResult package static func initialize(token: String, trackAutomaticEvents: Bool) -> Mixpanel {
    ServiceLog.write("Mixpanel initialize \(token)")
    return Mixpanel()
  }

  package static func mainInstance() -> Mixpanel { Mixpanel() }

  package static func sharedInstance(withToken token: String) -> Mixpanel? {
    ServiceLog.write("Mixpanel initialize \(token)")
    return Mixpanel()
  }

  package static func sharedInstance() -> Mixpanel? { Mixpanel() }

  package static func sharedInstanceWithToken(_ token: String) -> Mixpanel { Mixpanel() }

  package func track(_ event: String, properties: [String: Any]) { track(event: event, properties: properties) }

  package func track(event: String, properties: [String: Any] = [:]) {
    let superProperties: [String: Any] = ServiceLog.superProperties
    ServiceLog.write("Mixpanel track '\(event)'", superProperties.merging(properties) { $1 })
  }

  package func registerSuperProperties(_ properties: [String: any Sendable]) {
    ServiceLog.superProperties.merge(properties) { $1 }
  }

  package func identify(distinctId: String) { ServiceLog.write("Mixpanel identify \(distinctId)") }

  package func reset() {
    ServiceLog.superProperties = [:]
    ServiceLog.write("Mixpanel reset")
  }
}
