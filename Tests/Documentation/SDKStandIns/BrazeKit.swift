// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/braze-inc/braze-swift-sdk. These types say that they are `Sendable`.
public enum BrazeKit {
  public final class Braze: Sendable {
    public let user = User()

    public init(configuration: Configuration) {}

    public func logCustomEvent(
      name: String, properties: [String: Any]? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      ServiceLog.call("Braze logCustomEvent", name, properties, as: .event)
    }

    public func changeUser(
      userId: String, sdkAuthSignature: String? = nil, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      ServiceLog.call("Braze changeUser", userId, as: .user)
    }

    public func requestImmediateDataFlush() { ServiceLog.call("Braze requestImmediateDataFlush") }
  }

  public final class Configuration {
    public init(apiKey: String, endpoint: String) {}
  }

  public final class User: Sendable {
    public func setCustomAttribute(key: String, value: Bool, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, value)
    }
    public func setCustomAttribute(key: String, value: Int, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, value)
    }
    public func setCustomAttribute(key: String, value: Double, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, value)
    }
    public func setCustomAttribute(key: String, value: String, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, value)
    }
    public func setCustomAttribute(key: String, value: Date, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, value)
    }
    public func setCustomAttribute(key: String, array: [String]?, fileID: StaticString = #fileID, line: UInt = #line) {
      set(key, array ?? [])
    }
    public func setCustomAttribute(
      key: String, dictionary: [String: Any?], merge: Bool = false, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      set(key, dictionary.compactMapValues { $0 })
    }
    public func incrementCustomUserAttribute(
      key: String, by amount: Int = 1, fileID: StaticString = #fileID, line: UInt = #line
    ) {
      ServiceLog.call("Braze increment", key, ["by": amount])
    }
    public func unsetCustomAttribute(key: String, fileID: StaticString = #fileID, line: UInt = #line) {
      ServiceLog.call("Braze unset", key, as: .userProperty)
    }

    private func set(_ key: String, _ value: Any) {
      ServiceLog.call("Braze set", key, ["value": value], as: .userProperty)
    }
  }
}
