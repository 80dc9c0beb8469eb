// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/intercom/intercom-ios.
public enum IntercomSDK {
  public class Intercom {
    public class func logEvent(withName name: String, metaData: [AnyHashable: Any]) {
      ServiceLog.call("Intercom logEvent", name, metaData as? [String: Any], as: .event)
    }

    public class func loginUser(
      with attributes: ICMUserAttributes, completion: ((Result<Void, any Error>) -> Void)? = nil
    ) {
      ServiceLog.call("Intercom loginUser", attributes.userId, attributes.customAttributes ?? [:])
      // Without the traits: null is left out.
      ServiceLog.tell(.user, attributes.userId)
    }

    public class func updateUser(
      with attributes: ICMUserAttributes, completion: ((Result<Void, any Error>) -> Void)? = nil
    ) {
      ServiceLog.call("Intercom updateUser", nil, attributes.customAttributes ?? [:], as: .userProperty)
    }

    public class func logout() { ServiceLog.call("Intercom logout", as: .reset) }
  }

  public class ICMUserAttributes {
    public var userId: String?
    public var customAttributes: [String: Any]?

    public init() {}
  }
}
