import Foundation
import TrackableHub

/// Which envelopes go into which request, and what became of them: without a network, so that every course of events
/// can be tried. **The next request shows whether it was the service or an event:**
///
/// | stage | the last request | the next one has |
/// |---|---|---|
/// | going | arrived | as many events as fit, the oldest first; of those that failed together, half of them |
/// | asking | failed | the oldest event alone. It arrives: going. It fails: a pause, up to three times, if that may pass by itself |
/// | comparing | failed with one event, the suspect | another event alone, farther behind each time. It arrives: it was the suspect, which is rejected if the answer was about it, and otherwise goes to the end of the store; going. It fails: it is the service, which gets a pause; asking |
///
/// A pause that the service asks for comes before the next request. Those at the end of the store are sent last, each alone;
/// a failure of one of them makes no pause, and the twentieth one rejects it, each with an arrival behind it.
struct SendPlan {
  private let format: any WireFormat
  private let limits: WireLimits
  /// The items in order. All else names items by their positions here.
  private let items: [WireItem]
  /// Those to be sent, in order.
  private var open: [Int] = []
  /// The same of those that were put aside before.
  private var aside: [Int] = []
  private var suspects: [(position: Int, fate: Fate)] = []
  /// What the format made of one group, the next request last.
  private var made: [Request] = []
  private var last: (pause: Duration?, reason: String) = (nil, "")
  /// How many that were put aside before have failed now.
  private(set) var failuresAside = 0
  private static let maximumFailuresAside = 25
  /// So often an event fails alone before another one goes first.
  private static let patience = 3
  private(set) var experience: Experience
  private(set) var report = SendReport()

