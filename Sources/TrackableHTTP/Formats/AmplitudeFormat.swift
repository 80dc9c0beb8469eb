import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for Amplitude.
@usableFromInline struct AmplitudeFormat: Sendable {
  /// The address of requests: `/2/httpapi`.
  @usableFromInline let url: URL
  @usableFromInline let key: Secret
  @usableFromInline let places: ServicePlaces

  @export(implementation) init(url: URL, key: Secret) {
    self.url = url
    self.key = key
    places = ServicePlaces(
      [
        .visit: "session_id", .appVersion: "app_version", .systemName: "platform", .systemName: "os_name",
        .systemVersion: "os_version", .manufacturer: "device_manufacturer", .model: "device_model",
      ], visits: .numbers)
  }

  /// Fewer than 2,000 events and less than a megabyte.
  @export(implementation) var limits: WireLimits { WireLimits(events: 1_999, bytes: 999_999) }

  /// An event, an `$identify` or a `$groupidentify`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID, which identifies the device.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
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
      let lifted = places.lift(content.properties)
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

  @export(implementation) static func change(_ traits: TrackedProperties, of name: String, _ writer: inout JSONWriter) {
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
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    WireRequest.post(items, to: url) {
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
  @export(implementation) func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    let answer = response.fields
    guard [400, 429].contains(response.status), !answer.isEmpty else { return WireVerdict(response) }
    let all = Set(request.items.indices)
    func positions(_ fields: String...) -> Set<Int> {
      all.intersection(
        fields.flatMap { name in
          let lists = answer[name] as? [String: [Int]]
          return answer[name] as? [Int] ?? lists?.values.flatMap(\.self) ?? []
        })
    }
    if response.status == 429 {
      // Amplitude has taken no event of this request, but would take the events that are not throttled.
      let throttled = positions("throttled_events").union(Self.events(in: request, of: answer)).intersection(all)
      // Amplitude asks for a pause of 30 seconds for a throttled user or device.
      if throttled.isEmpty || throttled == all { return .retry(after: response.retryAfter ?? .seconds(30)) }
      return .partly(again: all.subtracting(throttled), later: throttled)
    }
    let problem = answer["error"] as? String ?? ""
    if problem.lowercased().contains("api key") { return .retry(after: WireVerdict.pauseAfterRefusal) }
    let refused = positions(
      "events_with_invalid_fields", "events_with_missing_fields", "events_with_invalid_id_lengths", "silenced_events")
    return refused.isEmpty ? .refused : .partly(again: all.subtracting(refused), never: refused)
  }

  /// The positions of the events of throttled users and devices, from which Amplitude has got too many events just now
  /// or today.
  @export(implementation) static func events(in request: WireRequest, of answer: [String: Any]) -> [Int] {
    let fields = [
      "throttled_users", "throttled_devices", "exceeded_daily_quota_users", "exceeded_daily_quota_devices",
    ]
    let named = Set(fields.flatMap { (answer[$0] as? [String: Int])?.keys.map(\.self) ?? [] })
    if named.isEmpty { return [] }
    let sent = WireResponse(status: 0, body: Data(request.body)).fields["events"] as? [[String: Any]] ?? []
    return sent.indices.filter { position in
      ["user_id", "device_id"].contains { (sent[position][$0] as? String).map(named.contains) ?? false }
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
  @export(implementation) public static func amplitude(key: Secret, at server: WireServer = "api2.amplitude.com")
    -> ServiceFormat
  {
    let format = AmplitudeFormat(url: server.url.appending(path: "2/httpapi"), key: key)
    return ServiceFormat(
      url: format.url, limits: format.limits, encode: { format.encode($0, in: $1) },
      requests: { format.requests(for: $0, sentAt: $1) }, verdict: { format.verdict(on: $0, to: $1) })
  }
}
