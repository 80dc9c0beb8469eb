import Foundation
import TrackableHub

/// The plan of the requests for a batch: it chooses the events of the next request from the results of the requests
/// before. The plan uses no network, so that tests can try every order of results. **The next request shows whether the
/// service or an event was at fault:**
///
/// | stage | the last request | the next one has |
/// |---|---|---|
/// | going | arrived | as many events as fit, the oldest first; of those that failed together, half of them |
/// | asking | failed | the oldest event alone. If the event arrives: going. If the event fails: a pause, up to three times, if the failure may pass by itself |
/// | comparing | failed with one event, the suspect | another event alone, farther behind each time. If that event arrives, the suspect was at fault: the suspect is rejected if the answer was about the suspect, and otherwise goes to the end of the store; going. If that event fails, the service is at fault, and gets a pause; asking |
///
/// If the service asks for a pause, the pause comes before the next request. Events that were put aside at the end of
/// the store have their own plan: each event is sent alone, until one fails. A failed event stays there, unless the
/// service refuses it after other events have arrived.
struct SendPlan: ~Copyable {
  private let format: any WireFormat
  private let limits: WireLimits
  /// The items, oldest first. All other properties refer to an item by its position in this array.
  private let items: [WireItem]
  /// The items that are still to be sent, oldest first.
  private var open: [Int] = []
  /// Whether the items of this plan were put aside earlier, so that other events need not wait for them.
  private let isAside: Bool
  /// The items that the service did not take alone. If another item arrives, the service works, and a suspect is at
  /// fault.
  private var suspects: [(position: Int, fate: Fate)] = []
  /// The requests that the format has made for one group of items. The next request is the last element.
  private var made: [Request] = []
  private var last: (pause: Duration?, reason: String) = (nil, "")
  /// The envelope that has failed again after it was put aside. The plan sends no envelope after this one.
  private(set) var failedAside: Envelope.ID?
  /// How many times an event may fail alone before the plan tries another event.
  private static let patience = 3
  private(set) var experience: Experience
  private(set) var report = SendReport()

  // The closure is optional, because otherwise the compiler makes a copy of the initializer for each closure.
  /// - Parameter hasSucceeded: Whether other events have arrived just before.
  init(
    _ batch: [Envelope], format: any WireFormat, experience: Experience, hasSucceeded: Bool = false,
    context: ((Envelope) -> WireContext)?
  ) {
    report.hasSucceeded = hasSucceeded
    isAside = batch.allSatisfy(\.isAside)
    self.format = format
    self.experience = experience
    limits = format.limits
    var items: [WireItem] = []
    for envelope in batch {
      guard let context = context?(envelope), let bytes = format.encode(envelope, in: context) else {
        report.skipped.append(envelope)
        continue
      }
      if bytes.count > limits.eventBytes {
        report.rejected[envelope.id] = Fate.tooLarge(bytes.count)
      } else {
        items.append(WireItem(envelope, bytes: bytes))
      }
    }
    self.items = items
    open = Array(items.indices)
    // The suspect has already failed alone, in an earlier run or process.
    if experience.stage == .comparing, !isAside, !open.isEmpty {
      suspects = [(open.removeFirst(), .aside(because: "it failed alone, and another event arrived"))]
    }
    if isAside || open.isEmpty {
      self.experience.doubtful = 0
      assumeService()
    }
  }

  /// Removes and returns the next request; `nil` if there is none.
  mutating func next(sentAt time: Date) -> Request? {
    while true {
      if let request = made.popLast() { return request }
      let group = nextGroup()
      if group.isEmpty { break }
      make(group, sentAt: time)
    }
    if !suspects.isEmpty { postpone(after: last.pause, because: last.reason) }
    return nil
  }

  private mutating func nextGroup() -> [Int] {
    if isAside || open.isEmpty { return Array(open.prefix(1)) }
    switch experience.stage {
    case .asking: return [open[0]]
    case .comparing: return [open[min(experience.reach, open.count) - 1]]
    case .going:
      let some = open.prefix(experience.doubtful == 0 ? open.count : max(experience.doubtful / 2, 1))
      // A body has more bytes than its items together, so this leaves a margin of 2 percent.
      let room = min(limits.bytes - limits.bytes / 50, experience.bytes)
      var size = 0
      let count = some.prefix { position in
        size += items[position].bytes.count + 1
        return size <= room
      }.count
      return Array(some.prefix(min(max(count, 1), limits.events)))
    }
  }

  private mutating func make(_ group: [Int], sentAt time: Date) {
    let requests = format.requests(for: group.map { items[$0] }, sentAt: time)
    if let large = requests.map(\.body.count).max(), large > limits.bytes {
      if group.count > 1 { return make(Array(group.prefix(group.count / 2)), sentAt: time) }
      return reject(group[0], because: Fate.tooLarge(large))
    }
    var rest = Set(group)
    for request in requests {
      let carried = request.items.map { group.indices.contains($0) ? rest.remove(group[$0]) : nil }
      if carried.contains(where: { $0 != nil }) { made.append(Request(request: request, carried: carried)) }
    }
    for position in rest { reject(position, because: "the format has put it into no request") }
    made.reverse()
  }

  private mutating func reject(_ position: Int, because reason: String) {
    report.rejected[items[position].envelope.id] = reason
    close([position])
  }

  /// Excludes items from further requests.
  private mutating func close(_ positions: [Int]) {
    let positions = Set(positions)
    experience.doubtful -= open.prefix(experience.doubtful).count(where: positions.contains)
    open.removeAll(where: positions.contains)
  }

