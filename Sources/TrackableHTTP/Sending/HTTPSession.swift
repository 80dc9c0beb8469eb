import Foundation
import Trackable

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests and their answers. It follows no redirect: the sender decides where a key may go.
final class HTTPSession: NSObject, URLSessionDataDelegate {
  /// How much of an answer is read: 1 MB.
  static let maximumBody = 1_000_000

  private struct Exchange {
    let continuation: CheckedContinuation<WireResponse, any Error>
    var response: HTTPURLResponse?
    var body = Data()
  }

  /// By the identifiers of their tasks.
  private let exchanges = Lock<[Int: Exchange]>([:])

  /// A session that keeps nothing: no cookies, no cache, no passwords.
  static func makeConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// Sends a request, and returns the whole answer.
  ///
  /// Cancellation of the task ends the request at once, and throws.
  func answer(to request: URLRequest, in session: URLSession) async throws -> WireResponse {
    let task = session.dataTask(with: request)
    let identifier = task.taskIdentifier
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock { $0[identifier] = Exchange(continuation: continuation) }
        // A cancellation that came before found nobody who waits.
        if Task.isCancelled { return finish(identifier, .failure(CancellationError())) }
        task.resume()
      }
    } onCancel: {
      finish(identifier, .failure(CancellationError()))
      task.cancel()
    }
  }

  private func finish(_ identifier: Int, _ result: Result<WireResponse, any Error>) {
    exchanges.withLock { $0.removeValue(forKey: identifier) }?.continuation.resume(with: result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    exchanges.withLock { $0[dataTask.taskIdentifier]?.response = response as? HTTPURLResponse }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchanges.withLock { exchanges in
      let room = Self.maximumBody - (exchanges[dataTask.taskIdentifier]?.body.count ?? 0)
      if room > 0 { exchanges[dataTask.taskIdentifier]?.body.append(data.prefix(room)) }
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    exchanges.withLock { $0[task.taskIdentifier]?.response = response }
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { return finish(task.taskIdentifier, .failure(error)) }
    let exchange = exchanges.withLock { $0[task.taskIdentifier] }
    guard let response = exchange?.response ?? task.response as? HTTPURLResponse else {
      return finish(task.taskIdentifier, .failure(URLError(.badServerResponse)))
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    finish(
      task.taskIdentifier,
      .success(WireResponse(status: response.statusCode, headers: headers, body: exchange?.body ?? Data())))
  }
}
