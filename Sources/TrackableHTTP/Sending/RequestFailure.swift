import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Says in the library's words why a request got no response. Foundation's text can contain the URL, and on Linux it is
/// only a number.
enum RequestFailure {
  /// The problem. The text includes a remedy, unless waiting is the remedy.
  static func reason(for error: any Error) -> String {
    if error is CancellationError { return "cancelled" }
    if let error = error as? HTTPDestinationError { return error.summary }
    guard let error = error as? URLError else { return "no answer: \(type(of: error))" }
    // Foundation on Linux has no error code for this failure.
    if error.code == .unknown, error.localizedDescription.contains("certificate") { return untrusted }
    return words(for: error.code) ?? "no answer, for the reason that Foundation calls URLError \(error.code.rawValue)"
  }

  private static let untrusted = "the server's certificate is not trusted on this machine"

  /// Whether a smaller request might have succeeded.
  static func isAboutSize(_ error: any Error) -> Bool {
    let code = (error as? URLError)?.code
    return code == .timedOut || code == .networkConnectionLost
  }

  private static func words(for code: URLError.Code) -> String? {
    switch code {
    case .timedOut: "no answer in time"
    case .cancelled: "cancelled"
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: "no network"
    case .cannotFindHost, .dnsLookupFailed: "no such server"
    case .cannotConnectToHost: "the server cannot be reached"
    case .networkConnectionLost: "the connection broke"
    case .secureConnectionFailed: "no secure connection"
    case .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
      .serverCertificateNotYetValid:
      untrusted
    case .clientCertificateRejected, .clientCertificateRequired:
      "the server wants a client certificate, which is not supported"
    case .appTransportSecurityRequiresSecureConnection:
      "App Transport Security wants https; for a server on this machine, allow local networking in Info.plist"
    case .badURL:
      "Foundation cannot send to this URL; on Linux, name the server instead of its IPv6 address, "
        + "such as localhost for ::1"
    case .unsupportedURL: "Foundation cannot send to a URL with this scheme"
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource,
      .unknown:
      "no complete answer"
    default: nil
    }
  }
}
