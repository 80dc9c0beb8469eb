#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

// The module stands in for https://github.com/segmentio/analytics-swift, with the published signatures of the calls that the app
// makes. It sends nothing: it keeps each call as the fields of a message, from which CI sends it with a client of Segment's own.

/// The SDK's object. Like the real one, it is not `Sendable`.
public final class Analytics {
  /// Whether calls are taken.
  public var enabled = true
  /// The ID of a person while no user is signed in. An earlier launch has made the first one.
  public var anonymousId: String { person.anonymousId }
  /// The user of the last `identify`, in this launch or an earlier one.
  public var userId: String? { person.userId }
  /// The messages so far, as JSON: what the real SDK would send, without its `context`.
  public private(set) var messages: [String] = []

  private struct Person: Codable {
    var anonymousId = "5D21A0C4-7B1E-4F8A-9C3D-0E6F2B4A8D17"
    var userId: String?
  }

  private let configuration: Configuration
  /// The file for the next launch, in a folder that CI chooses for each person.
  private let file = ProcessInfo.processInfo.environment["SEGMENT_FOLDER"]
    .map { URL(fileURLWithPath: $0).appendingPathComponent("segment.json") }
  private var person = Person() {
    didSet { if let file { try? JSONEncoder().encode(person).write(to: file) } }
  }

  /// Creates an instance for a source.
  public init(configuration: Configuration) {
    self.configuration = configuration
    guard let data = file.flatMap({ try? Data(contentsOf: $0) }) else { return }
    person = (try? JSONDecoder().decode(Person.self, from: data)) ?? person
  }

  /// Tracks an event.
  public func track(name: String, properties: [String: Any]? = nil) {
    keep("track", ["event": name, "properties": sendable(properties)])
  }

  /// Tracks a screen.
  public func screen(title: String, category: String? = nil, properties: [String: Any]? = nil) {
    var fields: [String: Any] = ["name": title, "properties": sendable(properties)]
    fields["category"] = category
    keep("screen", fields)
  }

  /// Signs a user in.
  public func identify(userId: String, traits: [String: Any]? = nil) {
    person.userId = userId
    keep("identify", ["traits": traits ?? [:]])
  }

  /// Changes traits of the current user.
  public func identify<T: Codable>(traits: T) {
    guard let json = try? JSONEncoder().encode(traits), let object = try? JSONSerialization.jsonObject(with: json)
    else {
      return
    }
    keep("identify", ["traits": object])
  }

  /// Puts the user into a group.
  public func group(groupId: String, traits: [String: Any]?) {
    keep("group", ["groupId": groupId, "traits": traits ?? [:]])
  }

  /// Signs the user out. It sends nothing.
  public func reset() { person = Person(anonymousId: UUID().uuidString) }

  /// Sends what waits.
  public func flush(completion: (() -> Void)? = nil) { completion?() }

  /// The properties; none at all if one of them is no JSON, such as a `Date`. So does the real SDK.
  private func sendable(_ properties: [String: Any]?) -> [String: Any] {
    properties.flatMap { JSONSerialization.isValidJSONObject($0) ? $0 : nil } ?? [:]
  }

  private func keep(_ type: String, _ fields: [String: Any]) {
    guard enabled else { return }
    var message = fields
    message["type"] = type
    message["anonymousId"] = anonymousId
    message["userId"] = userId
    message["writeKey"] = configuration.writeKey
    message["timestamp"] = Date().timeIntervalSince1970
    guard JSONSerialization.isValidJSONObject(message),
      let json = try? JSONSerialization.data(withJSONObject: message, options: .sortedKeys)
    else { return }
    messages.append(String(decoding: json, as: UTF8.self))
  }
}

/// The settings of an instance.
public final class Configuration {
  let writeKey: String

  /// The settings for a source.
  public init(writeKey: String) { self.writeKey = writeKey }

  /// Whether the SDK tracks `Application Opened` and the like.
  @discardableResult public func trackApplicationLifecycleEvents(_ enabled: Bool) -> Configuration { self }

  /// A closure that changes each request of the SDK.
  @discardableResult public func requestFactory(_ value: @escaping (URLRequest) -> URLRequest) -> Configuration { self }
}
