import Foundation
import Trackable
import TrackableHub

/// What ``ServiceFormat`` says of this service.
struct OpenTelemetryFormat: PostFormat {
  /// Where requests go: `/v1/logs`.
  let url: URL
  private let service: String
  private let authorization: Secret?

  init(server: URL, service: String, authorization: Secret?) {
    url = server.appending(path: "v1/logs")
    self.service = service
    self.authorization = authorization
  }

  /// The `Authorization`, if one was given.
  var headers: [String: String] {
    var headers = ["Content-Type": "application/json"]
    headers["Authorization"] = authorization?.value
    return headers
  }

  /// A thousand records and four megabytes: collectors take 20 MiB by default.
  var limits: WireLimits { WireLimits(events: 1_000, bytes: 4_000_000) }

  /// A log record.
  ///
  /// - Parameters:
  ///   - envelope: What is delivered.
  ///   - context: What identifies the installation.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    var user = envelope.userID
    var more: TrackedProperties = []
    let name: String
    let properties: TrackedProperties
    switch envelope.content {
    case .event(let event):
      name = event.name
      properties = event.flatProperties
      more = ["event.entity" ~>> event.entity, "event.type" ~>> event.type.rawValue]
    case .identify(let userID, let traits):
      name = "identify"
      properties = traits.flattened
      user = userID
    case .userProperty(let property, let value, let operation):
      name = "user_property"
      more = ["user_property.operation" ~>> operation.name]
      properties = operation.flatProperties(property, value)
    case .error(let message, let location):
      name = "exception"
      properties = ["exception.message" ~>> message, "code.location" ~>> location]
    case .reset:
      name = "reset"
      properties = []
    case .purge: return nil
    }
    let isError = if case .error = envelope.content { true } else { false }
    var writer = JSONWriter()
    writer.object { writer in
      // 64 bits are text, as protobuf wants them in JSON.
      writer.field("timeUnixNano", "\(envelope.time.nanoseconds)")
      writer.field("severityNumber", isError ? 17 : 9)
      writer.field("severityText", isError ? "ERROR" : "INFO")
      writer.field("eventName", name)
      writer.array("attributes") { writer in
        func attribute(_ key: String, _ value: String) {
          // The names of attributes are distinct, and what the app says goes first.
          if !properties.contains(where: { $0.key.name == key }) { writer.attribute(key, .string(value)) }
        }
        attribute("log.record.uid", envelope.id.uuidString.lowercased())
        attribute("app.installation.id", context.anonymousID)
        if let user { attribute("user.id", user) }
        for property in more where property.value != "" { attribute(property.key.name, property.value.description) }
        for property in properties { writer.attribute(property.key.name, property.value) }
      }
    }
    return writer.bytes
  }

  /// The records of one scope and one resource.
  ///
  /// - Parameters:
  ///   - items: The records.
  ///   - time: When they are sent.
  func body(of items: [[UInt8]], sentAt time: Date) -> [UInt8] {
    var writer = JSONWriter(capacity: items.reduce(256) { $0 + $1.count + 1 })
    writer.object {
      $0.array("resourceLogs") {
        $0.object {
          $0.object("resource") { $0.array("attributes") { $0.attribute("service.name", .string(service)) } }
          $0.array("scopeLogs") {
            $0.object {
              $0.object("scope") { $0.field("name", WireLibrary.name) }
              $0.array("logRecords") { $0.json(items) }
            }
          }
        }
      }
    }
    return writer.bytes
  }

  /// What the status says, also for a server that fails: <doc:Formats> says why. A partial success says how many
  /// records were refused, but not which: the last ones are counted.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: What was sent.
  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    guard 200..<300 ~= response.status, let partial = response.decoded(as: Answer.self)?.partialSuccess,
      partial.rejected > 0
    else { return WireVerdict(response) }
    return .partly(never: Set(request.items.indices.suffix(partial.rejected)))
  }

  private struct Answer: Decodable {
    struct Partial: Decodable {
      enum CodingKeys: CodingKey { case rejectedLogRecords }

      let rejected: Int

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // 64 bits are text in protobuf's JSON, but not everybody keeps to that.
        let text = try? container.decodeIfPresent(String.self, forKey: .rejectedLogRecords)
        let number = try? container.decodeIfPresent(Int64.self, forKey: .rejectedLogRecords)
        rejected = Int(clamping: text.flatMap { Int64($0) } ?? number ?? 0)
      }
    }

    let partialSuccess: Partial?
  }
}

extension JSONWriter {
  /// A `KeyValue` of OpenTelemetry.
  fileprivate mutating func attribute(_ key: String, _ value: TrackedValue) {
    object {
      $0.field("key", key)
      $0.key("value")
      $0.anyValue(value)
    }
  }

  /// An `AnyValue` of OpenTelemetry.
  private mutating func anyValue(_ value: TrackedValue) {
    object {
      switch value {
      case .string(let value): $0.field("stringValue", value)
      case .int(let value): $0.field("intValue", value.description)
      case .double: $0.field("doubleValue", value)
      case .bool: $0.field("boolValue", value)
      case .date(let value): $0.field("stringValue", value)
      case .array(let values):
        $0.object("arrayValue") {
          $0.array("values") { for value in values { $0.anyValue(value) } }
        }
      case .properties(let properties):
        $0.object("kvlistValue") {
          $0.array("values") {
            for property in properties { $0.attribute(property.key.name, property.value) }
          }
        }
      case .null: break
      }
    }
  }
}

extension WireFormat where Self == ServiceFormat {
  /// OpenTelemetry's logs over HTTP, as JSON: for a collector, and through it for Kafka, ClickHouse, object stores and
  /// the rest.
  ///
  /// Each delivery is a log record with an event name. Attributes are flat: what is nested in a value has a composed
  /// name.
  ///
  /// | delivery | event name | attributes |
  /// |---|---|---|
  /// | an event | its name | its properties; `event.entity`, `event.type`; `groups.company` for each group |
  /// | `identify` and traits | `identify` | the traits |
  /// | a user property | `user_property` | the property; `user_property.operation`, unless it is simply set: `set_once`, `increment`, `unset` or `group` |
  /// | an error | `exception`, of severity ERROR | `exception.message`, `code.location` |
  /// | `reset` | `reset` | none |
  ///
  /// Every record has `log.record.uid`, the envelope's ID, by which a store removes what it gets twice; `user.id`, if the
  /// user is known; and `app.installation.id`, the anonymous ID. A property of the same name takes their place.
  ///
  /// A server that fails, with whatever status from 500 on, gets the records again: <doc:Formats> says why.
  ///
  /// Fields and answers: <https://opentelemetry.io/docs/specs/otlp/#otlphttp>. It has no limits; a collector takes 20 MiB
  /// unless it is told otherwise.
  ///
  /// - Parameters:
  ///   - server: Where the collector is, without `/v1/logs`.
  ///   - service: The app's name: `service.name`.
  ///   - authorization: The whole value of the `Authorization` header, such as `Bearer …`; `nil` if none is needed.
  public static func openTelemetry(
    at server: WireServer, service: String, authorization: Secret? = nil
  ) -> ServiceFormat {
    ServiceFormat(OpenTelemetryFormat(server: server.url, service: service, authorization: authorization))
  }
}
