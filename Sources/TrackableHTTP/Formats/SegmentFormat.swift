import Foundation
import Trackable
import TrackableHub

/// What ``ServiceFormat`` says of this service.
struct SegmentFormat: PostFormat {
  /// Where requests go: `/v1/batch`.
  let url: URL
  private let writeKey: Secret

  init(writeKey: Secret, server: URL) {
    self.writeKey = writeKey
    url = server.appending(path: "v1/batch")
  }

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
  ///   - envelope: What is delivered.
  ///   - context: Who the user is while nobody has signed in.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    var writer = JSONWriter()
    func call(_ type: String, user: String? = envelope.userID, _ fields: (inout JSONWriter) -> Void) {
      writer.object { writer in
        writer.field("type", type)
        writer.field("messageId", envelope.id)
        writer.field("timestamp", envelope.time)
        writer.field("anonymousId", context.anonymousID)
        if let user { writer.field("userId", user) }
        fields(&writer)
        writer.object("context") {
          $0.object("library") { $0.field("name", WireLibrary.name) }
          // It knows one group, and no types.
          if case .event(let event) = envelope.content, event.groups.count == 1, let group = event.groups.first {
            $0.field("groupId", group.value)
          }
        }
      }
    }
    switch envelope.content {
    case .event(let event):
      call("track") {
        $0.field("event", event.name)
        $0.field("properties", event.properties)
      }
    case .identify(let userID, let traits): call("identify", user: userID) { $0.field("traits", traits) }
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      call("identify") { $0.object("traits") { $0.field(name, value) } }
    case .userProperty(_, let id, .group(let traits)) where id != .null:
      call("group") {
        $0.field("groupId", id.description)
        $0.field("traits", traits)
      }
    case .userProperty: return nil
    case .error(let message, let location):
      call("track") {
        $0.field("event", "Error")
        $0.object("properties") {
          $0.field("message", message)
          $0.field("location", location)
        }
      }
    case .reset, .purge: return nil
    }
    return writer.bytes
  }

  /// The items, and when they are sent, from which Segment corrects a clock that is wrong.
  ///
  /// - Parameters:
  ///   - items: The calls.
  ///   - time: When they are sent.
  func body(of items: [[UInt8]], sentAt time: Date) -> [UInt8] {
    var writer = JSONWriter(capacity: items.reduce(64) { $0 + $1.count + 1 })
    writer.object {
      $0.array("batch") { $0.json(items) }
      $0.field("sentAt", time)
    }
    return writer.bytes
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
  /// | a group and its traits | `group`; where the user is in one group, events have it in `context.groupId` |
  /// | an error | `track` of `Error`, with `message` and `location` |
  /// | `reset` | nothing: what follows has another anonymous ID |
  ///
  /// Segment removes what it gets twice by `messageId`, which is the envelope's ID. It answers 200 to nearly everything;
  /// what it refuses afterwards is seen only in its debugger.
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
    ServiceFormat(SegmentFormat(writeKey: writeKey, server: server.url))
  }
}
