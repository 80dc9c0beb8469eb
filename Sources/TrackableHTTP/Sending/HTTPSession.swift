import Foundation
import Trackable

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Makes the requests of a sender, with its own `URLSession` or with the app's. It follows no redirect, so that a key
/// reaches only its own server.
final class HTTPSession: NSObject, URLSessionDataDelegate {
  /// The most bytes of a response that are read: 1 MB.
  static let maximumBody = 1_000_000

  private struct Exchange {
    // The exchange keeps the task, so that no other task gets the same address.
    let task: URLSessionTask
    let continuation: CheckedContinuation<WireResponse, any Error>
    var body = Data()
  }

  // Foundation on Linux and Foundation on Apple's systems declare different types here.
  #if canImport(FoundationNetworking)
    typealias RedirectHandler = (URLRequest?) -> Void
  #else
    typealias RedirectHandler = @Sendable (URLRequest?) -> Void
  #endif

  /// The running exchanges, which are few.
  private let exchanges = Lock<[Exchange]>([])
  /// The session has no delegate, because a session keeps its delegate alive. Each task has a delegate instead.
  private let connections: URLSession
  private let isOwn: Bool

  init(over session: URLSession? = nil) {
    isOwn = session == nil
    connections = session ?? URLSession(configuration: Self.makeConfiguration())
  }

  deinit { if isOwn { connections.finishTasksAndInvalidate() } }

  /// A configuration that stores no cookies, no cache and no passwords.
  static func makeConfiguration() -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    return configuration
  }

  /// Sends a request, and returns the whole response.
  ///
  /// If the calling task is cancelled, the method ends the request immediately, and throws a `CancellationError`. If
  /// the request may not begin, the method also throws a `CancellationError`.
  ///
  /// - Parameter mayBegin: Returns whether the request may begin. The method calls it last, because a purge or a
  ///   shutdown may have come since the request was made.
  func answer(to request: URLRequest, if mayBegin: @Sendable () -> Bool) async throws -> WireResponse {
    #if canImport(FoundationNetworking)
      // If a kept connection turns out to be closed, this Foundation cannot send the body again on another connection,
      // and waits until the timeout. So each request has a connection of its own.
      let session = URLSession(configuration: connections.configuration, delegate: self, delegateQueue: nil)
      // After the response, the session reads no more bytes.
      defer { session.invalidateAndCancel() }
      let task = session.dataTask(with: request)
    #else
      let task = connections.dataTask(with: request)
      // For tasks that this delegate does not implement, such as checking a certificate, the app's session calls its
      // own delegate.
      task.delegate = self
    #endif
    let identifier = ObjectIdentifier(task)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        exchanges.withLock { $0.append(Exchange(task: task, continuation: continuation)) }
        // If the caller was cancelled before this line, the handler below has found no exchange to end.
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
    let exchange = exchanges.withLock { exchanges in
      Self.place(of: identifier, in: exchanges).map { exchanges.remove(at: $0) }
    }
    exchange?.continuation.resume(with: result)
  }

  private static func place(of identifier: ObjectIdentifier, in exchanges: [Exchange]) -> Int? {
    exchanges.firstIndex { ObjectIdentifier($0.task) == identifier }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let identifier = ObjectIdentifier(dataTask)
    let isFull = exchanges.withLock { exchanges in
      guard let place = Self.place(of: identifier, in: exchanges) else { return data.count >= Self.maximumBody }
      let room = Self.maximumBody - exchanges[place].body.count
      if room > 0 { exchanges[place].body.append(data.prefix(room)) }
      return data.count >= room
    }
    // The exchange ends here, because a server may send an endless body.
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

  /// Returns the response with the bytes received so far.
  private func finish(with task: URLSessionTask) {
    let identifier = ObjectIdentifier(task)
    let body = exchanges.withLock { exchanges in Self.place(of: identifier, in: exchanges).map { exchanges[$0].body } }
    guard let response = task.response as? HTTPURLResponse else {
      return finish(ObjectIdentifier(task), .failure(URLError(.badServerResponse)))
    }
    var headers: [String: String] = .init()
    for (name, value) in response.allHeaderFields { headers["\(name)"] = "\(value)" }
    finish(
      ObjectIdentifier(task),
      .success(WireResponse(status: response.statusCode, headers: headers, body: body ?? Data())))
  }
}
