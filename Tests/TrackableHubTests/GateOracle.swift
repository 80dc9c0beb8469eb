import TestSupport
import Trackable

/// What an app, its users and its configuration may do, in any order. Numbers make each event another one.
indirect enum GateStep: Sendable {
  /// How an event goes to trackers.
  enum Way: Int, CaseIterable, Sendable { case system, link, added, task, waiting, waitingOnLink, other }
  enum Other: Sendable { case update, report }

  case track(Int, Way)
  case other(Other, Int, inTask: Bool)
  case identify(Int, isOther: Bool)
  case reset(isOther: Bool)
  case purge(isOther: Bool)
  case decide([Int: Consent.Status])
  case open(Int)
  case close(Int)
  case bootstrap
  /// The time of the oldest events that wait for an actor is up.
  case timeIsUp
  /// The actor answers all of them.
  case answer
  /// Hubs, which are paused otherwise, deliver.
  case deliver
  /// A call during which the user denies a purpose: between a gate and its hub, or between a gate and its destination.
  case denyDuring(GateStep, at: DenyingTracker.Place)

  static func random(_ number: Int, using generator: inout SeededGenerator) -> GateStep {
    switch generator.below(48) {
    case 0..<17: return .track(number, Way.allCases[generator.below(Way.allCases.count)])
    case 17, 18: return .other(.update, number, inTask: false)
    case 19, 20: return .other(.report, number, inTask: generator.chance(50))
    case 21..<25: return .identify(generator.below(3), isOther: generator.chance(25))
    case 25, 26: return .reset(isOther: generator.chance(25))
    case 27: return .purge(isOther: generator.chance(25))
    case 28..<34:
      let status = [Consent.Status.undecided, .granted, .denied, .granted][generator.below(4)]
      return .decide(generator.chance(20) ? [0: status, 1: .granted] : [generator.below(2): status])
    case 34, 35: return .open(generator.below(2))
    case 36: return generator.chance(30) ? .close(generator.below(2)) : .open(generator.below(2))
    case 37: return .bootstrap
    case 38..<41: return .deliver
    case 41..<44:
      let call: [GateStep] = [
        .track(number, .system), .other(.update, number, inTask: false), .other(.report, number, inTask: false),
      ]
      return .denyDuring(call[generator.below(3)], at: generator.chance(50) ? .aroundHub : .insideHub)
    case 44, 45: return .answer
    default: return .timeIsUp
    }
  }
}

/// A call on its way through the model.
struct GateCall: Equatable {
  enum Kind { case ordinary, identify, reset, purge }

  let kind: Kind
  let text: String
  /// Whose it is, and how many decisions and purges there were before it; `nil` for what has no stamp.
  var person: Int?
  var time = 0

  var isSignInOrOut: Bool { kind == .identify || kind == .reset }

  static let reset = GateCall(kind: .reset, text: "reset")
  static let purge = GateCall(kind: .purge, text: "purge")

  /// Of two calls with no event between them, whether the later says it all.
  func isCovered(by later: GateCall) -> Bool {
    switch (kind, later.kind) {
    case (.identify, .identify), (.identify, .reset), (.reset, .reset), (.purge, .purge): true
    default: false
    }
  }
}

/// The promise said once more, as naively as possible: a gate knows lists of calls, and nothing of threads.
final class OracleGate {
  enum State { case holding, open, refusing }

  let isConsent: Bool
  /// `nil` if the gate drops calls before the decision.
  let capacity: Int?
  private let end: (Int) -> Int?
  private let receive: (GateCall) -> Void
  private var state = State.holding
  private var (endOfDenial, opening) = (0, 0)
  /// Whether what it holds is on its way out.
  private var isOpening = false
  private(set) var held: [GateCall] = []
  private(set) var dropped = 0

  /// What a hub behind the gate does of a denial, while a call is under way.
  private let forget: () -> Void
  private var isCalling = false
  /// What a denial leaves for the end of the call that is under way.
  private var refusal: (() -> Void)?

  init(
    isConsent: Bool, capacity: Int?, end: @escaping (Int) -> Int?, forget: @escaping () -> Void,
    receive: @escaping (GateCall) -> Void
  ) {
    (self.isConsent, self.capacity, self.end, self.receive) = (isConsent, capacity, end, receive)
    self.forget = forget
  }

  var isRefusing: Bool { state == .refusing }

  /// Nothing from before the end of the last denial, and nothing of a person who was gone when the user agreed.
  private func isAllowed(_ call: GateCall) -> Bool {
    guard isConsent, let person = call.person else { return true }
    return call.time >= endOfDenial && end(person) ?? .max >= opening
  }

