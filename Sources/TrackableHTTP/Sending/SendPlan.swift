import Foundation
import TrackableHub

/// Which envelopes go into which request, and what became of them: without a network, so that every course of events
/// can be tried.
///
/// Requests are made in order. When one has to be tried again later, it and those after it remain, so that nothing
/// overtakes what was tracked before.
struct SendPlan {
  private let format: any WireFormat
  private let limits: WireLimits
  private let ids: [Envelope.ID]
  /// What is sent, by the position in the batch.
  private let items: [Int: [UInt8]]
  /// The requests to come, the next one last.
  private var waiting: [[Int]] = []
  /// How many events were refused that stood alone, since one arrived.
  private var refusedInARow = 0
  /// So many are no event's fault: the rest waits.
  private static let maximumRefusedInARow = 3
  /// Whether requests that failed are halved, to find the event that they fail because of.
  private let isSearching: Bool
  /// Those that failed alone since another one arrived, and how often each did.
  private var suspects: [Int] = []
  private var failures: [Int: Int] = [:]
  /// Where one fails alone so often, and others arrive in between, it is its own fault.
  private static let maximumFailures = 3
  /// What the last answer to one of them said.
  private var pause: Duration?
  private var reason = ""
  private(set) var report = SendReport()

  /// - Parameters:
  ///   - most: How many bytes a request has, unless a single event has more.
  ///   - isSearching: Whether it has failed so often that it may be an event's fault.
  init(
    _ batch: some Collection<Envelope>, format: any WireFormat, most: Int = .max, isSearching: Bool = false,
    context: (Envelope) -> WireContext
  ) {
    self.format = format
    self.isSearching = isSearching
    limits = format.limits
    ids = batch.map(\.id)
    var items: [Int: [UInt8]] = [:]
    var requests: [[Int]] = []
    var request: [Int] = []
    // What a body has besides its items, and a separator for each.
    let frame = format.body(of: [], sentAt: Date(timeIntervalSince1970: 0)).count
    var size = frame
    for (position, envelope) in batch.enumerated() {
      guard let item = format.encode(envelope, in: context(envelope)) else {
        report.delivered.append(envelope.id)
        continue
      }
      if item.count > limits.eventBytes || frame + item.count > limits.bytes {
        report.rejected[envelope.id] = Self.tooLarge(item.count, of: min(limits.eventBytes, limits.bytes - frame))
        continue
      }
      items[position] = item
      if request.count == limits.events || (!request.isEmpty && size + item.count + 1 > min(limits.bytes, most)) {
        requests.append(request)
        request = []
        size = frame
      }
      request.append(position)
      size += item.count + 1
    }
    if !request.isEmpty { requests.append(request) }
    self.items = items
    waiting = requests.reversed()
  }

  private static func tooLarge(_ bytes: Int, of limit: Int) -> String {
    "\(bytes) bytes, and the service takes \(max(limit, 0))"
  }

  /// The next request; `nil` if there is none.
  struct Request {
    fileprivate let positions: [Int]
    let body: [UInt8]
    var count: Int { positions.count }
  }

  /// Takes out the next request.
  ///
  /// - Parameter time: When it is sent.
  mutating func next(sentAt time: Date) -> Request? {
    while let positions = waiting.popLast() {
      let body = format.body(of: positions.compactMap { items[$0] }, sentAt: time)
      if body.count <= limits.bytes { return Request(positions: positions, body: body) }
      // The format adds more to a body than its frame.
      halve(positions) { Self.tooLarge(body.count, of: $0) }
    }
    // Nothing has arrived since, so it may be the service's fault.
    if !suspects.isEmpty { stop(after: pause, because: reason) }
    return nil
  }

  /// Sends them again in two halves, or rejects a single one: so one event never takes others with it.
  private mutating func halve(_ positions: [Int], because reason: (_ limit: Int) -> String) {
    guard positions.count > 1 else {
      for position in positions { report.rejected[ids[position]] = reason(limits.bytes) }
      return
    }
    waiting.append(Array(positions[(positions.count / 2)...]))
    waiting.append(Array(positions[..<(positions.count / 2)]))
  }

  /// Notes what became of a request.
  ///
  /// - Parameter status: The status of the answer.
  mutating func take(_ verdict: WireVerdict, of request: Request, status: Int = 200) {
    // An answer about events, and not about the request.
    if case .arrived = verdict.rest { report.hasSucceeded = true }
    if !verdict.rejected.isEmpty { report.hasSucceeded = true }
    let rest = request.positions.indices.filter { verdict.rejected[$0] == nil }.map { request.positions[$0] }
    for (index, position) in request.positions.enumerated() {
      if let reason = verdict.rejected[index] { report.rejected[ids[position]] = reason }
    }
    switch verdict.rest {
    case .arrived:
      report.delivered += rest.map { ids[$0] }
      report.largestArrived = max(report.largestArrived, request.body.count)
      refusedInARow = 0
      // Another one has arrived: those that have failed alone are tried again.
      waiting += suspects.reversed().map { [$0] }
      suspects = []
    case .again:
      // Without a rejected one it would be the same request, without end.
      if rest.count == request.count {
        for position in rest { report.rejected[ids[position]] = "the service wants it again as it was" }
      } else if !rest.isEmpty {
        waiting.append(rest)
      }
    case .refused(let reason):
      halve(rest) { _ in reason }
      if rest.count != 1 { break }
      report.hasSucceeded = true
      refusedInARow += 1
      if refusedInARow == Self.maximumRefusedInARow { stop(after: WireVerdict.pauseAfterRefusal, because: reason) }
    case .tooLarge:
      report.tooLarge = min(report.tooLarge ?? .max, request.body.count)
      halve(rest) { _ in "more than the service takes: \(request.body.count) bytes" }
    case .retry(let pause, let reason):
      (self.pause, self.reason) = (pause, reason)
      if isSearching, Self.mayBeAnEvent(status), rest.count > 1 { return halve(rest) { _ in reason } }
      if isSearching, Self.mayBeAnEvent(status), let position = rest.first {
        failures[position, default: 0] += 1
        if failures[position] == Self.maximumFailures {
          report.rejected[ids[position]] = "status \(status) to it alone, again and again, while others arrive"
          return
        }
        suspects.append(position)
        if suspects.count < Self.maximumRefusedInARow { return }
      } else {
        waiting.append(rest)
      }
      stop(after: pause, because: reason)
    }
  }

  /// Whether what an event says may be the reason for an answer. Others say that it is the sender, or the time.
  private static func mayBeAnEvent(_ status: Int) -> Bool {
    400..<600 ~= status && ![401, 407, 408, 425, 429, 502, 503, 504].contains(status)
  }

  /// Leaves a request that was taken out, and all others, for later.
  ///
  /// - Parameter isTooSlow: Whether a smaller one might have got through.
  mutating func interrupt(_ request: Request, because reason: String, isTooSlow: Bool = false) {
    if isTooSlow { report.tooSlow = request.body.count }
    waiting.append(request.positions)
    stop(after: nil, because: reason)
  }

  private mutating func stop(after pause: Duration?, because reason: String) {
    let positions = (suspects + waiting.joined()).sorted()
    waiting = []
    suspects = []
    if positions.isEmpty { return }
    report.remaining = positions.map { ids[$0] }
    report.retryAfter = pause
    report.reason = reason
  }
}
