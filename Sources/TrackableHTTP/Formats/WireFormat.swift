public import Foundation
import Trackable
public import TrackableHub

/// A format says how the requests of a service look: their address, their content, their limits, and the meaning of the
/// responses.
///
/// A service that takes an array of JSON objects needs five lines, because everything else has a default:
///
/// ```swift
/// struct Warehouse: WireFormat {
///   let url: URL
///   func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
///     guard case .event(let event) = envelope.content else { return nil }
///     let row: TrackedProperties = [
///       "id" ~>> envelope.id.uuidString, "time" ~>> envelope.time,
///       "user" ~>> (envelope.userID ?? context.anonymousID),
///       "event" ~>> event.name, "with" ~>> event.properties,
///     ]
///     return Array(row.json.utf8)
///   }
/// }
/// // POST: [{"id":"019AA8F2…","time":"2025-11-22T02:58:34.250Z","user":"john",
/// //   "event":"MyApp.Opened","with":{"plan":"free"}}]
/// ```
///
/// No envelope has a property with a `SensitiveKey`, so no format can send it. A tracker beside the hub can read
/// `TrackedEvent.sensitiveProperties`.
///
/// Isolation: any thread may call the requirements. Cost: ``encode(_:in:)`` is called once for each envelope and each
/// attempt.
public protocol WireFormat: Sendable {
  /// The address of requests, with the path. The URL must be `https`, unless it is on this machine, and must not
  /// contain a key. The URL must be the same at each launch, because an ``HTTPDestination`` without a name finds its
  /// stored events by this URL.
  var url: URL { get }

  /// The headers of every request, such as an `Authorization`. The destination reads them for each request, so a token
  /// may change between requests. The library's own requests add `Content-Type: application/json`, unless these headers
  /// have a `Content-Type`. The default is `Content-Type: application/json` only.
  var headers: [String: String] { get }

  /// The limits of a request. The default is 500 items and half a megabyte.
  var limits: WireLimits { get }

  /// Encodes one envelope; `nil` if the service has no counterpart for the envelope. For `nil`, the destination sends
  /// nothing, and the hub's ledger counts the envelope as unknown to the service.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]?

  /// The requests for some items: one request for all items, one for each item, or anything between. The destination
  /// sends the requests in order. If the address of a request is neither `https` nor on this machine, the destination
  /// does not send the request, and keeps its items. The default is one `POST` of a JSON array.
  ///
  /// - Parameters:
  ///   - items: The encoded envelopes, oldest first. There is at least one, and together they are within the
  ///     ``limits``.
  ///   - time: The time of sending.
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest]

  /// The result of a request, according to the response. The default is the verdict for the status:
  /// ``WireVerdict/init(_:)``.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request. A verdict names items by their positions in ``WireRequest/items``.
  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict
}

extension WireFormat {
  /// The headers for a body of JSON.
  public var headers: [String: String] { WireRequest.jsonHeaders }
  /// Limits that nearly every service allows.
  public var limits: WireLimits { WireLimits() }

  /// One `POST` of a JSON array.
  ///
  /// - Parameters:
  ///   - items: The encoded envelopes, oldest first.
  ///   - time: The time of sending.
  public func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    var writer = JSONWriter(capacity: items.reduce(2) { $0 + $1.bytes.count + 1 })
    writer.array { $0.json(items.map(\.bytes)) }
    return [WireRequest(to: url, headers: jsonHeaders, body: writer.bytes, items: items.indices)]
  }

  /// The verdict for the status of the response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  public func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict { WireVerdict(response) }
}

extension WireFormat {
  /// The headers for a body of JSON. The comparison ignores case, because upper and lower case do not matter in the
  /// names of headers.
  private var jsonHeaders: [String: String] {
    let headers = headers
    if headers.keys.contains(where: { $0.lowercased() == "content-type" }) { return headers }
    return headers.merging(WireRequest.jsonHeaders) { own, _ in own }
  }
}
