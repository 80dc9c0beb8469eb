// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Synchronization
import VendorStandIns

/// What the adapter uses of https://github.com/rudderlabs/rudder-sdk-swift.
public enum RudderStackAnalytics {
  public typealias Properties = [String: Any]
  public typealias Traits = [String: Any]

  public class Analytics {
    /// As in the real one, an `identify` without an ID takes the ID away.
    private let id = Mutex("")

    public init(configuration: Configuration) {}

    public var userId: String? { id.withLock { $0 } }

    public func track(name: String, properties: Properties? = nil, options: RudderOption? = nil) {
      if isForJSON(properties ?? [:]) { ServiceLog.call("RudderStack track", name, properties, as: .event) }
    }

    public func screen(
      screenName: String, category: String? = nil, properties: Properties? = nil, options: RudderOption? = nil
    ) {
      if isForJSON(properties ?? [:]) { ServiceLog.call("RudderStack screen", screenName, properties, as: .event) }
    }

    public func group(groupId: String, traits: Traits? = nil, options: RudderOption? = nil) {
      ServiceLog.call("RudderStack group", groupId, traits)
    }

    public func identify(userId: String? = nil, traits: Traits? = nil, options: RudderOption? = nil) {
      id.withLock { $0 = userId ?? "" }
      guard isForJSON(traits ?? [:]) else { return }
      ServiceLog.call("RudderStack identify", userId ?? "", traits)
      // A property of the user is an `identify` of the same user, or of none. The rules set `Member` while there is a user.
      if userId?.isEmpty ?? true {
        ServiceLog.tell(.userProperty, nil, traits)
      } else if traits?.keys.contains(where: { $0.hasSuffix("Member") }) != true {
        ServiceLog.tell(.user, userId, traits)
      }
    }

    public func reset(options: ResetOptions = ResetOptions()) {
      id.withLock { $0 = "" }
      ServiceLog.call("RudderStack reset", as: .reset)
    }

    public func flush() { ServiceLog.call("RudderStack flush") }
  }

  public class Configuration {
    public init(writeKey: String, dataPlaneUrl: String) {}
  }

  public struct RudderOption {}

  public struct ResetOptions {
    public init() {}
  }
}
