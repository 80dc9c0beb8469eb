import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for Segment, and for RudderStack, whose calls differ in a few fields.
@usableFromInline struct SegmentFormat: Sendable {
  /// The address of requests: `/v1/batch`.
  @usableFromInline let url: URL
  @usableFromInline let writeKey: Secret
  @usableFromInline let isRudderStack: Bool
  @usableFromInline let places: ServicePlaces

  @export(implementation) init(url: URL, writeKey: Secret, isRudderStack: Bool) {
    self.url = url
    self.writeKey = writeKey
    self.isRudderStack = isRudderStack
    places = ServicePlaces(
      [
        .appVersion: "app/version", .appBuild: "app/build", .appIdentifier: "app/namespace",
        .installation: "device/id", .manufacturer: "device/manufacturer", .model: "device/model",
        .systemName: "os/name", .systemVersion: "os/version", .screenWidth: "screen/width",
        .screenHeight: "screen/height", .locale: "locale", .timeZone: "timezone", .visit: "sessionId",
      ], visits: isRudderStack ? .numbers : .none)
  }

  /// The format, with the write key as a user name without a password. 2,500 items, 500 KB for a request (4 MB for
  /// RudderStack), and 32 KB for each item.
  @export(implementation) var service: ServiceFormat {
    ServiceFormat(
      url: url,
      limits: WireLimits(events: 2_500, bytes: isRudderStack ? 4_000_000 : 500_000, eventBytes: 32_000),
      headers: { headers }, encode: { encode($0, in: $1) }, requests: { requests(for: $0, sentAt: $1) })
  }

  @export(implementation) var headers: [String: String] { Secret.basicAuthorization(writeKey.value) }

  /// A `track`, a `screen`, an `identify` or a `group`.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    func call(
      _ type: String, user: String? = envelope.userID, inContext: (inout JSONWriter) -> Void = { _ in },
      _ fields: (inout JSONWriter) -> Void
    ) -> [UInt8] {
      JSONWriter.object { writer in
        writer.field("type", type)
        writer.field("messageId", envelope.id)
        // RudderStack corrects a wrong clock only if the time has this name.
        writer.field(isRudderStack ? "originalTimestamp" : "timestamp", envelope.time)
        if isRudderStack { writer.field("channel", "mobile") }
        writer.field("anonymousId", context.anonymousID)
        if let user { writer.field("userId", user) }
        fields(&writer)
        writer.object("context") {
          $0.object("library") { $0.field("name", ServiceFormat.library) }
          inContext(&$0)
        }
      }
    }
    func identify(_ traits: TrackedProperties, user: String? = envelope.userID) -> [UInt8] {
      if isRudderStack { return call("identify", user: user, inContext: { $0.field("traits", traits) }, { _ in }) }
      return call("identify", user: user) { $0.field("traits", traits) }
    }
    switch envelope.content {
    case .event(let event):
      let lifted = places.lift(event.properties)
      return call(
        event.screenName == nil ? "track" : "screen",
        inContext: {
          $0.fields(of: lifted)
          // An event of Segment has at most one group, and the group has no type.
          if event.groups.count == 1, let group = event.groups.first { $0.field("groupId", group.value) }
        }
      ) {
        $0.field(event.screenName == nil ? "event" : "name", event.screenName ?? event.name)
        $0.object("properties") { $0.fields(of: lifted.rest) }
      }
    case .error(let message, let location):
      return call("track") {
        $0.field("event", "Error")
        $0.field("properties", ["message" ~>> message, "location" ~>> location])
      }
    case .identify(let userID, let traits): return identify(traits, user: userID)
    case .userProperty(let name, let value, .set), .userProperty(let name, let value, .unset):
      return identify([name ~>> value])
    case .userProperty(_, let id, .group(let traits)) where id != .null:
      return call("group") {
        $0.field("groupId", id.description)
        $0.field("traits", traits)
      }
    case .userProperty, .reset, .purge: return nil
    }
  }

  /// The items, and the time of sending, with which the service corrects a wrong clock.
  ///
  /// - Parameters:
  ///   - items: The calls.
  ///   - time: The time of sending.
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    WireRequest.post(items, to: url, headers: headers) {
      $0.array("batch", of: items)
      $0.field("sentAt", time)
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// Segment's batches. <doc:Services> lists the fields.
  ///
  /// Segment removes duplicates by `messageId`, which is the envelope's ID. Segment answers 200 to nearly every
  /// request; only its debugger shows refused calls. Limits: Segment cannot set a user property once or increment it,
  /// and cannot end a group; the library reports an issue for such a call.
  ///
  /// Limits and fields: <https://segment.com/docs/connections/sources/catalog/libraries/server/http-api/> and
  /// <https://segment.com/docs/connections/spec/common/>.
  ///
  /// - Parameters:
  ///   - writeKey: The write key of the source.
  ///   - server: The server of the API: Segment's own server, its server in Europe, or a proxy.
  @export(implementation) public static func segment(
    writeKey: Secret, at server: WireServer = "api.segment.io"
  ) -> ServiceFormat {
    SegmentFormat(url: server.url.appending(path: "v1/batch"), writeKey: writeKey, isRudderStack: false).service
  }

  /// RudderStack's batches. <doc:Services> lists the fields.
  ///
  /// RudderStack removes duplicates by `messageId`, which is the envelope's ID. Limits: RudderStack cannot set a user
  /// property once or increment it, and cannot end a group; the library reports an issue for such a call.
  ///
  /// Limits and fields: <https://www.rudderstack.com/docs/api/http-api/> and
  /// <https://www.rudderstack.com/docs/event-spec/standard-events/common-fields/>.
  ///
  /// - Parameters:
  ///   - writeKey: The write key of the source.
  ///   - dataPlane: The server of the workspace's data plane: `example.dataplane.rudderstack.com`.
  @export(implementation) public static func rudderStack(writeKey: Secret, at dataPlane: WireServer) -> ServiceFormat {
    SegmentFormat(url: dataPlane.url.appending(path: "v1/batch"), writeKey: writeKey, isRudderStack: true).service
  }
}
