import Foundation
import TrackableHub

/// Which envelopes go into which request, and what became of them: without a network, so that every course of events
/// can be tried.
///
/// Requests are made in order. When one has to be tried again later, it and those after it remain, so that no event
/// overtakes an earlier one.
struct SendPlan {
  private let format: any WireFormat
  private let limits: WireLimits
  /// The items in order. Groups and requests name items by their positions here.
  private let items: [WireItem]
  /// What goes to the format together, the next ones last.
  private var waiting: [[Int]] = []
  /// What the format made of the group before, the next request last.
  private var made: [Request] = []
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
    var items: [WireItem] = []
    var group: [Int] = []
    var size = 0
    // A body has more than its items. Where that is more than this leaves, the group is halved.
    let room = min(limits.bytes - limits.bytes / 50, most)
    for envelope in batch {
      guard let bytes = format.encode(envelope, in: context(envelope)) else {
        report.skipped.append(envelope)
        continue
      }
      if bytes.count > limits.eventBytes {
        report.rejected[envelope.id] = Self.tooLarge(bytes.count)
        continue
      }
      if group.count == limits.events || !group.isEmpty && size + bytes.count > room {
        waiting.append(group)
        (group, size) = ([], 0)
      }
      group.append(items.count)
      items.append(WireItem(envelope, bytes: bytes))
      size += bytes.count + 1
    }
    if !group.isEmpty { waiting.append(group) }
    waiting.reverse()
    self.items = items
  }

  private static func tooLarge(_ bytes: Int) -> String { "more than the service takes: \(bytes) bytes" }

  /// The next request; `nil` if there is none.
  struct Request {
    let request: WireRequest
    /// The items that it carries, by the places in the request; `nil` where there is none, or one of a request before.
    fileprivate let carried: [Int?]
    fileprivate var positions: [Int] { carried.compactMap(\.self).sorted() }
    var body: [UInt8] { request.body }
    var count: Int { carried.count { $0 != nil } }

    fileprivate func positions(at places: Set<Int>) -> [Int] {
      carried.enumerated().compactMap { places.contains($0.offset) ? $0.element : nil }
    }
  }

  /// Takes out the next request.
  ///
  /// - Parameter time: When it is sent.
  mutating func next(sentAt time: Date) -> Request? {
    while true {
      if let request = made.popLast() { return request }
      guard let group = waiting.popLast() else { break }
      make(group, sentAt: time)
    }
    // Nothing has arrived since, so it may be the service's fault.
    if !suspects.isEmpty { stop(after: pause, because: reason) }
    return nil
  }

  private mutating func make(_ group: [Int], sentAt time: Date) {
    let requests = format.requests(for: group.map { items[$0] }, sentAt: time)
    if let large = requests.map(\.body.count).max(), large > limits.bytes {
      return halve(group, because: Self.tooLarge(large))
    }
    var open = Set(group)
    for request in requests {
      let carried = request.items.map { group.indices.contains($0) ? open.remove(group[$0]) : nil }
      if carried.contains(where: { $0 != nil }) { made.append(Request(request: request, carried: carried)) }
    }
    for position in open { reject(position, because: "its format has put it into no request") }
    made.reverse()
  }

  /// Sends them again in two halves, or rejects a single one: so one event never takes others with it.
  private mutating func halve(_ positions: [Int], because reason: String) {
    guard positions.count > 1 else {
      for position in positions { reject(position, because: reason) }
      return
    }
    unmake()
    waiting.append(Array(positions[(positions.count / 2)...]))
    waiting.append(Array(positions[..<(positions.count / 2)]))
  }

  private mutating func reject(_ position: Int, because reason: String) {
    report.rejected[items[position].envelope.id] = reason
  }

  /// Makes the requests that were not sent into groups again, so that another group can go before them.
  private mutating func unmake() {
    waiting += made.map(\.positions)
    made = []
  }

  /// Notes what became of a request.
  ///
  /// - Parameters:
  ///   - reason: The answer, for an issue.
  ///   - status: The status of the answer.
  mutating func take(_ verdict: WireVerdict, of request: Request, because reason: String, status: Int = 200) {
    switch verdict {
    case .arrived: settle(request, again: [], never: [], because: reason)
    case .partly(let again, let never):
      settle(
        request, again: request.positions(at: again), never: request.positions(at: never.subtracting(again)),
        because: reason)
    case .refused:
      halve(request.positions, because: reason)
      if request.count != 1 { break }
      report.hasSucceeded = true
      refusedInARow += 1
      if refusedInARow == Self.maximumRefusedInARow { stop(after: WireVerdict.pauseAfterRefusal, because: reason) }
    case .tooLarge:
      report.tooLarge = min(report.tooLarge ?? .max, request.body.count)
      halve(request.positions, because: Self.tooLarge(request.body.count))
    case .retry(let pause):
      (self.pause, self.reason) = (pause, reason)
      if isSearching, Self.mayBeAnEvent(status), let position = request.positions.first {
        if request.count > 1 { return halve(request.positions, because: reason) }
        failures[position, default: 0] += 1
        if failures[position] == Self.maximumFailures {
          return reject(position, because: "status \(status) to it alone, again and again, while others arrive")
        }
        suspects.append(position)
        if suspects.count < Self.maximumRefusedInARow { return }
      } else {
        waiting.append(request.positions)
      }
      stop(after: pause, because: reason)
    }
  }

  /// An answer about events, and not about the request.
  private mutating func settle(_ request: Request, again: [Int], never: [Int], because reason: String) {
    for position in never { reject(position, because: reason) }
    let arrived = request.positions.filter { !again.contains($0) && !never.contains($0) }
    report.delivered += arrived.map { items[$0].envelope.id }
    if !again.isEmpty {
      unmake()
      waiting.append(again)
    }
    // It would be the same request, without end.
    if again.count == request.count { return stop(after: nil, because: reason) }
    report.hasSucceeded = true
    if arrived.isEmpty { return }
    report.largestArrived = max(report.largestArrived, request.body.count)
    refusedInARow = 0
    // Another one has arrived: those that have failed alone are tried again.
    waiting += suspects.reversed().map { [$0] }
    suspects = []
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
    let positions = (suspects + made.flatMap(\.positions) + waiting.joined()).sorted()
    waiting = []
    made = []
    suspects = []
    if positions.isEmpty { return }
    report.remaining = positions.map { items[$0].envelope.id }
    report.retryAfter = pause
    report.reason = reason
  }
}
