import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends a fixed list of envelopes in one format to one server, for the step of CI that compares them with what others
/// send: `WireClient segment http://127.0.0.1:8080`. Its twin is `Wire/official.py`. With `track` or `drain`, a folder and a
/// number it is a launch of an app: `Wire/kills.py`; with `withdraw` or `share` one whose user withdraws: `Wire/denials.py`.
@main struct WireClient {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if arguments.count == 5, let url = URL(string: arguments[2]), let first = Int(arguments[4]) {
      switch arguments[1] {
      case "withdraw":
        return try await Withdrawal(server: url, folder: arguments[3], key: "launch-\(first)").run(from: first)
      case "share": return try await Withdrawal(server: url, folder: arguments[3], key: "shared-key").share()
      case "drain": return try await Launch(server: url, folder: arguments[3]).drain()
      default: return try await Launch(server: url, folder: arguments[3]).track(from: first)
      }
    }
    guard arguments.count >= 3, let url = URL(string: arguments[2]), let format = format(arguments[1], at: url) else {
      print("usage: WireClient segment|rudderstack|posthog|amplitude|mixpanel|otlp|clickhouse http://127.0.0.1:PORT")
      exit(2)
    }
    let context = WireContext(anonymousID: "anon-1")
    let items = envelopes.compactMap { envelope in
      format.encode(envelope, in: context).map { WireItem(envelope, bytes: $0) }
    }
    for request in format.requests(for: items, sentAt: Date()) {
      var made = URLRequest(url: request.url)
      made.httpMethod = request.method
      made.httpBody = Data(request.body)
      for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
      let (_, answer) = try await URLSession.shared.data(for: made)
      guard let answer = answer as? HTTPURLResponse, WireVerdict(WireResponse(status: answer.statusCode)) == .arrived
      else {
        print("Not everything arrived: \(answer)")
        exit(1)
      }
    }
  }

  private static func format(_ name: String, at url: URL) -> (any WireFormat)? {
    switch name {
    case "segment": ServiceFormat.segment(writeKey: "test-key", at: WireServer(url))
    case "rudderstack": ServiceFormat.rudderStack(writeKey: "test-key", at: WireServer(url))
    case "posthog": ServiceFormat.postHog(projectKey: "test-key", at: WireServer(url))
    case "amplitude": ServiceFormat.amplitude(key: "test-key", at: WireServer(url))
    case "mixpanel": ServiceFormat.mixpanel(token: "test-key", at: WireServer(url))
    case "otlp": ServiceFormat.openTelemetry(at: WireServer(url), service: "wire")
    case "clickhouse": ServiceFormat.clickHouse(at: WireServer(url))
    default: nil
    }
  }

  /// What `TrackableApp` says, by the names of its keys.
  private static let device: TrackedProperties = [
    "installationId" ~>> "inst-1", "sessionId" ~>> 1_763_780_000_000, "systemName" ~>> "iOS",
    "systemVersion" ~>> "18.1",
    "deviceModel" ~>> "iPhone16,1", "deviceManufacturer" ~>> "Apple", "appVersion" ~>> "2.1", "appBuild" ~>> "214",
    "appIdentifier" ~>> "com.example.app", "locale" ~>> "en_GB", "timeZone" ~>> "Europe/London",
    "screenWidth" ~>> 1_179, "screenHeight" ~>> 2_556,
  ]

  private static var envelopes: [Envelope] {
    let properties: TrackedProperties = [
      "rating" ~>> 5, "ratio" ~>> 0.5, "whole" ~>> 2.0, "title" ~>> "Imagine \"71\" \u{1F3B8}\n", "loved" ~>> true,
      "tags" ~>> ["vinyl", "mono"], "album" ~>> ["year" ~>> 1971, "label" ~>> "Apple"],
    ]
    return [
      envelope(1, user: nil, .event(.init(name: "album_opened", properties: []))),
      envelope(2, user: "john", .identify(userID: "john", traits: ["plan" ~>> "free", "age" ~>> 31])),
      envelope(
        3, user: "john", .event(.init(name: "album_rated", entity: "album", type: .click, properties: properties))),
      envelope(4, user: "john", .userProperty(name: "plan", value: "premium")),
      envelope(5, user: "john", .userProperty(name: "first_label", value: "Apple", operation: .setOnce)),
      envelope(6, user: "john", .userProperty(name: "ratings", value: 2, operation: .increment)),
      envelope(7, user: "john", .userProperty(name: "plan", value: .null, operation: .unset)),
      envelope(
        8, user: "john",
        .userProperty(
          name: "company", value: "apple", operation: .group(traits: ["plan" ~>> "label", "employees" ~>> 31]))),
      envelope(9, user: "john", .userProperty(name: "band", value: "beatles", operation: .group())),
      envelope(
        10, user: "john",
        .event(.init(name: "album_shared", properties: ["rating" ~>> 5], groups: ["company" ~>> "apple"]))),
      envelope(
        11, user: "john",
        .event(
          .init(name: "album_shared", properties: [], groups: ["company" ~>> "apple", "band" ~>> "beatles"]))),
      envelope(12, user: "john", .userProperty(name: "band", value: .null, operation: .group())),
      envelope(13, user: "john", .reset),
      envelope(
        14, user: "john",
        .event(.init(name: "Screens.album", properties: ["rating" ~>> 5] + device, screenName: "Album"))),
      envelope(
        15, user: "john",
        .event(
          .init(
            name: "album_bought",
            properties: [
              "day" ~>> Date(timeIntervalSince1970: 1_763_780_000.5), "gift" ~>> TrackedValue.null,
              // The clients write twelve bytes for each, so it is nearly as large as an event of theirs may be.
              "text" ~>> String(repeating: "\u{1F3B8}", count: 2_500),
            ]))),
    ]
  }

  private static func envelope(_ number: UInt8, user: String?, _ content: Envelope.Content) -> Envelope {
    let id = UUID(uuid: (1, 0x9A, 0xA8, 0xF2, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    let time = Date(timeIntervalSince1970: 1_763_780_314.25 + Double(number))
    return Envelope(id: id, time: time, userID: user, content: content)
  }
}
