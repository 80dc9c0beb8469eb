public import Foundation
public import TrackableHub

/// A format for a service, as the package provides it: `.segment(writeKey: "…")`, `.clickHouse(at: "…")`.
/// ``WireFormat`` lists the formats.
public struct ServiceFormat: WireFormat {
  // An app contains the code of the services that it uses, and of no other: the compiler puts the code of an
  // `@export(implementation)` function only into the modules that call the function. So the formats of services are not
  // `WireFormat`s, because a conformance keeps the code of all its methods, and a service's format is closures here.
  // Six services are 150 KiB.
  @usableFromInline typealias Encode = @Sendable (Envelope, WireContext) -> [UInt8]?
  @usableFromInline typealias MakeRequests = @Sendable ([WireItem], Date) -> [WireRequest]
  @usableFromInline typealias Judge = @Sendable (WireResponse, WireRequest) -> WireVerdict

  /// The name by which services know this library.
  @usableFromInline static let library = "trackable-swift"

  private let address: URL
  private let most: WireLimits
  /// A function, because a dump of the format must not show the key.
  private let makeHeaders: @Sendable () -> [String: String]
  private let encoding: Encode
  private let makeRequests: MakeRequests
  private let judge: Judge

  /// - Parameter url: The address of requests, which must be the same at each launch.
  @usableFromInline init(
    url: URL, limits: WireLimits, headers: @escaping @Sendable () -> [String: String] = { WireRequest.jsonHeaders },
    encode: @escaping Encode, requests: @escaping MakeRequests,
    verdict: @escaping Judge = { response, _ in WireVerdict(response) }
  ) {
    address = url
    most = limits
    makeHeaders = headers
    encoding = encode
    makeRequests = requests
    judge = verdict
  }

  /// The address of requests.
  public var url: URL { address }
  /// The limits of the service.
  public var limits: WireLimits { most }
  /// The headers of every request, including the key.
  public var headers: [String: String] { makeHeaders() }

  /// Encodes one envelope for the service.
  ///
  /// - Parameters:
  ///   - envelope: The delivery.
  ///   - context: The anonymous ID.
  public func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { encoding(envelope, context) }

  /// One `POST`.
  ///
  /// - Parameters:
  ///   - items: The encoded envelopes, oldest first.
  ///   - time: The time of sending.
  public func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    makeRequests(items, time)
  }

  /// The meaning of the service's response.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - request: The request.
  public func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    judge(response, request)
  }
}
