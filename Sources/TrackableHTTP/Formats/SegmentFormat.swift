import Foundation
import Trackable
import TrackableHub

/// How ``ServiceFormat`` writes for this service.
struct SegmentFormat: WireFormat {
  /// Where requests go: `/v1/batch`.
  let url: URL
  let writeKey: Secret

  /// The write key as a name without a password.
  var headers: [String: String] {
    [
      "Content-Type": "application/json",
      "Authorization": Secret.basicAuthorization(name: writeKey.value, password: ""),
    ]
  }

  /// 2,500 items, 500 KB, and 32 KB each.
  var limits: WireLimits { WireLimits(events: 2_500, bytes: 500_000, eventBytes: 32_000) }

  /// A `track`, an `identify` or a `group`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: Who the user is while no user is signed in.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    func call(_ type: String, user: String? = envelope.userID, _ fields: (inout JSONWriter) -> Void) -> [UInt8] {
      JSONWriter.object { writer in
        writer.field("type", type)
        writer.field("messageId", envelope.id)
        writer.field("timestamp", envelope.time)
        writer.field("anonymousId", context.anonymousID)
        if let user { writer.field("userId", user) }
        fields(&writer)
        writer.object("context") {
          $0.object("library") { $0.field("name", ServiceFormat.library) }
          // It knows one group, and no types.
          if case .event(let event) = envelope.content, event.groups.count == 1, let group = event.groups.first {
            $0.field("groupId", group.value)
          }
        }
      }
    }
    func track(_ name: String, _ properties: TrackedProperties) -> [UInt8] {
      call("track") {
        $0.field("event", name)
        $0.field("properties", properties)
      }
    }
    switch envelope.content {
    case .event(let event): return track(event.name, event.properties)
    case .error(let message, let location): return track("Error", ["message" ~>> message, "location" ~>> location])
    case .identify(let userID, let traits): return call("identify", user: userID) { $0.field("traits", traits) }
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      return call("identify") { $0.field("traits", [name ~>> value]) }
    case .userProperty(_, let id, .group(let traits)) where id != .null:
      return call("group") {
        $0.field("groupId", id.description)
        $0.field("traits", traits)
      }
    case .userProperty, .reset, .purge: return nil
    }
  }

  /// The items, and when they are sent, from which Segment corrects a clock that is wrong.
  ///
  /// - Parameters:
  ///   - items: The calls.
  ///   - time: When they are sent.
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    post(items) {
      $0.array("batch", of: items)
      $0.field("sentAt", time)
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// Segment's batches, which RudderStack takes as well.
  ///
  /// | delivery | sent as |
  /// |---|---|
  /// | an event | `track` |
  /// | `identify` and traits | `identify` |
  /// | a user property that is set, or unset | `identify` with one trait, or with null |
  /// | one that is set once or incremented | nothing, and an issue: Segment has no word for it |
  /// | a group and its traits | `group`; where the user is in one group, events have it in `context.groupId`. To leave one: nothing, and an issue |
  /// | an error | `track` of `Error`, with `message` and `location` |
  /// | `reset` | nothing: what follows has another anonymous ID |
  ///
  /// Segment removes duplicates by `messageId`, which is the envelope's ID. It answers 200 to nearly everything; only its
  /// debugger shows what it refuses afterwards.
  ///
  /// Limits and fields: <https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/>, RudderStack's
  /// <https://www.rudderstack.com/docs/api/http-api/>.
  ///
  /// - Parameters:
  ///   - writeKey: The write key of the source.
  ///   - server: Where the API is: Segment's own server, its one in Europe, a proxy, or a data plane of RudderStack.
  public static func segment(
    writeKey: Secret, at server: WireServer = "api.segment.io"
  ) -> ServiceFormat {
    ServiceFormat(SegmentFormat(url: server.url.appending(path: "v1/batch"), writeKey: writeKey))
  }
}
