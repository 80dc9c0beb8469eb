// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the snippets use of Segment's SDK. https://github.com/segmentio/analytics-swift

/// In Segment's SDK, the class is called `Analytics`.
public final class SegmentAnalytics: Sendable {
  public init() {}

  public func track(name: String, properties: [String: Any]? = nil) {
    ServiceLog.write("Segment track '\(name)'", properties ?? [:])
  }

  public func screen(title: String, category: String? = nil, properties: [String: Any]? = nil) {
    ServiceLog.write("Segment screen '\(title)'", properties ?? [:])
  }

  public func identify(userId: String, traits: [String: Any]? = nil) {
    ServiceLog.write("Segment identify \(userId)", traits ?? [:])
  }

  public func identify<T: Codable>(traits: T) { ServiceLog.write("Segment identify \(traits)") }

  public func reset() { ServiceLog.write("Segment reset") }

  public func purgeStorage() { ServiceLog.write("Segment purgeStorage") }

  public func flush(completion: (() -> Void)? = nil) {
    ServiceLog.write("Segment flush")
    completion?()
  }
}