  /// - Parameter triesAside: Whether those are sent that were put aside before.
  init(
    _ batch: some Collection<Envelope>, format: any WireFormat, experience: Experience, triesAside: Bool = true,
    context: (Envelope) -> WireContext
  ) {
    self.format = format
    self.experience = experience
    limits = format.limits
    var items: [WireItem] = []
    for envelope in batch {
      guard let bytes = format.encode(envelope, in: context(envelope)) else {
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
    suspects = items.indices.compactMap { place in
      experience.suspects[items[place].envelope.id].map { (place, $0) }
    }
    let known = Set(suspects.map(\.position))
    open = items.indices.filter { !isAside($0) && !known.contains($0) }
    // Those that failed last are the last ones to be tried again.
    let old = items.indices.filter(isAside)
    if triesAside { aside = old.filter { !known.contains($0) } + old.filter(known.contains) }
    if experience.stage == .comparing, experience.suspects.isEmpty, !open.isEmpty {
      // An earlier process has asked with it.
      let first = open.removeFirst()
      suspects.append((first, Fate.failed("no answer", items[first].envelope)))
    }
    if open.isEmpty {
      self.experience.doubtful = 0
      assumeService()
    }
  }

  /// Whether others need not wait for it, as the service did not take it before.
  private func isAside(_ position: Int) -> Bool { items[position].envelope.attempt > 1 }

  /// Takes out the next request; `nil` if there is none.
  mutating func next(sentAt time: Date) -> Request? {
    while true {
      if let request = made.popLast() { return request }
      let group = nextGroup()
      if group.isEmpty { break }
      make(group, sentAt: time)
    }
    if report.reason == nil, suspects.contains(where: { !isAside($0.position) }) {
      leave(after: last.pause, because: last.reason)
    }
    return nil
  }

  private mutating func nextGroup() -> [Int] {
    if open.isEmpty { return aside.isEmpty ? [] : [aside.removeFirst()] }
    switch experience.stage {
    case .asking: return [open[0]]
    case .comparing: return [open[min(experience.reach, open.count) - 1]]
    case .going:
      let some = open.prefix(experience.doubtful == 0 ? open.count : max(experience.doubtful / 2, 1))
      // A body has more than its items. Where that is more than this leaves, the format's request is too large.
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
    for position in rest { reject(position, because: "its format has put it into no request") }
    made.reverse()
  }

  private mutating func reject(_ position: Int, because reason: String) {
    report.rejected[items[position].envelope.id] = reason
    close([position])
  }

  /// Sends them no more.
  private mutating func close(_ positions: [Int]) {
    let positions = Set(positions)
    experience.doubtful -= open.prefix(experience.doubtful).count(where: positions.contains)
    open.removeAll(where: positions.contains)
    aside.removeAll(where: positions.contains)
  }

  /// Notes what became of a request.
  ///
  /// - Parameters:
  ///   - reason: The answer, for an issue.
  ///   - asksForPause: Whether the service itself says for how long to wait.
  mutating func take(_ verdict: WireVerdict, of request: Request, because reason: String, asksForPause: Bool = false) {
    switch verdict {
    case .arrived: settle(request, again: [], never: [], later: [], because: reason)
    case .partly(let again, let never, let later):
      let (later, never) = (later.subtracting(again), never.subtracting(again).subtracting(later))
      settle(
        request, again: request.positions(at: again), never: request.positions(at: never),
        later: request.positions(at: later), because: reason)
    case .refused:
      fail(request, after: WireVerdict.pauseAfterRefusal, because: reason) { Fate.refused(reason, reason, $0) }
    case .tooLarge:
      experience.fail(tooLarge: request.body.count)
      let problem = Fate.tooLarge(request.body.count)
      fail(request, after: WireVerdict.pauseAfterRefusal, because: reason) { Fate.refused(problem, reason, $0) }
    case .retry(let pause):
      let mayPass = pause != WireVerdict.pauseAfterRefusal
      fail(request, after: pause, because: reason, asksForPause: asksForPause, mayPass: mayPass) {
        Fate.failed(reason, $0)
      }
    }
  }

  /// A request got no answer.
  ///
  /// - Parameter isTooSlow: Whether a smaller one might have got through.
  mutating func fail(_ request: Request, because reason: String, isTooSlow: Bool = false) {
    if isTooSlow, request.count > 1 { experience.fail(tooSlow: request.body.count) }
    if isTooSlow, isAside(request.positions[0]) { failuresAside = Self.maximumFailuresAside }
    fail(request, after: nil, because: reason, mayPass: true) { Fate.failed(reason, $0) }
  }

  /// An answer about events, and not about the request.
  private mutating func settle(
    _ request: Request, again: [Int], never: [Int], later: [Int], because reason: String
  ) {
    // It would be the same request, without end.
    if again.count == request.count {
      if again.count == 1, !isAside(again[0]), !report.delivered.isEmpty {
        return settle(request, again: [], never: [], later: again, because: reason)
      }
      return fail(request, after: nil, because: reason) { Fate.wanted(reason, $0) }
    }
    for position in never { reject(position, because: reason) }
    let others = Set(again + never + later)
    let arrived = request.positions.filter { !others.contains($0) }
    report.delivered += arrived.map { items[$0].envelope.id }
    if arrived.count + never.count > 0 { (report.hasSucceeded, experience.failures) = (true, 0) }
    close(arrived + later)
    suspects.removeAll { arrived.contains($0.position) }
    suspects += later.map { ($0, Fate.wanted(reason, items[$0].envelope)) }
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
    // Where several in a row are bad, the next one probably is.
    experience.stage = wasComparing && experience.reach > 1 ? .asking : .going
    judge()
  }

  /// Another one has arrived, so the service takes events.
  private mutating func judge() {
    for (position, fate) in suspects {
      switch fate {
      case .rejected(let reason): reject(position, because: reason)
      case .aside(let attempt, let reason):
        report.aside[items[position].envelope.id] = (attempt, reason)
        close([position])
      }
    }
    (suspects, experience.suspects) = ([], [:])
  }

  private mutating func fail(
    _ request: Request, after pause: Duration?, because reason: String, asksForPause: Bool = false,
    mayPass: Bool = false, _ fate: (Envelope) -> Fate
  ) {
    (made, last) = ([], (pause, reason))
    let positions = request.positions
    if positions.count > 1 {
      // Where one has arrived since they failed with others, it need not be asked again.
      if experience.stage != .going || experience.doubtful == 0 { experience.stage = .asking }
      experience.doubtful = positions.count
    } else {
      let suspect = positions[0]
      let isFoundByHalves = experience.stage == .going && experience.doubtful > 0
      close(positions)
      suspects.removeAll { $0.position == suspect }
      suspects.append((suspect, fate(items[suspect].envelope)))
      experience.suspects[items[suspect].envelope.id] = suspects.last?.fate
      if isAside(suspect) {
        failuresAside += 1
        if failuresAside >= Self.maximumFailuresAside { aside = [] }
        return
      }
      if experience.stage == .comparing {
        (experience.reach, experience.failures) = (min(2 * experience.reach, 1 << 14), 0)
        assumeService()
        return leave(after: pause, because: reason)
      }
      experience.failures += 1
      // No event should overtake an earlier one because of what passes by itself.
      let isSure = !mayPass || experience.failures >= Self.patience
      // It has failed with others and alone, and one has arrived in between.
      if isSure, open.isEmpty, isFoundByHalves {
        experience.forgetSize()
        return judge()
      }
      experience.stage = .comparing
      if !isSure || open.isEmpty {
        assumeService()
        return leave(after: pause, because: reason)
      }
    }
    if asksForPause { leave(after: pause, because: reason) }
  }

  /// No other event shows that it was the suspect.
  private mutating func assumeService() {
    let some = suspects.map(\.position).filter { !isAside($0) }
    suspects.removeAll { some.contains($0.position) }
    open = (open + some).sorted()
    if experience.doubtful > 0 { experience.doubtful += some.count }
    for position in some { experience.suspects[items[position].envelope.id] = nil }
    if experience.stage == .comparing { experience.stage = .asking }
  }

  /// Leaves all that has not arrived for later.
  mutating func leave(after pause: Duration? = nil, because reason: String) {
    let positions = Set(open + aside + suspects.map(\.position)).sorted()
    (open, aside, made) = ([], [], [])
    if positions.isEmpty { return }
    report.remaining = positions.map { items[$0].envelope.id }
    report.retryAfter = pause
    report.reason = reason
  }
}
