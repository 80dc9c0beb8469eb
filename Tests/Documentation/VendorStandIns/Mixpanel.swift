// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation

// What the snippets use of Mixpanel's SDKs, in the spelling of each age: the Objective-C SDK as Swift sees it
// (https://github.com/mixpanel/mixpanel-iphone), and the Swift SDK (https://github.com/mixpanel/mixpanel-swift).

/// As in the real ones, an instance is not `Sendable`.
public final class Mixpanel {
  /// A user's profile.
  public struct People {
    public func set(_ property: String, to value: Any?) {
      ServiceLog.write("Mixpanel people.set \(property): \(value.map(ServiceLog.text) ?? "nil")")
    }
  }

  public let people = People()

  public static func sharedInstance(withToken token: String) -> Mixpanel? {
    ServiceLog.write("Mixpanel initialize \(token)")
    return Mixpanel()
  }

  /// In Swift 2.
  public static func sharedInstanceWithToken(_ token: String) -> Mixpanel {
    ServiceLog.write("Mixpanel initialize \(token)")
    return Mixpanel()
  }

  public static func sharedInstance() -> Mixpanel? { Mixpanel() }

  public func track(_ event: String, properties: [String: Any]?) {
    ServiceLog.write("Mixpanel track '\(event)'", properties ?? [:])
  }

  @discardableResult
  public static func initialize(token: String, trackAutomaticEvents: Bool) -> MixpanelInstance {
    ServiceLog.write("Mixpanel initialize \(token)")
    return MixpanelInstance()
  }

  public static func mainInstance() -> MixpanelInstance { MixpanelInstance() }
}

/// The instance of the Swift SDK.
public final class MixpanelInstance {
  /// A user's profile.
  public struct People {
    public func set(property: String, to value: any MixpanelType) {
      ServiceLog.write("Mixpanel people.set \(property): \(ServiceLog.text(value))")
    }

    public func set(properties: Properties) {
      ServiceLog.call("Mixpanel people.set", nil, properties, as: .userProperty)
    }

    public func setOnce(properties: Properties) { ServiceLog.write("Mixpanel people.setOnce", properties) }

    public func increment(properties: Properties) { ServiceLog.write("Mixpanel people.increment", properties) }

    public func unset(properties: [String]) {
      for property in properties { ServiceLog.call("Mixpanel people.unset", property, as: .userProperty) }
    }
  }

  public let people = People()

  public func track(event: String?, properties: Properties? = nil) {
    ServiceLog.call("Mixpanel track", event ?? "", properties ?? [:], as: .event, over: \.superProperties)
  }

  public func trackWithGroups(event: String?, properties: Properties? = nil, groups: Properties?) {
    track(event: event, properties: (properties ?? [:]).merging(groups ?? [:]) { $1 })
  }

  public func registerSuperProperties(_ properties: Properties) {
    ServiceLog.remember(properties, in: \.superProperties)
  }

  public func identify(distinctId: String, usePeople: Bool = true, completion: (() -> Void)? = nil) {
    ServiceLog.call("Mixpanel identify", distinctId, as: .user)
    completion?()
  }

  public func reset(completion: (() -> Void)? = nil) {
    ServiceLog.forget(\.superProperties)
    ServiceLog.call("Mixpanel reset", as: .reset)
    completion?()
  }

  public func flush(performFullFlush: Bool = false, completion: (() -> Void)? = nil) {
    ServiceLog.write(performFullFlush ? "Mixpanel flush everything" : "Mixpanel flush")
    completion?()
  }
}

@available(*, unavailable)
extension Mixpanel: Sendable {}
@available(*, unavailable)
extension Mixpanel.People: Sendable {}
@available(*, unavailable)
extension MixpanelInstance: Sendable {}
@available(*, unavailable)
extension MixpanelInstance.People: Sendable {}

/// What the Swift SDK takes as a value.
public protocol MixpanelType {}
public typealias Properties = [String: any MixpanelType]

extension String: MixpanelType {}
extension Int: MixpanelType {}
extension Double: MixpanelType {}
extension Bool: MixpanelType {}
extension Date: MixpanelType {}
extension Array: MixpanelType {}
extension Dictionary: MixpanelType {}
extension NSNull: MixpanelType {}
