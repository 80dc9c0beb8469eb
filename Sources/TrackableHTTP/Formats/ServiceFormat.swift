public import Foundation
public import TrackableHub

/// A format for a service, as the package provides it: `.segment(writeKey: "…")`, `.clickHouse(at: "…")`.
/// ``WireFormat`` lists the formats.
public struct ServiceFormat: WireFormat {
  /// The name by which services know this library.
  static let library = "trackable-swift"

  private let format: any WireFormat

  init(_ format: any WireFormat) { self.format = format }

  /// The address of requests.
  public var url: URL { format.url }
  /// The headers of every request, including the key.
  public var headers: [String: String] { format.headers }
  /// The limits of the service.
  public var limits: WireLimits { format.limits }

  /// Encodes one envelope for the service.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  public func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { format.encode(envelope, in: context) }

  /// One `POST`.
  ///
  /// - Parameters:
  ///   - items: The encoded envelopes, oldest first.
  ///   - time: The time of sending.
  public func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    format.requests(for: items, sentAt: time)
  }

  /// The meaning of the service's response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  public func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    format.verdict(on: response, to: request)
  }
}
