import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for Mixpanel. The format sends events to `/import`, the only address that takes events of any age,
/// and changes of users and groups to `/engage` and `/groups`.
@usableFromInline struct MixpanelFormat: Sendable {
  @usableFromInline let server: URL
  @usableFromInline let token: Secret
  @usableFromInline let places: ServicePlaces

  @export(implementation) init(server: URL, token: Secret) {
    self.server = server
    self.token = token
    places = ServicePlaces(
      [
        .systemName: "$os", .systemVersion: "$os_version", .manufacturer: "$manufacturer", .model: "$model",
        .appVersion: "$app_version_string", .appBuild: "$app_build_number", .screenWidth: "$screen_width",
        .screenHeight: "$screen_height",
      ], areProperties: true)
  }

  /// - Parameter endpoint: The path: `import` for events, `engage` for users, or `groups`.
  @export(implementation) func url(of endpoint: String) -> URL {
    // Without these options, Mixpanel answers 200 even when it refuses items.
    let option = URLQueryItem(name: endpoint == "import" ? "strict" : "verbose", value: "1")
    return server.appending(path: endpoint).appending(queryItems: [option])
  }

  @export(implementation) func endpoint(of content: Envelope.Content) -> String {
    switch content {
    case .event, .error: "import"
    case .userProperty(_, let id, .group(let traits)): traits.isEmpty || id == .null ? "engage" : "groups"
    case .userProperty, .identify, .reset, .purge: "engage"
    }
  }

  /// The project's token, as a user name without a password.
  @export(implementation) var headers: [String: String] { Secret.basicAuthorization(token.value) }

  /// At most two thousand events or a thousand users, each with up to two changes. At most two megabytes, and one
  /// megabyte for each item.
  @export(implementation) var limits: WireLimits { WireLimits(events: 1_000, bytes: 2_000_000, eventBytes: 1_000_000) }

