import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for PostHog.
@usableFromInline struct PostHogFormat: Sendable {
  /// The address of requests: `/batch/`.
  @usableFromInline let url: URL
  @usableFromInline let projectKey: Secret
  @usableFromInline let places: ServicePlaces

  @export(implementation) init(url: URL, projectKey: Secret) {
    self.url = url
    self.projectKey = projectKey
    places = ServicePlaces(
      [
        .installation: "$device_id", .visit: "$session_id", .systemName: "$os_name", .systemVersion: "$os_version",
        .model: "$device_model", .manufacturer: "$device_manufacturer", .appVersion: "$app_version",
        .appBuild: "$app_build", .appIdentifier: "$app_namespace", .locale: "$locale", .timeZone: "$timezone",
        .screenWidth: "$screen_width", .screenHeight: "$screen_height",
      ], areProperties: true)
  }

  /// PostHog takes 20 MB. A request of a megabyte takes less time to repeat.
  @export(implementation) var limits: WireLimits { WireLimits(events: 1_000, bytes: 1_000_000) }

  /// An event, a `$screen`, an `$identify`, a `$set` or a `$groupidentify`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    func event(
      _ name: String, user: String? = envelope.userID, _ properties: (inout JSONWriter) -> Void
    ) -> [UInt8] {
      JSONWriter.object { writer in
        writer.field("event", name)
        writer.field("uuid", envelope.id)
        writer.field("distinct_id", user ?? context.anonymousID)
        writer.field("timestamp", envelope.time)
        writer.object("properties") {
          properties(&$0)
          $0.field("$lib", ServiceFormat.library)
        }
      }
    }
    // Makes PostHog create no profile of a person for an event without a user.
    func profile(_ writer: inout JSONWriter) {
      if envelope.userID == nil { writer.field("$process_person_profile", .bool(false)) }
    }
    switch envelope.content {
    case .event(let content):
      let lifted = places.lift(content.properties)
      let groups = content.groups.isEmpty ? [] : ["$groups"]
      let screen = content.screenName == nil ? [] : ["$screen_name"]
      return event(content.screenName == nil ? content.name : "$screen") {
        if let name = content.screenName { $0.field("$screen_name", name) }
        $0.fields(of: lifted.rest, except: ["$lib"] + screen + groups)
        $0.fields(of: lifted)
        // PostHog drops the groups of an event without a profile.
        if !content.groups.isEmpty {
          $0.field("$groups", content.groups)
        } else if content.properties["$process_person_profile"] == nil {
          profile(&$0)
        }
      }
    case .identify(let userID, let traits):
      return event("$identify", user: userID) {
        $0.field("$anon_distinct_id", context.anonymousID)
        Self.change(traits, &$0)
      }
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      return event("$set") { Self.change([name ~>> value], &$0) }
    case .userProperty(let name, let value, .setOnce):
      return event("$set") { $0.field("$set_once", [name ~>> value]) }
    case .userProperty(let type, let id, .group(let traits)) where id != .null:
      return event("$groupidentify") {
        $0.field("$group_type", type)
        $0.field("$group_key", id.description)
        $0.field("$group_set", traits)
      }
    case .error(let message, let location):
      return event("$exception") {
        $0.field("$exception_list", .array([.properties(["type" ~>> "Error", "value" ~>> message])]))
        $0.field("location", location)
        profile(&$0)
      }
    case .userProperty, .reset, .purge: return nil
    }
  }

  @export(implementation) static func change(_ traits: TrackedProperties, _ writer: inout JSONWriter) {
    let (set, unset) = traits.changes
    if !set.isEmpty || unset.isEmpty { writer.field("$set", set) }
    if !unset.isEmpty { writer.array("$unset") { for name in unset { $0.string(name) } } }
  }

  /// The items, the project's key, and the time of sending.
  ///
  /// - Parameters:
  ///   - items: The events.
  ///   - time: The time of sending.
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    WireRequest.post(items, to: url) {
      $0.field("api_key", projectKey.value)
      $0.array("batch", of: items)
      $0.field("sent_at", time)
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// PostHog's batches. <doc:Services> lists the fields.
  ///
  /// PostHog removes duplicates by `uuid`, which is the envelope's ID. While no user is signed in, an event creates no
  /// profile of a person, unless the event has groups, because PostHog drops the groups of an event without a profile.
  /// Limits: PostHog cannot increment a user property, and cannot end a group; the library reports an issue for such a
  /// call.
  ///
  /// Limits and fields: <https://posthog.com/docs/api/capture>.
  ///
  /// - Parameters:
  ///   - projectKey: The project's key, which begins with `phc_`.
  ///   - server: The server of the API: PostHog's servers in the US, those in Europe (`eu.i.posthog.com`), or your own.
  @export(implementation) public static func postHog(projectKey: Secret, at server: WireServer = "us.i.posthog.com")
    -> ServiceFormat
  {
    let format = PostHogFormat(url: server.url.appending(path: "batch/"), projectKey: projectKey)
    return ServiceFormat(
      url: format.url, limits: format.limits, encode: { format.encode($0, in: $1) },
      requests: { format.requests(for: $0, sentAt: $1) })
  }
}
