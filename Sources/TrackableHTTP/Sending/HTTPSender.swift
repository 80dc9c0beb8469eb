import Foundation
import Trackable
import TrackableHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends envelopes to a service over HTTP. The requests are those of the format, and are sent one after the other. Each
/// envelope is sent at least once: if a response was lost, the sender repeats the envelopes with the same IDs, by which
/// the service removes duplicates. ``WireVerdict`` decides the result of the envelopes.
///
/// | case | result of the envelopes |
/// |---|---|
/// | the service has no counterpart for an envelope | skipped |
/// | an envelope alone exceeds the limits | rejected, without a request |
/// | no network, a time-out, a reset, an incomplete answer | they remain |
/// | a redirect | they remain for 5 minutes, and the key is sent to no other address |
/// | a request to an unsafe server | they remain, without a request |
///
/// Limits: on Linux, Foundation ends the process if a connection breaks within the header of a response: see
/// *Servers*.
///
/// Isolation: any thread. Several calls may send batches at the same time. Cost: a copy of each envelope's bytes. A
/// cancelled task cancels its request, and the envelopes remain.
final class HTTPSender: Sendable {
  let format: any WireFormat
  private let exchange: @Sendable (URLRequest, @Sendable () -> Bool) async throws -> WireResponse
  private let timeout: Duration
  private let clock: any Clock<Duration>

  /// Creates a sender for a format.
  ///
  /// - Parameters:
  ///   - format: The format, which gives the URL and the content of each request.
  ///   - timeout: The timeout of a request and its response; at most a day.
  ///   - session: The app's session; `nil` means that the sender makes its own session.
  ///   - clock: The clock that measures the timeout. A test can pass its own clock.
  ///   - exchange: Sends a request to the server. A test can pass a function that answers without a network.
  /// - Throws: An error if the format's URL is neither `https` nor on this machine, or if it contains a password.
  init(
    _ format: any WireFormat, timeout: Duration = .seconds(30), session: URLSession? = nil,
    clock: any Clock<Duration> = ContinuousClock(),
    exchange: (@Sendable (URLRequest) async throws -> WireResponse)? = nil
  ) throws(HTTPDestinationError) {
    if let problem = ServerRules.problem(with: format.url) { throw problem }
    self.format = format
    self.timeout = min(max(timeout, .zero), .seconds(86_400))
    self.clock = clock
    if let exchange {
      self.exchange = { request, _ in try await exchange(request) }
    } else {
      let connections = HTTPSession(over: session)
      self.exchange = { try await connections.answer(to: $0, if: $1) }
    }
  }

  /// Sends a request, and reports the result to its plan. If `mayBegin` returns false, the sender sends nothing.
  func send(
    _ request: SendPlan.Request, of plan: inout SendPlan, if mayBegin: @escaping @Sendable () -> Bool = { true }
  ) async {
    let place = request.request.url.hostAndPath
    do {
      let response = try await answer(to: request.request, if: mayBegin)
      let verdict = format.verdict(on: response, to: request.request)
      // A service may also ask for a pause in the body of its response, which only the format can read.
      let asksForPause = response["Retry-After"] != nil || verdict != WireVerdict(response)
      plan.apply(verdict, of: request, because: "\(place) answered \(response.status)", asksForPause: asksForPause)
    } catch {
      let reason = "\(place): \(RequestFailure.reason(for: error))"
      if Task.isCancelled { return plan.postpone(because: reason) }
      // `mayBegin` has returned false, so the request has not begun.
      if error is CancellationError { return }
      plan.fail(request, because: reason, isTooSlow: RequestFailure.isAboutSize(error))
    }
  }

  private func answer(
    to wanted: WireRequest, if mayBegin: @escaping @Sendable () -> Bool
  ) async throws -> WireResponse {
    // The format chooses the URL of each request, so the check of the format's own URL is not enough.
    if let problem = ServerRules.problem(with: wanted.url) { throw problem }
    try ServerRules.checkProxy(of: wanted.url)
    var request = URLRequest(url: ServerRules.normalized(wanted.url))
    request.httpMethod = wanted.method
    if !wanted.body.isEmpty { request.httpBody = Data(wanted.body) }
    for (name, value) in wanted.headers { request.setValue(value, forHTTPHeaderField: name) }
    // The sender's clock ends a request that takes too long. `URLSession` ends the request only if that clock stands
    // still, as in a test.
    request.timeoutInterval = max(60, 2 * (timeout / .seconds(1)))
    let made = request
    return try await withThrowingTaskGroup(of: WireResponse?.self) { group in
      group.addTask { try await self.exchange(made, mayBegin) }
      group.addTask {
        try await self.clock.sleep(for: self.timeout)
        return nil
      }
      defer { group.cancelAll() }
      guard let response = try await group.next() ?? nil else { throw URLError(.timedOut) }
      return response
    }
  }
}

extension HTTPSender: CustomReflectable {
  /// The mirror shows only the server's name, and never the key.
  var customMirror: Mirror { Mirror(self, children: ["host": format.url.host() ?? ""]) }
}
