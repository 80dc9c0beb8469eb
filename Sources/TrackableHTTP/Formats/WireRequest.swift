public import Foundation
public import Trackable
public import TrackableHub

/// A delivery as a format has encoded it.
public struct WireItem: Sendable {
  /// The delivery.
  public let envelope: Envelope
  /// The bytes from ``WireFormat/encode(_:in:)``.
  public let bytes: [UInt8]

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - bytes: The encoded envelope.
  public init(_ envelope: Envelope, bytes: [UInt8]) {
    self.envelope = envelope
    self.bytes = bytes
  }
}

/// One request, with its items.
///
/// ```swift
/// func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
///   items.enumerated().map { position, item in
///     WireRequest("GET", to: url.appending(queryItems: query(of: item)), items: [position])
///   }
/// }
/// ```
public struct WireRequest: Sendable, Hashable {
  /// The method, such as `POST`.
  public let method: String
  /// The address: ``WireFormat/url``, or another path or query. The address must be `https`, or on
  /// this machine.
  public let url: URL
  /// The header fields, such as `Authorization`.
  public let headers: [String: String]
  /// The body; empty for a `GET`.
  public let body: [UInt8]
  /// The positions of the request's items. If an item is in several requests, only the result of the first request
  /// counts for it. An item in no request is rejected.
  public let items: [Int]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: The address.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - items: The positions of the request's items.
  public init(
    _ method: String = "POST", to url: URL, headers: [String: String] = [:], body: [UInt8] = [],
    items: some Sequence<Int>
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.items = Array(items)
  }
}

extension WireRequest {
  /// The headers for a body of JSON.
  @usableFromInline static var jsonHeaders: [String: String] { ["Content-Type": "application/json"] }

  /// One `POST` of a JSON object.
  @usableFromInline static func post(
    _ items: [WireItem], to url: URL, headers: [String: String] = jsonHeaders, _ fields: (inout JSONWriter) -> Void
  ) -> [WireRequest] {
    var writer = JSONWriter(capacity: items.reduce(256) { $0 + $1.bytes.count + 1 })
    writer.object(fields)
    return [WireRequest(to: url, headers: headers, body: writer.bytes, items: items.indices)]
  }
}
