import Foundation
import TestSupport
import Trackable
import TrackableHTTP
import TrackableHub

/// Envelopes that formats are tested with.
enum WireSample {
  enum Keys: String, Key {
    case album, rating
    enum Details: String, Key { case year }
  }
  enum Private: String, SensitiveKey { case email }

  static let context = WireContext(anonymousID: "anon-1")
  static let time = Date(timeIntervalSince1970: 1_763_780_314.25)

  static func id(_ number: Int) -> UUID {
    UUID(uuid: (1, 0x9A, 0xA8, 0xF2, 0, 0, 0x70, 0, 0x80, 0, 0, 0, 0, 0, UInt8(number >> 8 & 255), UInt8(number & 255)))
  }

  static func envelope(_ number: Int, user: String? = "john", _ content: Envelope.Content) -> Envelope {
    Envelope(id: id(number), time: time, userID: user, content: content)
  }

  static func event(_ number: Int, user: String? = "john", _ properties: TrackedProperties = []) -> Envelope {
    envelope(
      number, user: user,
      .event(Envelope.Event(name: "MyApp.didRate", entity: "album", type: .click, properties: properties)))
  }

  static let rated = event(
    1,
    [
      "rating" ~>> 5, "ratio" ~>> 0.5, "title" ~>> "Imagine \"71\"\n", "loved" ~>> true, "gift" ~>> TrackedValue.null,
      "bought" ~>> time, "tags" ~>> ["vinyl", "mono"], Keys.album ~>> [Keys.Details.year ~>> 1971],
      Private.email ~>> "john@apple.records",
    ])
  static let anonymous = event(2, user: nil)
  static let identify = envelope(
    3,
    .identify(userID: "john", traits: ["plan" ~>> "free", "coupon" ~>> TrackedValue.null, Private.email ~>> "j@a.r"]))
  static let property = envelope(4, .userProperty(name: "plan", value: "premium"))
  static let unset = envelope(5, .userProperty(name: "plan", value: .null))
  static let error = envelope(6, .error(message: "no such album", location: "MyApp/Album.swift:7"))
  static let reset = envelope(7, .reset)
  static let purge = envelope(8, .purge)

  static let all = [rated, anonymous, identify, property, unset, error, reset, purge]
}

/// The formats of the library.
enum Services {
  static let segment = ServiceFormat.segment(writeKey: "key-of-segment")
  static let rudderStack = ServiceFormat.rudderStack(writeKey: "key-of-rudderstack", at: "data.example")
  static let postHog = ServiceFormat.postHog(projectKey: "key-of-posthog")
  static let amplitude = ServiceFormat.amplitude(key: "key-of-amplitude")
  static let mixpanel = ServiceFormat.mixpanel(token: "key-of-mixpanel")
  static let telemetry = ServiceFormat.openTelemetry(
    at: "otel.example", service: "shop", authorization: "key-of-otel")
  static let clickHouse = ServiceFormat.clickHouse(
    at: "ch.example", table: "analytics.events", user: "writer", password: "key-of-clickhouse")

  static let all = [segment, rudderStack, postHog, amplitude, mixpanel, telemetry, clickHouse]

  /// What a format makes of a delivery.
  static func text(_ format: some WireFormat, _ envelope: Envelope) -> String? {
    format.encode(envelope, in: WireSample.context).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Attributes of OpenTelemetry that are texts.
  static func attributes(_ pairs: KeyValuePairs<String, String>) -> String {
    pairs.map { #"{"key":"\#($0)","value":{"stringValue":"\#($1)"}}"# }.joined(separator: ",")
  }
}

extension SeededGenerator {
  /// Text that needs escapes.
  mutating func hostileText() -> String {
    let alphabet: [Character] = [
      "\"", "\\", "\n", "\r\n", "\u{0}", "\u{1F}", "\u{7F}", "\u{2028}", "/", "<", "'", "`", "{", "}", "🎸", "é", "a",
      "&",
    ]
    return string(of: alphabet, count: below(12))
  }

  mutating func hostileValue(depth: Int = 0) -> TrackedValue {
    switch below(depth < 5 ? 9 : 7) {
    case 0, 1: return .string(hostileText())
    case 2: return .int(Int(truncatingIfNeeded: next()))
    case 3: return .double(Double(bitPattern: next()))
    case 4: return .bool(chance(50))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: next())))
    case 6: return .null
    case 7:
      var values: [TrackedValue] = []
      for _ in 0..<below(4) { values.append(hostileValue(depth: depth + 1)) }
      return .array(values)
    default: return .properties(hostileProperties(depth: depth + 1))
    }
  }

  mutating func hostileProperties(depth: Int = 0) -> TrackedProperties {
    var list: [TrackedProperty] = []
    for position in 0..<below(5) { list.append("\(hostileText())\(position)" ~>> hostileValue(depth: depth)) }
    return TrackedProperties(list)
  }

  mutating func hostileEnvelope(_ number: Int) -> Envelope {
    let content: Envelope.Content =
      switch below(7) {
      case 0, 1, 2:
        .event(
          Envelope.Event(
            name: hostileText(), entity: hostileText(), properties: hostileProperties(),
            groups: chance(50) ? [] : TrackedProperties([PropertyKey(hostileText()) ~>> hostileText()])))
      case 3:
        .userProperty(
          name: hostileText(), value: hostileValue(),
          operation: [.set, .setOnce, .increment, .unset, .group(traits: hostileProperties())][below(5)])
      case 4: .identify(userID: hostileText(), traits: hostileProperties())
      case 5: .error(message: hostileText(), location: hostileText())
      default: .reset
      }
    return Envelope(
      id: WireSample.id(number), time: Date(timeIntervalSince1970: Double(bitPattern: next())),
      userID: chance(30) ? nil : hostileText(), content: content)
  }
}