  /// An event, or an array of changes of a user or a group, with one operation in each change.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID, which identifies the device.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    func id(of user: String?) -> String { user ?? "$device:" + context.anonymousID }
    func event(_ name: String, _ properties: (inout JSONWriter) -> Void) -> [UInt8] {
      JSONWriter.object {
        $0.field("event", name)
        $0.object("properties") {
          $0.field("time", envelope.time.milliseconds)
          $0.field("distinct_id", id(of: envelope.userID))
          $0.field("$device_id", context.anonymousID)
          if let user = envelope.userID { $0.field("$user_id", user) }
          $0.field("$insert_id", envelope.id)
          properties(&$0)
          $0.field("mp_lib", ServiceFormat.library)
        }
      }
    }
    /// - Parameter whose: The fields that identify the owner of the traits.
    func changes(_ traits: TrackedProperties, _ operation: String = "$set", of whose: [(String, String)]) -> [UInt8] {
      let (set, unset) = traits.changes
      var writer = JSONWriter()
      func change(_ writer: inout JSONWriter, _ operation: (inout JSONWriter) -> Void) {
        writer.object {
          $0.field("$token", token.value)
          for (name, value) in whose { $0.field(name, value) }
          operation(&$0)
        }
      }
      writer.array {
        if !set.isEmpty || unset.isEmpty { change(&$0) { $0.field(operation, set) } }
        if !unset.isEmpty { change(&$0) { $0.array("$unset") { for name in unset { $0.string(name) } } } }
      }
      return writer.bytes
    }
    func user(_ traits: TrackedProperties, _ operation: String = "$set") -> [UInt8] {
      changes(traits, operation, of: [("$distinct_id", id(of: envelope.userID))])
    }
    switch envelope.content {
    case .event(let content):
      // The names of Mixpanel's own fields, which Mixpanel keeps among the properties of an event.
      let own = ["token", "distinct_id", "time", "$insert_id", "$device_id", "$user_id", "mp_lib"]
      let lifted = places.lift(content.properties)
      let others = content.groups.map(\.key.name) + (content.screenName == nil ? [] : ["screen_name"])
      return event(content.screenName == nil ? content.name : "Screen Viewed") {
        if let name = content.screenName { $0.field("screen_name", name) }
        for property in lifted.rest where !others.contains(property.key.name) {
          // A property with such a name would replace Mixpanel's own field. Mixpanel would give the event to another
          // user, or refuse the event.
          let isOwn = own.contains(property.key.name)
          $0.field(isOwn ? "property_" + property.key.name : property.key.name, property.value)
        }
        $0.fields(of: content.groups)
        $0.fields(of: lifted)
      }
    case .error(let message, let location):
      return event("Error") { $0.fields(of: ["message" ~>> message, "location" ~>> location] as TrackedProperties) }
    case .identify(let userID, let traits): return changes(traits, of: [("$distinct_id", userID)])
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      return user([name ~>> value])
    case .userProperty(let name, let value, .setOnce): return user([name ~>> value], "$set_once")
    case .userProperty(let name, let value, .increment): return user([name ~>> value], "$add")
    case .userProperty(let type, let id, .group(let traits)):
      if endpoint(of: envelope.content) == "groups" {
        return changes(traits, of: [("$group_key", type), ("$group_id", id.description)])
      }
      // A user may be in several groups of a type.
      return user([type ~>> (id == .null ? id : .array([id]))])
    case .reset, .purge: return nil
    }
  }

  /// The requests: one for each run of neighbouring items with the same address.
  ///
  /// - Parameters:
  ///   - items: The events, and the changes.
  ///   - time: The time of sending.
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    let endpoints = items.map { endpoint(of: $0.envelope.content) }
    return endpoints.runs(==).map { run in
      let endpoint = endpoints[run.lowerBound]
      var writer = JSONWriter(capacity: items[run].reduce(2) { $0 + $1.bytes.count + 1 })
      // The changes of each item are an array.
      writer.array {
        $0.json(items[run].map { endpoint == "import" ? $0.bytes : Array($0.bytes.dropFirst().dropLast()) })
      }
      return WireRequest(to: url(of: endpoint), headers: headers, body: writer.bytes, items: run)
    }
  }

  /// The verdict: either single events are refused and the others have arrived, or all changes of users and groups are
  /// refused.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  @export(implementation) func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    let answer = response.fields
    // In a response about events, `status` is a string.
    if response.status == 200, answer["status"] as? Int == 0 { return .refused }
    let records = answer["failed_records"] as? [[String: Any]] ?? []
    let failed = Set(records.compactMap { $0["index"] as? Int }).intersection(request.items.indices)
    return response.status == 400 && !failed.isEmpty ? .partly(never: failed) : WireVerdict(response)
  }
}

extension WireFormat where Self == ServiceFormat {
  /// Mixpanel's ingestion, with the project's token, which an app may contain. <doc:Services> lists the fields.
  ///
  /// Mixpanel removes duplicates of events by `$insert_id`, which is the envelope's ID. Set the project's *ID merge* to
  /// *simplified*, which links an anonymous user to the later user by `$device_id` and `$user_id`. Limits: changes of
  /// users have no ID, so Mixpanel adds an increment twice if the response to its request was lost.
  ///
  /// Limits and fields: <https://docs.mixpanel.com/reference/import-events>,
  /// <https://docs.mixpanel.com/reference/profile-set> and
  /// <https://docs.mixpanel.com/docs/data-structure/property-reference/default-properties>.
  ///
  /// - Parameters:
  ///   - token: The project's token.
  ///   - server: The server of the API: Mixpanel's servers in the US, in Europe (`api-eu.mixpanel.com`), in India, or a
  ///     proxy.
  @export(implementation) public static func mixpanel(token: Secret, at server: WireServer = "api.mixpanel.com")
    -> ServiceFormat
  {
    let format = MixpanelFormat(server: server.url, token: token)
    return ServiceFormat(
      url: format.url(of: "import"), limits: format.limits, headers: { format.headers },
      encode: { format.encode($0, in: $1) }, requests: { format.requests(for: $0, sentAt: $1) },
      verdict: { format.verdict(on: $0, to: $1) })
  }
}
