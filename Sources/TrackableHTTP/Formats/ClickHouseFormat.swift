import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for ClickHouse.
@usableFromInline struct ClickHouseFormat: Sendable {
  /// The address of requests: the server, with the statement as its query.
  @usableFromInline let url: URL
  @usableFromInline let user: String
  @usableFromInline let password: Secret

  @export(implementation) init(server: URL, table: String, user: String, password: Secret) {
    let name = table.split(separator: ".").map { part in
      "`" + part.replacing("\\", with: "\\\\").replacing("`", with: "\\`") + "`"
    }
    url = server.appending(queryItems: [
      URLQueryItem(name: "query", value: "INSERT INTO \(name.joined(separator: ".")) FORMAT JSONEachRow")
    ])
    self.user = user
    self.password = password
  }

  /// The user's name and password.
  @export(implementation) var headers: [String: String] {
    Secret.basicAuthorization(user, password.value).merging(["Content-Type": "application/x-ndjson"]) { $1 }
  }

  /// A hundred thousand rows and ten megabytes. ClickHouse itself takes more.
  @export(implementation) var limits: WireLimits { WireLimits(events: 100_000, bytes: 10_000_000) }

  /// Encodes an envelope as a row.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard let delivery = FlatDelivery(envelope) else { return nil }
    let time = envelope.time.milliseconds
    var properties = JSONWriter()
    properties.object { $0.fields(of: delivery.properties) }
    return JSONWriter.object {
      $0.field("id", envelope.id)
      // The time is a number, because a server would read a text in its own time zone. The number is limited to 32
      // bits, because `DateTime` has 32 bits.
      $0.field("time", min(max(time / 1_000, 0), Int64(UInt32.max)))
      $0.field("time_ms", time)
      $0.field("kind", delivery.kind)
      $0.field("name", delivery.name)
      $0.field("entity", delivery.entity)
      $0.field("type", delivery.type)
      $0.field("user_id", delivery.userID ?? "")
      $0.field("anonymous_id", context.anonymousID)
      $0.key("properties")
      $0.string(properties.bytes)
    }
  }

  /// The rows, one on each line.
  ///
  /// - Parameters:
  ///   - items: The rows.
  ///   - time: The time of sending.
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    var body: [UInt8] = []
    body.reserveCapacity(items.reduce(0) { $0 + $1.bytes.count + 1 })
    for item in items {
      body += item.bytes
      body.append(UInt8(ascii: "\n"))
    }
    return [WireRequest(to: url, headers: headers, body: body, items: items.indices)]
  }

  /// The verdict for the status. If ClickHouse reports an exception although the status is good, the destination keeps
  /// all rows.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  @export(implementation) func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    let code = response["X-ClickHouse-Exception-Code"] ?? "0"
    return 200..<300 ~= response.status && code != "0" ? .retry(after: response.retryAfter) : WireVerdict(response)
  }
}

extension WireFormat where Self == ServiceFormat {
  /// Rows of JSON for ClickHouse: `INSERT INTO … FORMAT JSONEachRow` over HTTP.
  ///
  /// | column | type | content |
  /// |---|---|---|
  /// | `id` | `UUID` or `String` | the envelope's ID, by which the table removes duplicates |
  /// | `time` | `DateTime` | the time of the event |
  /// | `time_ms` | `Int64` | the same, in milliseconds since 1970 |
  /// | `kind` | `String` | `event`, `identify`, `user_property`, `error`, `reset` |
  /// | `name` | `String` | the name of the event or user property |
  /// | `entity`, `type` | `String` | the general subject of the event, and its kind: `ac`, `cl`, `im`, `rd`, `ua`; for a user property that is not simply set, `set_once`, `increment`, `unset` or `group` |
  /// | `user_id` | `String` | the user; empty if not known |
  /// | `anonymous_id` | `String` | the anonymous ID while no user is signed in |
  /// | `properties` | `String` | the properties or traits, as a JSON object without nested ones; a group is `groups.company` on events, and its traits are `traits.plan` |
  ///
  /// <doc:Formats> has the definition of a table that removes duplicates.
  ///
  /// Fields and responses: <https://clickhouse.com/docs/interfaces/http>. ClickHouse has no limits, and larger inserts
  /// are better.
  ///
  /// - Parameters:
  ///   - server: The address of the HTTP interface, such as `https://clickhouse.example:8443`. The library keeps the
  ///     query of this address.
  ///   - table: The table's name, perhaps with its database: `analytics.events`.
  ///   - user: The database user for inserts, who should have no other permission.
  ///   - password: The user's password.
  @export(implementation) public static func clickHouse(
    at server: WireServer, table: String = "events", user: String = "default", password: Secret = ""
  ) -> ServiceFormat {
    let format = ClickHouseFormat(server: server.url, table: table, user: user, password: password)
    return ServiceFormat(
      url: format.url, limits: format.limits, headers: { format.headers },
      encode: { format.encode($0, in: $1) }, requests: { format.requests(for: $0, sentAt: $1) },
      verdict: { format.verdict(on: $0, to: $1) })
  }
}
