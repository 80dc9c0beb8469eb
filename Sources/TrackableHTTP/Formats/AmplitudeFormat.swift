import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for Amplitude.
struct AmplitudeFormat: WireFormat {
  /// The address of requests: `/2/httpapi`.
  let url: URL
  let key: Secret

  /// Fewer than 2,000 events and less than a megabyte.
  var limits: WireLimits { WireLimits(events: 1_999, bytes: 999_999) }

  private static let places = ServicePlaces(
    [
      .visit: "session_id", .appVersion: "app_version", .systemName: "platform", .systemName: "os_name",
      .systemVersion: "os_version", .manufacturer: "device_manufacturer", .model: "device_model",
    ], visits: .numbers)

  /// An event, an `$identify` or a `$groupidentify`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID, which identifies the device.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    func event(_ type: String, user: String? = envelope.userID, _ fields: (inout JSONWriter) -> Void) -> [UInt8] {
      JSONWriter.object { writer in
        writer.field("event_type", type)
        writer.field("insert_id", envelope.id)
        writer.field("time", envelope.time.milliseconds)
        writer.field("device_id", context.anonymousID)
        if let user { writer.field("user_id", user) }
        fields(&writer)
        writer.field("library", ServiceFormat.library)
      }
    }
    func change(_ traits: TrackedProperties, user: String? = envelope.userID) -> [UInt8] {
      event("$identify", user: user) { Self.change(traits, of: "user_properties", &$0) }
    }
    switch envelope.content {
    case .event(let content):
      let lifted = Self.places.lift(content.properties)
      let (name, place) = ("[Amplitude] Screen Viewed", "[Amplitude] Screen Name")
      return event(content.screenName == nil ? content.name : name) {
        $0.fields(of: lifted)
        $0.object("event_properties") {
          if let screen = content.screenName { $0.field(place, screen) }
          $0.fields(of: lifted.rest, except: content.screenName == nil ? [] : [place])
        }
        if !content.groups.isEmpty { $0.field("groups", content.groups) }
      }
    case .error(let message, let location):
      return event("Error") { $0.field("event_properties", ["message" ~>> message, "location" ~>> location]) }
    case .identify(let userID, let traits): return change(traits, user: userID)
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      return change([name ~>> value])
    case .userProperty(let name, let value, .setOnce):
      return event("$identify") { $0.object("user_properties") { $0.field("$setOnce", [name ~>> value]) } }
    case .userProperty(let name, let value, .increment):
      return event("$identify") { $0.object("user_properties") { $0.field("$add", [name ~>> value]) } }
    case .userProperty(let type, let id, .group(let traits)):
      let isJoining = traits.isEmpty || id == .null
      return event(isJoining ? "$identify" : "$groupidentify") {
        if isJoining {
          Self.change([type ~>> id], of: "user_properties", &$0)
        } else {
          Self.change(traits, of: "group_properties", &$0)
        }
        if id != .null { $0.field("groups", [type ~>> id.description]) }
      }
    case .reset, .purge: return nil
    }
  }

  private static func change(_ traits: TrackedProperties, of name: String, _ writer: inout JSONWriter) {
    let (set, unset) = traits.changes
    writer.object(name) {
      if !set.isEmpty { $0.field("$set", set) }
      // Amplitude ignores the value, but requires one.
      if !unset.isEmpty { $0.object("$unset") { for name in unset { $0.field(name, "-") } } }
    }
  }

  /// The items and the project's key.
  ///
  /// - Parameters:
  ///   - items: The events.
  ///   - time: The time of sending.
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    post(items) {
      $0.field("api_key", key.value)
      $0.array("events", of: items)
      $0.object("options") { $0.field("min_id_length", 1) }
    }
  }

  /// The verdict, from the positions of events in Amplitude's response. Amplitude refuses a whole request if one of its
  /// events is bad.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    guard [400, 429].contains(response.status), let answer = response.decoded(as: [String: Field].self) else {
      return WireVerdict(response)
    }
    let places = Set(request.items.indices)
    func positions(_ fields: String...) -> Set<Int> {
      places.intersection(fields.flatMap { answer[$0]?.positions ?? [] })
    }
    if response.status == 429 {
      // Amplitude has taken no event of this request, but would take the events that are not throttled.
      let throttled = positions("throttled_events").union(Self.events(in: request, of: answer)).intersection(places)
      // Amplitude asks for a pause of 30 seconds for a throttled user or device.
      if throttled.isEmpty || throttled == places { return .retry(after: response.retryAfter ?? .seconds(30)) }
      return .partly(again: places.subtracting(throttled), later: throttled)
    }
    let problem = answer["error"]?.text ?? ""
    if problem.lowercased().contains("api key") { return .retry(after: WireVerdict.pauseAfterRefusal) }
    let refused = positions(
      "events_with_invalid_fields", "events_with_missing_fields", "events_with_invalid_id_lengths", "silenced_events")
    return refused.isEmpty ? .refused : .partly(again: places.subtracting(refused), never: refused)
  }

  /// The positions of the events of throttled users and devices, from which Amplitude has got too many events just now
  /// or today.
  private static func events(in request: WireRequest, of answer: [String: Field]) -> [Int] {
    let fields = [
      "throttled_users", "throttled_devices", "exceeded_daily_quota_users", "exceeded_daily_quota_devices",
    ]
    let named = Set(fields.flatMap { answer[$0]?.names ?? [] })
    if named.isEmpty { return [] }
    let sent = (try? JSONDecoder().decode(Sent.self, from: Data(request.body)))?.events ?? []
    return sent.indices.filter { position in
      ["user_id", "device_id"].contains { sent[position][$0]?.text.map(named.contains) ?? false }
    }
  }

  private struct Sent: Decodable { let events: [[String: Field]] }

  /// A field of Amplitude's response. Its value is a text, or positions of events, or names of users or devices.
  private struct Field: Decodable {
    let text: String?
    let positions: [Int]
    let names: [String]

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      text = try? value.decode(String.self)
      let lists = try? value.decode([String: [Int]].self)
      positions = (try? value.decode([Int].self)) ?? lists?.values.flatMap(\.self) ?? []
      names = (try? value.decode([String: Int].self))?.keys.map(\.self) ?? []
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// Amplitude's HTTP V2 API. <doc:Services> lists the fields.
  ///
  /// Amplitude removes duplicates within 7 days by `insert_id` and device ID. The library allows IDs of users and
  /// devices that are shorter than five characters, Amplitude's default. Amplitude still refuses IDs such as `unknown`
  /// and `null`.
  ///
  /// Limits and fields: <https://amplitude.com/docs/apis/analytics/http-v2>.
  ///
  /// - Parameters:
  ///   - key: The project's API key.
  ///   - server: The server of the API: Amplitude's servers in the US, or those in Europe (`api.eu.amplitude.com`).
  public static func amplitude(key: Secret, at server: WireServer = "api2.amplitude.com") -> ServiceFormat {
    ServiceFormat(AmplitudeFormat(url: server.url.appending(path: "2/httpapi"), key: key))
  }
}
