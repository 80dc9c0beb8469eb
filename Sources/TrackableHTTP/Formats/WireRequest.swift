public import Foundation
public import TrackableHub

/// A delivery as a format has encoded it.
public struct WireItem: Sendable {
  /// The delivery.
  public let envelope: Envelope
  /// The bytes that ``WireFormat/encode(_:in:)`` made of the envelope.
  public let bytes: [UInt8]

  /// Creates an item.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - bytes: What the format made of it.
  public init(_ envelope: Envelope, bytes: [UInt8]) {
    self.envelope = envelope
    self.bytes = bytes
  }
}

/// One request, and which items it carries.
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
  /// Where it goes: ``WireFormat/url``, or another path or query. It must be `https`, or on this machine.
  public let url: URL
  /// The header fields, such as `Authorization`.
  public let headers: [String: String]
  /// The body; nothing for a `GET`.
  public let body: [UInt8]
  /// The items that it carries, by their positions. An item of several requests counts as one of the first, and an item
  /// of none is rejected.
  public let items: [Int]

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - method: The method.
  ///   - url: Where it goes.
  ///   - headers: The header fields.
  ///   - body: The body.
  ///   - items: The items that it carries, by their positions.
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