  /// Applies the result of a request.
  ///
  /// - Parameters:
  ///   - reason: The response, in the words of an issue.
  ///   - asksForPause: Whether the service itself has asked for a pause.
  mutating func apply(_ verdict: WireVerdict, of request: Request, because reason: String, asksForPause: Bool = false) {
    switch verdict {
    case .arrived: resolve(request, again: [], never: [], later: [], because: reason)
    case .partly(let again, let never, let later):
      let (later, never) = (later.subtracting(again), never.subtracting(again).subtracting(later))
      resolve(
        request, again: request.positions(at: again), never: request.positions(at: never),
        later: request.positions(at: later), because: reason)
    case .refused: fail(request, .rejected(because: reason), after: WireVerdict.pauseAfterRefusal, because: reason)
    case .tooLarge:
      experience.fail(tooLarge: request.body.count)
      let fate = Fate.rejected(because: Fate.tooLarge(request.body.count))
      fail(request, fate, after: WireVerdict.pauseAfterRefusal, because: reason)
    case .retry(let pause):
      let mayPass = pause != WireVerdict.pauseAfterRefusal
      fail(request, after: pause, because: reason, asksForPause: asksForPause, mayPass: mayPass)
    }
  }

  /// Handles a request without a response.
  ///
  /// - Parameter isTooSlow: Whether a smaller request might have succeeded.
  mutating func fail(_ request: Request, because reason: String, isTooSlow: Bool = false) {
    if isTooSlow, request.count > 1 { experience.fail(tooSlow: request.body.count) }
    fail(request, because: reason, mayPass: true)
  }

  /// Handles a response about single events, and not about the whole request.
  private mutating func resolve(
    _ request: Request, again: [Int], never: [Int], later: [Int], because reason: String
  ) {
    // Without this case, the plan would send the same request forever.
    if again.count == request.count || isAside && !later.isEmpty {
      if again.count == 1, !isAside, !report.delivered.isEmpty {
        return resolve(request, again: [], never: [], later: again, because: reason)
      }
      return fail(request, after: nil, because: reason)
    }
    for position in never { reject(position, because: reason) }
    let others = Set(again + never + later)
    let arrived = request.positions.filter { !others.contains($0) }
    report.delivered += arrived.map { items[$0].envelope.id }
    if arrived.count + never.count > 0 { (report.hasSucceeded, experience.failures) = (true, 0) }
    close(arrived + later)
    suspects += later.map { ($0, .aside(because: reason)) }
    if !later.isEmpty { last = (nil, reason) }
    if !again.isEmpty { made = [] }
    if arrived.isEmpty {
      if !later.isEmpty, !report.delivered.isEmpty { judge() }
      return
    }
    let wasComparing = experience.stage == .comparing
    if wasComparing { experience.doubtful = 0 }
    if !suspects.isEmpty { experience.forgetSize() }
    experience.arrive(request.body.count)
    if arrived.count > 1 { experience.reach = 1 }
    // After several bad events in a row, the next event is probably bad as well.
    experience.stage = wasComparing && experience.reach > 1 ? .asking : .going
    judge()
  }

  /// Decides about the suspects, because another event has arrived, so the service works.
  private mutating func judge() {
    for (position, fate) in suspects {
      switch fate {
      case .rejected(let reason): reject(position, because: reason)
      case .aside(let reason): report.aside[items[position].envelope.id] = reason
      }
    }
    suspects = []
  }

  private mutating func fail(
    _ request: Request, _ fate: Fate? = nil, after pause: Duration? = nil, because reason: String,
    asksForPause: Bool = false, mayPass: Bool = false
  ) {
    (made, last) = ([], (pause, reason))
    let positions = request.positions
    if positions.count > 1 {
      // If an event has arrived since these events failed together, the service works, and the plan need not test the
      // service again.
      if experience.stage != .going || experience.doubtful == 0 { experience.stage = .asking }
      experience.doubtful = positions.count
    } else {
      let suspect = positions[0]
      let isFoundByHalves = experience.stage == .going && experience.doubtful > 0
      close(positions)
      if isAside {
        if case .rejected(let problem) = fate, report.hasSucceeded { return reject(suspect, because: problem) }
        (failedAside, open) = (items[suspect].envelope.id, [])
        return
      }
      suspects.append((suspect, fate ?? .aside(because: reason)))
      if experience.stage == .comparing {
        (experience.reach, experience.failures) = (min(2 * experience.reach, 1 << 14), 0)
        assumeService()
        return postpone(after: pause, because: reason)
      }
      experience.failures += 1
      // The plan waits, because an event should not overtake an earlier event because of a temporary problem.
      let isSure = !mayPass || experience.failures >= Self.patience
      // The suspect has failed both together with others and alone, and another request has arrived in between, so the
      // suspect is at fault.
      if isSure, open.isEmpty, isFoundByHalves {
        experience.forgetSize()
        return judge()
      }
      experience.stage = .comparing
      if !isSure || open.isEmpty {
        assumeService()
        return postpone(after: pause, because: reason)
      }
    }
    if asksForPause { postpone(after: pause, because: reason) }
  }

  /// Assumes that the service was at fault, because no other event has shown that the suspect was at fault.
  private mutating func assumeService() {
    open = (open + suspects.map(\.position)).inOrder
    if experience.doubtful > 0 { experience.doubtful += suspects.count }
    suspects = []
    if experience.stage == .comparing { experience.stage = .asking }
  }

  /// Ends the plan. The items that have not arrived stay in the store for a later run.
  mutating func postpone(after pause: Duration? = nil, because reason: String) {
    let positions = (open + suspects.map(\.position)).inOrder
    (open, suspects, made) = ([], [], [])
    if positions.isEmpty { return }
    report.remaining = positions.map { items[$0].envelope.id }
    report.retryAfter = pause
    report.reason = reason
  }
}
