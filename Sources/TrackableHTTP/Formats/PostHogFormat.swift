import Foundation
import Trackable
import TrackableHub

/// How ``ServiceFormat`` writes for this service.
struct PostHogFormat: WireFormat {
  /// Where requests go: `/batch/`.
  let url: URL
  let projectKey: Secret

  /// 20 MB is what PostHog takes. A megabyte loses less time when it has to be sent again.
  var limits: WireLimits { WireLimits(events: 1_000, bytes: 1_000_000) }

  /// An event, an `$identify`, a `$set` or a `$groupidentify`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: Who the user is while no user is signed in.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
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
    // Without a user there is no profile of a person to make.
    func profile(_ writer: inout JSONWriter) {
      if envelope.userID == nil { writer.field("$process_person_profile", .bool(false)) }
    }
    switch envelope.content {
    case .event(let content):
      return event(content.name) {
        $0.fields(of: content.properties, except: content.groups.isEmpty ? ["$lib"] : ["$lib", "$groups"])
        // PostHog drops the groups of an event that makes no profile.
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

  private static func change(_ traits: TrackedProperties, _ writer: inout JSONWriter) {
    let (set, unset) = traits.changes
    if !set.isEmpty || unset.isEmpty { writer.field("$set", set) }
    if !unset.isEmpty { writer.array("$unset") { for name in unset { $0.string(name) } } }
  }

  /// The items, the project's key, and when they are sent.
  ///
  /// - Parameters:
  ///   - items: The events.
  ///   - time: When they are sent.
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    post(items) {
      $0.field("api_key", projectKey.value)
      $0.array("batch", of: items)
      $0.field("sent_at", time)
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// PostHog's batches.
  ///
  /// | delivery | sent as |
  /// |---|---|
  /// | an event | the event; while no user is signed in, it makes no profile of a person, unless it has groups, which PostHog would drop |
  /// | `identify` and traits | `$identify`, with `$set` and the anonymous ID that it continues |
  /// | a user property that is set, or set once | `$set`, with `$set` or `$set_once` |
  /// | one that is incremented | nothing, and an issue: PostHog has no word for it |
  /// | a trait that is null, or a user property that is unset | `$unset` |
  /// | a group and its traits | `$groupidentify`; events have `$groups`. To leave one: nothing, and an issue |
  /// | an error | `$exception` |
  /// | `reset` | nothing: what follows has another anonymous ID |
  ///
  /// PostHog removes duplicates by `uuid`, which is the envelope's ID.
  ///
  /// Limits and fields: <https://posthog.com/docs/api/capture>.
  ///
  /// - Parameters:
  ///   - projectKey: The project's key, which begins with `phc_`.
  ///   - server: Where the API is: PostHog's servers in the US, those in Europe (`eu.i.posthog.com`), or your own.
  public static func postHog(projectKey: Secret, at server: WireServer = "us.i.posthog.com") -> ServiceFormat {
    ServiceFormat(PostHogFormat(url: server.url.appending(path: "batch/"), projectKey: projectKey))
  }
}
