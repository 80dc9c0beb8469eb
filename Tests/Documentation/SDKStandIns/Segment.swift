// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import VendorStandIns

/// What the adapter uses of https://github.com/segmentio/analytics-swift.
public enum Segment {
  public class Analytics {
    public var enabled = true

    public init(configuration: Configuration) {}

    public func track(name: String, properties: [String: Any]? = nil) {
      if isForJSON(properties ?? [:]) { ServiceLog.call("Segment track", name, properties, as: .event) }
    }

    public func screen(title: String, category: String? = nil, properties: [String: Any]? = nil) {
      if isForJSON(properties ?? [:]) { ServiceLog.call("Segment screen", title, properties, as: .event) }
    }

    public func identify(userId: String, traits: [String: Any]? = nil) {
      if isForJSON(traits ?? [:]) { ServiceLog.call("Segment identify", userId, traits, as: .user) }
    }

    public func identify<T: Codable>(traits: T) {
      ServiceLog.call("Segment identify", nil, (traits as? JSON)?.object, as: .userProperty)
    }

    public func group(groupId: String, traits: [String: Any]?) {
      ServiceLog.call("Segment group", groupId, traits)
    }

    public func reset() { ServiceLog.call("Segment reset", as: .reset) }

    public func purgeStorage() { ServiceLog.call("Segment purgeStorage") }

    /// Some versions do not call `completion` if the instance is not enabled.
    public func flush(completion: (() -> Void)? = nil) {
      guard enabled else { return }
      ServiceLog.call("Segment flush")
      completion?()
    }
  }

  public class Configuration {
    public init(writeKey: String) {}
  }

  public struct JSON: Codable {
    struct NoJSON: Error {}
    let object: [String: Any]

    public init(_ object: [String: Any]) throws {
      guard isForJSON(object) else { throw NoJSON() }
      self.object = object
    }

    public init(from decoder: any Decoder) throws { throw NoJSON() }

    public func encode(to encoder: any Encoder) throws { throw NoJSON() }
  }
}
