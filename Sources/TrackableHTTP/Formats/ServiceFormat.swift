public import Foundation
public import TrackableHub

/// The format of a service that the package knows: `.segment(writeKey: "…")`, `.clickHouse(at: "…")`. ``WireFormat`` lists them.
public struct ServiceFormat: WireFormat {
  /// The name of this library, for services.
  static let library = "trackable-swift"

  private let format: any WireFormat

  init(_ format: any WireFormat) { self.format = format }

  /// Where requests go.
  public var url: URL { format.url }
  /// The headers of every request, the key among them.
  public var headers: [String: String] { format.headers }
  /// How much the service takes.
  public var limits: WireLimits { format.limits }

  /// One envelope in the words of the service.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: Who the user is while no user is signed in.
  public func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { format.encode(envelope, in: context) }

  /// One `POST`.
  ///
  /// - Parameters:
  ///   - items: What ``encode(_:in:)`` made of the envelopes, in order.
  ///   - time: When it is sent.
  public func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    format.requests(for: items, sentAt: time)
  }

  /// The meaning of an answer of the service.
  ///
  /// - Parameters:
  ///   - response: The answer.
  ///   - request: The request.
  public func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    format.verdict(on: response, to: request)
  }
}
