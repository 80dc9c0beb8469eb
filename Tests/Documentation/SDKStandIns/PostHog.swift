// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import Synchronization
import VendorStandIns

/// What the adapter uses of https://github.com/PostHog/posthog-ios.
public enum PostHog {
  public class PostHogSDK {
    /// As the real one, it ignores another ID while a user is identified.
    private let distinctID = Mutex("anonymous")

    public static let shared = PostHogSDK()

    public func getDistinctId() -> String { distinctID.withLock { $0 } }

    public func getAnonymousId() -> String { "anonymous" }

    public func capture(
      _ event: String, distinctId: String? = nil, properties: [String: Any]? = nil,
      userProperties: [String: Any]? = nil, userPropertiesSetOnce: [String: Any]? = nil,
      groups: [String: String]? = nil, timestamp: Date? = nil
    ) {
      guard isForJSON([properties ?? [:], userProperties ?? [:], userPropertiesSetOnce ?? [:]]) else { return }
      if let userProperties { return ServiceLog.call("PostHog set", nil, userProperties, as: .userProperty) }
      if let userPropertiesSetOnce { return ServiceLog.call("PostHog setOnce", nil, userPropertiesSetOnce) }
      if let name = (properties?["$unset"] as? [String])?.first {
        return ServiceLog.call("PostHog unset", name, as: .userProperty)
      }
      let groups = (groups ?? [:]).map { " in \($0) '\($1)'" }.joined()
      let isEvent = event != "$groupidentify"
      ServiceLog.call("PostHog capture\(groups)", event, properties, at: timestamp, as: isEvent ? .event : nil)
    }

    public func captureException(_ error: any Error, properties: [String: Any]? = nil) {
      ServiceLog.call("PostHog captureException", "\(error)", properties)
    }

    public func identify(_ distinctId: String) {
      let isAnother = distinctID.withLock { current in
        if current == "anonymous" { current = distinctId }
        return current != distinctId
      }
      if !isAnother { ServiceLog.call("PostHog identify", distinctId, as: .user) }
    }

    public func reset() {
      distinctID.withLock { $0 = "anonymous" }
      ServiceLog.call("PostHog reset", as: .reset)
    }

    public func flush() { ServiceLog.call("PostHog flush") }
  }
}
