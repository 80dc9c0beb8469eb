import Foundation
import Trackable
import TrackableHub

/// ``ServiceFormat`` for OpenTelemetry.
@usableFromInline struct OpenTelemetryFormat: Sendable {
  /// The address of requests: `/v1/logs`.
  @usableFromInline let url: URL
  @usableFromInline let service: String
  @usableFromInline let authorization: Secret?
  @usableFromInline let places: ServicePlaces

  @export(implementation) init(url: URL, service: String, authorization: Secret?) {
    self.url = url
    self.service = service
    self.authorization = authorization
    places = ServicePlaces(
      [
        .visit: "session.id", .appVersion: "resource/service.version", .appBuild: "resource/app.build_id",
        .installation: "resource/app.installation.id", .manufacturer: "resource/device.manufacturer",
        .model: "resource/device.model.identifier", .systemName: "resource/os.name",
        .systemVersion: "resource/os.version",
      ], areProperties: true)
  }

  /// The `Authorization` header, if there is one.
  @export(implementation) var headers: [String: String] {
    ["Content-Type": "application/json", "Authorization": authorization?.value].compactMapValues(\.self)
  }

  /// A thousand records and four megabytes. By default, a collector accepts request bodies of up to 20 MiB.
  @export(implementation) var limits: WireLimits { WireLimits(events: 1_000, bytes: 4_000_000) }

  @export(implementation) func lift(_ envelope: Envelope) -> Lifted {
    if case .event(let event) = envelope.content { places.lift(event.properties) } else { Lifted() }
  }

  @export(implementation) func resource(of envelope: Envelope) -> [ServicePlaces.Field] {
    lift(envelope).fields.filter { !$0.object.isEmpty }
  }

  @export(implementation) func haveSameResource(_ one: Envelope, _ other: Envelope) -> Bool {
    if case .event(let event) = one.content, case .event(let next) = other.content,
      ServicePlaces.areAlike(event.properties, next.properties)
    {
      return true
    }
    return resource(of: one).elementsEqual(resource(of: other)) {
      $0.name == $1.name && $0.value == $1.value && $0.object == $1.object
    }
  }

  /// A log record.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID, which identifies the installation.
  @export(implementation) func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    let lifted = lift(envelope)
    guard let delivery = FlatDelivery(envelope, rest: lifted.rest) else { return nil }
    var (name, properties, isError) = (delivery.kind, delivery.properties, false)
    var own: [(name: String, value: String?)] = [
      ("log.record.uid", envelope.id.digits), ("enduser.pseudo.id", context.anonymousID),
      ("user.id", delivery.userID),
    ]
    own += lifted.fields.filter(\.object.isEmpty).map { ($0.name, $0.value.description) }
    switch envelope.content {
    case .event(let event):
      name = delivery.name
      own.append(("app.screen.name", event.screenName))
      own += [("event.entity", delivery.entity), ("event.type", delivery.type)]
    case .userProperty: own.append(("user_property.operation", delivery.type))
    case .error(let message, let location):
      (name, isError) = ("exception", true)
      properties = ["exception.message" ~>> message, "code.location" ~>> location]
    case .identify, .reset, .purge: break
    }
    let names = properties.map(\.key.name).filter { name in own.contains { $0.name.utf8.count == name.utf8.count } }
    return JSONWriter.object {
      // The number is written as a string, because protobuf's rule for JSON says so for numbers of 64 bits.
      $0.field("timeUnixNano", "\(envelope.time.nanoseconds)")
      $0.field("severityNumber", isError ? 17 : 9)
      $0.field("severityText", isError ? "ERROR" : "INFO")
      $0.field("eventName", name)
      $0.array("attributes") {
        for (name, value) in own {
          // The names of attributes are distinct, and the app's properties come first.
          guard let value, !value.isEmpty, !names.contains(name) else { continue }
          $0.attribute(name, .string(value))
        }
        for property in properties { $0.attribute(property.key.name, property.value) }
      }
    }
  }

  /// The request: the records of one scope, with one resource for each run of neighbouring records from the same
  /// device.
  ///
  /// - Parameters:
  ///   - items: The records.
  ///   - time: The time of sending.
  @export(implementation) func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    WireRequest.post(items, to: url, headers: headers) {
      $0.array("resourceLogs") {
        for run in items.runs({ haveSameResource($0.envelope, $1.envelope) }) {
          $0.object {
            $0.object("resource") {
              $0.array("attributes") {
                $0.attribute("service.name", .string(service))
                for field in resource(of: items[run.lowerBound].envelope) { $0.attribute(field.name, field.value) }
              }
            }
            $0.array("scopeLogs") {
              $0.object {
                $0.object("scope") { $0.field("name", ServiceFormat.library) }
                $0.array("logRecords", of: items[run])
              }
            }
          }
        }
      }
    }
  }

  /// The verdict for the status. After any status from 500 on, the records are sent again: <doc:Formats> has the
  /// reason. A partial success says only how many records were refused, so the format treats the last records as
  /// refused.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  @export(implementation) func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    // By protobuf's rule, a number of 64 bits is a string in JSON, but some collectors send a number.
    let count = (response.fields["partialSuccess"] as? [String: Any])?["rejectedLogRecords"]
    let rejected = (count as? String).flatMap { Int($0) } ?? count as? Int ?? 0
    guard 200..<300 ~= response.status, rejected > 0 else { return WireVerdict(response) }
    return .partly(never: Set(request.items.indices.suffix(rejected)))
  }
}

extension JSONWriter {
  /// A `KeyValue` of OpenTelemetry.
  @export(implementation) mutating func attribute(_ key: String, _ value: TrackedValue) {
    object {
      $0.key(inCode: "key")
      $0.string(key)
      $0.key(inCode: "value")
      $0.anyValue(value)
    }
  }

  /// An `AnyValue` of OpenTelemetry.
  @export(implementation) mutating func anyValue(_ value: TrackedValue) {
    object {
      switch value {
      case .string(let value):
        $0.key(inCode: "stringValue")
        $0.string(value)
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
  /// OpenTelemetry's logs over HTTP, as JSON, for a collector and, behind it, for Kafka, ClickHouse, object stores and
  /// others.
  ///
  /// Each delivery is a log record with an event name, and flat attributes: a nested value has a composed name. Every
  /// record has `log.record.uid`, the envelope's ID, by which a store can remove duplicates. A property of the app
  /// replaces an attribute of the same name. <doc:Services> lists the fields.
  ///
  /// After any status from 500 on, the records are sent again: <doc:Formats> has the reason.
  ///
  /// Fields and responses: <https://opentelemetry.io/docs/specs/otlp/#otlphttp>. The protocol has no limits; a
  /// collector takes 20 MiB by default.
  ///
  /// - Parameters:
  ///   - server: The address of the collector, without `/v1/logs`.
  ///   - service: The app's name: `service.name`.
  ///   - authorization: The whole value of the `Authorization` header, such as `Bearer …`; `nil` if none is needed.
  @export(implementation) public static func openTelemetry(
    at server: WireServer, service: String, authorization: Secret? = nil
  ) -> ServiceFormat {
    let format = OpenTelemetryFormat(
      url: server.url.appending(path: "v1/logs"), service: service, authorization: authorization)
    return ServiceFormat(
      url: format.url, limits: format.limits, headers: { format.headers },
      encode: { format.encode($0, in: $1) }, requests: { format.requests(for: $0, sentAt: $1) },
      verdict: { format.verdict(on: $0, to: $1) })
  }
}
