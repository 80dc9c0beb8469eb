// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/intercom/intercom-ios.
public enum IntercomSDK {
  public class Intercom {
    public class func logEvent(withName name: String, metaData: [AnyHashable: Any]) {
      ServiceLog.call("Intercom logEvent", name, texts(metaData))
    }

    public class func loginUser(
      with attributes: ICMUserAttributes, completion: ((Result<Void, any Error>) -> Void)? = nil
    ) {
      ServiceLog.call("Intercom loginUser", attributes.userId, attributes.customAttributes ?? [:])
    }

    public class func updateUser(
      with attributes: ICMUserAttributes, completion: ((Result<Void, any Error>) -> Void)? = nil
    ) {
      ServiceLog.call("Intercom updateUser", nil, attributes.customAttributes ?? [:])
    }

    public class func logout() { ServiceLog.call("Intercom logout") }

    private class func texts(_ values: [AnyHashable: Any]) -> [String: Any] {
      Dictionary(uniqueKeysWithValues: values.map { ("\($0.key)", $0.value) })
    }
  }

  public class ICMUserAttributes {
    public var userId: String?
    public var customAttributes: [String: Any]?

    public init() {}
  }
}
