public import Foundation
import Trackable
public import TrackableHub

/// How a service wants deliveries over HTTP: in which requests, in which words, how much at once, and what its answers
/// mean.
///
/// A service that takes an array of JSON objects needs five lines; everything else has a default:
///
/// ```swift
/// struct Warehouse: WireFormat {
///   let url: URL
///   func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
///     guard case .event(let event) = envelope.content else { return nil }
///     let row: TrackedProperties = ["id" ~>> envelope.id.uuidString, "event" ~>> event.name, "with" ~>> event.properties]
///     return Array(row.json.utf8)
///   }
/// }
/// // POST: [{"id":"019AA8F2-…","event":"MyApp.Events.App.started","with":{"MyApp.Keys.plan":"free"}}]
/// ```
///
/// A property with a `SensitiveKey` is in no envelope, so no format can send it. A tracker beside the hub can: it reads
/// `TrackedEvent.sensitiveProperties`.
///
/// Isolation: the requirements are called on any thread. Cost: ``encode(_:in:)`` is called once for each envelope and
/// each time it is sent.
public protocol WireFormat: Sendable {
  /// Where requests go, with the path. It must be `https`, unless it is on this machine; keys do not belong in it.
  /// Where an ``HTTPDestination`` has no name, it finds its stored events again by this URL: it is the same at each
  /// launch.
  var url: URL { get }

  /// The headers of every request, such as an `Authorization`. The destination reads them for each request, so a token
  /// may change in between. The library's own requests add `Content-Type: application/json`, unless these headers have
  /// a `Content-Type`. The default is `application/json` alone.
  var headers: [String: String] { get }

  /// How much fits into a request. The default is 500 items and half a megabyte.
  var limits: WireLimits { get }

  /// One envelope as it is sent; `nil` if the service has no word for it: then nothing is sent, and the hub's ledger
  /// counts it as unknown to the service.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: What a format needs besides: who the user is while no user is signed in.
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]?

  /// The requests for some items: one for all of them, one for each, or anything between. They are sent in order; the
  /// items of one that must not go where it leads are kept. The default is one `POST` of a JSON array.
  ///
  /// - Parameters:
  ///   - items: What ``encode(_:in:)`` made of the envelopes, in order, within the ``limits``. There is at least one.
  ///   - time: When it is sent.
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest]

  /// What an answer says became of a request. The default is what its status says: ``WireVerdict/init(_:)``.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: The request. A verdict names items by their places in ``WireRequest/items``.
  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict
}

extension WireFormat {
  /// The body is JSON.
  public var headers: [String: String] { ["Content-Type": "application/json"] }
  /// What nearly every service takes.
  public var limits: WireLimits { .default }

  /// One `POST` of a JSON array.
  ///
  /// - Parameters:
  ///   - items: What ``encode(_:in:)`` made of the envelopes, in order.
  ///   - time: When it is sent.
  public func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    var writer = JSONWriter(capacity: items.reduce(2) { $0 + $1.bytes.count + 1 })
    writer.array { $0.json(items.map(\.bytes)) }
    return [WireRequest(to: url, headers: jsonHeaders, body: writer.bytes, items: items.indices)]
  }

  /// What the status of the answer says.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: The request.
  public func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict { WireVerdict(response) }
}

extension WireFormat {
  /// One `POST` of a JSON object.
  func post(_ items: [WireItem], _ fields: (inout JSONWriter) -> Void) -> [WireRequest] {
    var writer = JSONWriter(capacity: items.reduce(256) { $0 + $1.bytes.count + 1 })
    writer.object(fields)
    return [WireRequest(to: url, headers: jsonHeaders, body: writer.bytes, items: items.indices)]
  }

  /// The headers of a body in JSON. The names of fields mean the same in upper and lower case.
  private var jsonHeaders: [String: String] {
    let headers = headers
    if headers.keys.contains(where: { $0.lowercased() == "content-type" }) { return headers }
    return headers.merging(["Content-Type": "application/json"]) { own, _ in own }
  }
}
