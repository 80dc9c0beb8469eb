import Foundation
import TrackableHub

/// Which envelopes go into which request, and what became of them: without a network, so that every course of events
/// can be tried.
///
/// Requests are made in order. When one has to be tried again later, it and those after it remain, so that no event
/// overtakes an earlier one.
///
/// **An event is given up only where another one arrives from the same batch.** Until then it may be the service's fault.
/// Those that were put aside before go last.
struct SendPlan {
  private let format: any WireFormat
  private let limits: WireLimits
  /// The items in order. Groups and requests name items by their positions here.
  private let items: [WireItem]
  /// What goes to the format together, the next ones last.
  private var waiting: [[Int]] = []
  /// What the format made of the group before, the next request last.
  private var made: [Request] = []
  /// Whether requests that failed are halved, to find the event that they fail because of.
  private let isSearching: Bool

  /// What becomes of an event that a service does not take, if another one arrives.
  private enum Fate {
    case rejected(because: String)
    /// It is sent again behind the others.
    case aside(attempt: Int)
  }

  /// Those that a service has not taken since another one arrived.
  private var doubts: [(position: Int, fate: Fate)] = []
  /// How many of them stood alone, one after the other.
  private var row = 0
  /// After so many, the newest event shows whether the service takes any.
  private static let longestRow = 3
  /// So often an event fails alone, each time in another run, before it is given up.
  private static let maximumFailures = 10
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
    for envelope in batch {
      guard let bytes = format.encode(envelope, in: context(envelope)) else {
        report.skipped.append(envelope)
        continue
      }
      if bytes.count > limits.eventBytes {
        report.rejected[envelope.id] = Self.tooLarge(bytes.count)
        continue
      }
      items.append(WireItem(envelope, bytes: bytes))
    }
    self.items = items
    // A body has more than its items. Where that is more than this leaves, the group is halved.
    let room = min(limits.bytes - limits.bytes / 50, most)
    for isAside in [false, true] {
      var (group, size) = ([Int](), 0)
      for (position, item) in items.enumerated() where isAside == self.isAside(position) {
        if group.count == limits.events || !group.isEmpty && size + item.bytes.count > room {
          waiting.append(group)
          (group, size) = ([], 0)
        }
        group.append(position)
        size += item.bytes.count + 1
      }
      if !group.isEmpty { waiting.append(group) }
    }
    waiting.reverse()
  }

  /// Whether others need not wait for it, as the service did not take it before.
  private func isAside(_ position: Int) -> Bool { items[position].envelope.attempt > 1 }

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
    if report.delivered.isEmpty { stop(after: pause, because: reason) } else { endDoubts() }
    return nil
  }

  private mutating func make(_ group: [Int], sentAt time: Date) {
    let requests = format.requests(for: group.map { items[$0] }, sentAt: time)
    if let large = requests.map(\.body.count).max(), large > limits.bytes {
      if group.count > 1 { return halve(group) }
      return reject(group[0], because: Self.tooLarge(large))
    }
    var open = Set(group)
    for request in requests {
      let carried = request.items.map { group.indices.contains($0) ? open.remove(group[$0]) : nil }
      if carried.contains(where: { $0 != nil }) { made.append(Request(request: request, carried: carried)) }
    }
    for position in open { reject(position, because: "its format has put it into no request") }
    made.reverse()
  }

  private mutating func halve(_ positions: [Int]) {
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
    case .arrived: settle(request, again: [], never: [], later: [], because: reason)
    case .partly(let again, let never, let later):
      let (later, never) = (later.subtracting(again), never.subtracting(again).subtracting(later))
      settle(
        request, again: request.positions(at: again), never: request.positions(at: never),
        later: request.positions(at: later), because: reason)
    case .refused:
      doubt(request, after: WireVerdict.pauseAfterRefusal, because: reason) { _ in .rejected(because: reason) }
    case .tooLarge:
      report.tooLarge = min(report.tooLarge ?? .max, request.body.count)
      let problem = Self.tooLarge(request.body.count)
      doubt(request, after: WireVerdict.pauseAfterRefusal, because: reason) { _ in .rejected(because: problem) }
    case .retry(let pause):
      let isSearching = isSearching || request.positions.allSatisfy(isAside)
      if !isSearching || !Self.mayBeAnEvent(status) { return postpone(request, after: pause, because: reason) }
      doubt(request, after: pause, because: reason) { envelope in
        envelope.attempt < Self.maximumFailures
          ? .aside(attempt: envelope.attempt + 1)
          : .rejected(because: "status \(status) to it alone, again and again, while others arrive")
      }
    }
  }

  /// An answer about events, and not about the request.
  private mutating func settle(
    _ request: Request, again: [Int], never: [Int], later: [Int], because reason: String
  ) {
    var (again, later) = (again, later)
    if again.count == request.count {
      // It would be the same request, without end.
      if again.allSatisfy(isAside) {
        (again, later) = ([], again)
      } else if again.count == 1 || isSearching {
        return doubt(request, after: nil, because: reason) { .aside(attempt: max($0.attempt, 2)) }
      } else {
        return postpone(request, after: nil, because: reason)
      }
    }
    for position in never { reject(position, because: reason) }
    for position in later { doubts.append((position, .aside(attempt: max(items[position].envelope.attempt, 2)))) }
    if !later.isEmpty { (pause, self.reason) = (nil, reason) }
    if !again.isEmpty {
      unmake()
      waiting.append(again)
    }
    let others = Set(again + never + later)
    let arrived = request.positions.filter { !others.contains($0) }
    report.delivered += arrived.map { items[$0].envelope.id }
    if arrived.count + never.count > 0 { report.hasSucceeded = true }
    if arrived.isEmpty { return }
    report.largestArrived = max(report.largestArrived, request.body.count)
    endDoubts()
  }

  /// A service has not taken a request, perhaps because of one event: smaller ones find out which.
  private mutating func doubt(
    _ request: Request, after pause: Duration?, because reason: String, _ fate: (Envelope) -> Fate
  ) {
    let positions = request.positions
    if positions.count > 1 { return halve(positions) }
    for position in positions { doubts.append((position, fate(items[position].envelope))) }
    (self.pause, self.reason) = (pause, reason)
    // It goes last, so others have had their turn.
    if !report.delivered.isEmpty, positions.allSatisfy(isAside) { return endDoubts() }
    row += 1
    if row < Self.longestRow { return }
    if row > Self.longestRow { return stop(after: pause, because: reason) }
    unmake()
    guard let last = waiting.firstIndex(where: { !isAside($0[0]) }), let newest = waiting[last].popLast() else {
      return
    }
    waiting.removeAll(where: \.isEmpty)
    waiting.append([newest])
  }

  /// Another one has arrived, so the service takes events: what becomes of those that it has not taken.
  private mutating func endDoubts() {
    for (position, fate) in doubts {
      switch fate {
      case .rejected(let reason): reject(position, because: reason)
      case .aside(let attempt): report.aside[items[position].envelope.id] = attempt
      }
    }
    (doubts, row) = ([], 0)
  }

  /// Whether what an event says may be the reason for an answer. Others say that it is the sender, or the time.
  private static func mayBeAnEvent(_ status: Int) -> Bool {
    400..<600 ~= status && ![401, 407, 408, 425, 429, 502, 503, 504].contains(status)
  }

  /// Leaves a request that was taken out, and all others, for later.
  ///
  /// - Parameter isTooSlow: Whether a smaller one might have got through.
  mutating func postpone(
    _ request: Request, after pause: Duration? = nil, because reason: String, isTooSlow: Bool = false
  ) {
    if isTooSlow { report.tooSlow = request.body.count }
    waiting.append(request.positions)
    stop(after: pause, because: reason)
  }

  private mutating func stop(after pause: Duration?, because reason: String) {
    let positions = (doubts.map(\.position) + made.flatMap(\.positions) + waiting.joined()).sorted()
    (waiting, made, doubts) = ([], [], [])
    if positions.isEmpty { return }
    report.remaining = positions.map { items[$0].envelope.id }
    report.retryAfter = pause
    report.reason = reason
  }
}