  func call(_ call: GateCall) {
    if !isAllowed(call) { return }
    if isOpening {
      if call.kind == .purge { keepUsers() }
      return Self.append(call, to: &held)
    }
    switch (state, call.kind) {
    case (.open, _):
      isCalling = true
      receive(call)
      isCalling = false
      refusal?()
      refusal = nil
    case (_, .purge):
      keepUsers()
      receive(call)
    case (.refusing, _): break
    case (.holding, .ordinary) where capacity == nil: break
    case (.holding, .reset) where isConsent:
      // The calls of who is still the user stay.
      let later = held.filter { $0.person.map { end($0) == nil } ?? false }
      held = later.reduce(into: [call]) { Self.append($1, to: &$0) }
    case (.holding, _):
      Self.append(call, to: &held)
      while held.count(where: { $0.kind == .ordinary }) > capacity ?? 0 {
        held.remove(at: held.firstIndex { $0.kind == .ordinary } ?? 0)
        held = held.reduce(into: []) { Self.append($1, to: &$0) }
        dropped += 1
      }
    }
  }

  /// One call about the user is left where it says what several do.
  static func append(_ call: GateCall, to calls: inout [GateCall]) {
    while let last = calls.last, last.isCovered(by: call) { calls.removeLast() }
    calls.append(call)
  }

  private func keepUsers() { held = held.filter(\.isSignInOrOut).reduce(into: []) { Self.append($1, to: &$0) } }

  /// Turns, and returns what is due then.
  func turn(_ new: State, time: Int) -> () -> Void {
    if new == state || state == .refusing && !isConsent { return {} }
    if state == .refusing { endOfDenial = time }
    if new == .open { opening = time }
    state = new
    switch new {
    case .holding: return {}
    case .open:
      isOpening = !held.isEmpty
      return { [self] in
        while !held.isEmpty {
          let call = held.removeFirst()
          if isAllowed(call) { receive(call) }
        }
        isOpening = false
      }
    case .refusing:
      if !isConsent { dropped += held.count }
      held = []
      return { [self] in
        if !isConsent { return }
        let refuse = { [receive] in for call in [GateCall.reset, .purge] { receive(call) } }
        if !isCalling { return refuse() }
        refusal = refuse
        forget()
      }
    }
  }
}

/// A system of the model.
final class OracleSystem {
  private(set) var isBootstrapped: Bool
  private var held: [GateCall] = []
  /// What waits for an actor, and where it goes then.
  private var waiting: [(number: Int, call: GateCall, receive: (GateCall) -> Void)] = []
  private var deadlines: [Int] = []
  private var count = 0
  private(set) var person: Int
  private var userID: Int?
  /// When each person has ended.
  private(set) var ends: [Int: Int] = [:]
  private let tracker: (GateCall) -> Void
  private let registered: (GateCall) -> Void

  init(
    person: Int, isBootstrapped: Bool, tracker: @escaping (GateCall) -> Void, registered: @escaping (GateCall) -> Void
  ) {
    (self.person, self.isBootstrapped) = (person, isBootstrapped)
    (self.tracker, self.registered) = (tracker, registered)
  }

  var user: String { userID.map { "user \($0)" } ?? "nobody" }

  /// To the system's tracker.
  func send(_ call: GateCall) {
    if isBootstrapped { tracker(call) } else { OracleGate.append(call, to: &held) }
  }

  func wait(_ call: GateCall, then receive: @escaping (GateCall) -> Void) {
    count += 1
    waiting.append((count, call, receive))
    deadlines.append(count)
  }

  func finishWaiting() {
    let due = waiting
    waiting = []
    for (_, call, receive) in due { receive(call) }
  }

  /// Each event's time is up once, in order, whether it has gone out by then or not.
  func timeIsUp() {
    if deadlines.isEmpty { return }
    let number = deadlines.removeFirst()
    guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
    let (_, call, receive) = waiting.remove(at: place)
    receive(call)
  }

  /// A call that registered trackers get.
  func tellRegistered(_ call: GateCall) { registered(call) }

  func change(to id: Int?, newPerson: Int, at time: Int, _ call: (_ person: Int) -> GateCall) {
    finishWaiting()
    if id == nil || userID != nil && userID != id {
      ends[person] = time
      person = newPerson
    }
    userID = id
    send(call(person))
    registered(call(person))
  }

  func purge() {
    waiting = []
    held = held.filter(\.isSignInOrOut).reduce(into: []) { OracleGate.append($1, to: &$0) }
    send(.purge)
    registered(.purge)
  }

  func bootstrap() {
    if isBootstrapped { return }
    isBootstrapped = true
    let calls = held
    held = []
    for call in calls { tracker(call) }
  }
}
