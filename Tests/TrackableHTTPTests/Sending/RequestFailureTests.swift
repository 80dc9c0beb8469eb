import Foundation
import Testing

@testable import TrackableHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there is no answer, as an issue says it.
@Suite struct RequestFailureTests {
  @Test func `A reason says in words what happened on the network, without the address`() throws {
    let url = try #require(URL(string: "https://api.example/key-of-mine"))
    let codes: [URLError.Code] = [
      .badURL, .unsupportedURL, .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost,
      .dnsLookupFailed, .notConnectedToInternet, .badServerResponse, .cannotParseResponse, .cannotDecodeRawData,
      .secureConnectionFailed, .serverCertificateUntrusted, .clientCertificateRequired,
      .appTransportSecurityRequiresSecureConnection, .dataNotAllowed,
    ]
    for code in codes {
      let reason = RequestFailure.reason(for: URLError(code, userInfo: [NSURLErrorFailingURLErrorKey: url]))
      #expect(["URLError", "\(code.rawValue)", "example", "key-of-mine"].allSatisfy { !reason.contains($0) })
    }
    // What Foundation on Linux cannot do, and what to do instead.
    #expect(RequestFailure.reason(for: URLError(.badURL)).contains("name the server instead of its IPv6 address"))
    let rare = RequestFailure.reason(for: URLError(.fileDoesNotExist))
    #expect(rare.contains("URLError -1100"), "one that is rare is called what Foundation calls it")
  }

  @Test func `A reason names a certificate that is not trusted, also where Foundation has no code for it`() {
    let linux = URLError(
      .unknown, userInfo: [NSLocalizedDescriptionKey: "SSL certificate problem: self-signed certificate"])
    for error in [linux, URLError(.serverCertificateUntrusted)] {
      #expect(RequestFailure.reason(for: error) == "the server's certificate is not trusted on this machine")
    }
    #expect(RequestFailure.reason(for: URLError(.unknown)) == "no complete answer")
    #expect(RequestFailure.reason(for: CancellationError()) == "cancelled")
  }
}
