import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A network inside this process, with a service that accepts every request, until the network is gone.
final class Network: Sendable {
  private static let reached = Mutex<Set<String>>([])

  /// The name of the service, which no other network has.
  let host = "\(UUID().uuidString.lowercased()).example"

  init() { isThere = true }
  deinit { isThere = false }

  var isThere: Bool {
    get { Self.reached.withLock { $0.contains(host) } }
    set {
      Self.reached.withLock { reached in
        if newValue { reached.insert(host) } else { reached.remove(host) }
      }
    }
  }

  /// A session whose requests go through this network.
  var session: URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [Requests.self]
    return URLSession(configuration: configuration)
  }

  private final class Requests: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
      guard let url = request.url, let host = url.host(), Network.reached.withLock({ $0.contains(host) }),
        let answer = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)
      else {
        client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet))
        return
      }
      client?.urlProtocol(self, didReceive: answer, cacheStoragePolicy: .notAllowed)
      client?.urlProtocolDidFinishLoading(self)
    }
  }
}
