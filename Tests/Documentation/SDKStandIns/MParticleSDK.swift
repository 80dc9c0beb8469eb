// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/mParticle/mparticle-apple-sdk, as Swift sees it.
public enum MParticleSDK {
  public class MParticle {
    private static let instance = MParticle()
    public let identity = MPIdentityApi()

    public class func sharedInstance() -> MParticle { instance }

    public func logEvent(_ event: MPEvent) { log("mParticle logEvent", event) }

    public func logScreenEvent(_ event: MPEvent) { log("mParticle logScreenEvent", event) }

    private func log(_ call: String, _ event: MPEvent) {
      ServiceLog.call(call, event.name, event.customAttributes ?? [:], at: event.timestamp, as: .event)
    }

    public func logError(_ message: String, eventInfo: [String: Any]?) {
      ServiceLog.call("mParticle logError", message, eventInfo)
    }

    public func upload() { ServiceLog.call("mParticle upload") }
  }

  public enum MPEventType { case other }

  public class MPEvent {
    public var name: String
    public var timestamp = Date()
    public var customAttributes: [String: Any]?

    public init?(name: String, type: MPEventType) { self.name = name }
  }

  public class MPIdentityApi {
    public var currentUser: MParticleUser? { MParticleUser() }

    public func login(_ loginRequest: MPIdentityApiRequest, completion: ((MPIdentityApiResult?, (any Error)?) -> Void)?)
    {
      ServiceLog.call("mParticle login", loginRequest.customerId, as: .user)
      completion?(MPIdentityApiResult(), nil)
    }

    public func logout(
      _ logoutRequest: MPIdentityApiRequest, completion: ((MPIdentityApiResult?, (any Error)?) -> Void)?
    ) {
      ServiceLog.call("mParticle logout", as: .reset)
      completion?(MPIdentityApiResult(), nil)
    }
  }

  public class MPIdentityApiRequest {
    public var customerId: String?

    public class func withEmptyUser() -> MPIdentityApiRequest { MPIdentityApiRequest() }
  }

  public class MPIdentityApiResult {
    public var user = MParticleUser()
  }

  public class MParticleUser {
    public func setUserAttribute(_ key: String, value: Any) {
      ServiceLog.call("mParticle setUserAttribute", key, ["value": value], as: .userProperty)
    }

    @discardableResult
    public func incrementUserAttribute(_ key: String, byValue value: NSNumber) -> NSNumber? {
      ServiceLog.call("mParticle incrementUserAttribute", key, ["by": value])
      return 0
    }

    public func removeUserAttribute(_ key: String) {
      ServiceLog.call("mParticle removeUserAttribute", key, as: .userProperty)
    }
  }
}
