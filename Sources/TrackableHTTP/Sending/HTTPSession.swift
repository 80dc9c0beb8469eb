import Foundation
import Trackable

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests and their answers, over a session of its own or of the app. It follows no redirect: a key goes nowhere but to
/// its server.
final class HTTPSession: NSObject, URLSessionDataDelegate {
  /// How much of an answer is read: 1 MB.
  static let maximumBody = 1_000_000

  private struct Exchange {
    // Kept, so that no other task gets its address.
    let task: URLSessionTask
    let continuation: CheckedContinuation<WireResponse, any Error>
    var body = Data()
  }

  // The two Foundations differ in this.
  #if canImport(FoundationNetworking)
    typealias RedirectHandler = (URLRequest?) -> Void
  #else
    typealias RedirectHandler = @Sendable (URLRequest?) -> Void
  #endif

  private let exchanges = Lock<[ObjectIdentifier: Exchange]>([:])
  /// Without a delegate, which a session would keep alive. Each task has its own.
  private let connections: URLSession
  private let isOwn: Bool

  init(over session: URLSession? = nil) {
    isOwn = session == nil
    connections = session ?? URLSession(configuration: Self.makeConfiguration())
  }

  deinit { if isOwn { connections.finishTasksAndInvalidate() } }

  /// A configuration that keeps nothing: no cookies, no cache, no passwords.
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
  /// Cancellation of the task ends the request at once, and throws a `CancellationError`; so does a request that may not begin.
  ///
  /// - Parameter mayBegin: Asked last, because a purge or a shutdown may have come since the request was made.
  func answer(to request: URLRequest, if mayBegin: @Sendable () -> Bool) async throws -> WireResponse {
    #if canImport(FoundationNetworking)
      // Where a kept connection turns out to be closed, this Foundation cannot send the body again on another one, and
      // stands still until time is up. So each request has a connection of its own.
      let session = URLSession(configuration: connections.configuration, delegate: self, delegateQueue: nil)
      // Whatever the answer: nothing is left to read.
      defer { session.invalidateAndCancel() }
      let task = session.dataTask(with: request)
    #else
      let task = connections.dataTask(with: request)
      // For what this one does not implement, such as a certificate to judge, the session asks its own delegate.
      task.delegate = self
    #endif
    let identifier = ObjectIdentifier(task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock { $0[identifier] = Exchange(task: task, continuation: continuation) }
        // An earlier cancellation has found no exchange.
        if Task.isCancelled || !mayBegin() {
          finish(identifier, .failure(CancellationError()))
        } else {
          task.resume()
        }
      }
    } onCancel: {
      finish(identifier, .failure(CancellationError()))
      task.cancel()
    }
  }

  private func finish(_ identifier: ObjectIdentifier, _ result: Result<WireResponse, any Error>) {
    exchanges.withLock { $0.removeValue(forKey: identifier) }?.continuation.resume(with: result)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let identifier = ObjectIdentifier(dataTask)
    let isFull = exchanges.withLock { exchanges in
      let room = Self.maximumBody - (exchanges[identifier]?.body.count ?? 0)
      if room > 0 { exchanges[identifier]?.body.append(data.prefix(room)) }
      return data.count >= room
    }
    // There may be no end.
    if isFull {
      finish(with: dataTask)
      dataTask.cancel()
    }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping RedirectHandler
  ) {
    completionHandler(nil)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    if let error { return finish(ObjectIdentifier(task), .failure(error)) }
    finish(with: task)
  }

  /// Answers with the bytes that have come.
  private func finish(with task: URLSessionTask) {
    let exchange = exchanges.withLock { $0[ObjectIdentifier(task)] }
    guard let response = task.response as? HTTPURLResponse else {
      return finish(ObjectIdentifier(task), .failure(URLError(.badServerResponse)))
    }
    var headers: [String: String] = [:]
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    finish(
      ObjectIdentifier(task),
      .success(WireResponse(status: response.statusCode, headers: headers, body: exchange?.body ?? Data())))
  }
}
