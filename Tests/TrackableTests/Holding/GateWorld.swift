import TestSupport
import Trackable

/// What a tracker got, as text, and the gates in front of it.
private final class Leaf: HoldingAccount {
  private let state = Lock<(calls: [String], gates: [CallGate])>(([], []))

  var calls: [String] { state.withLock { $0.calls } }
  var counts: [HeldCounts] { state.withLock { $0.gates }.map(\.counts) }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  func include(_ gate: CallGate) { state.withLock { $0.gates.append(gate) } }
  func forget() {}
  func track(_ event: TrackedEvent) { note("\(event.name) of \(event.userID ?? "nobody")") }
  func update(_ property: TrackedUserProperty) { note("plan \(property.operand)") }
  func identify(_ user: TrackedUser) { note("identify \(user.id)") }
  func reset() { note("reset") }
  func report(_ error: any Error, at location: CodeLocation) { note("\(error)") }
  func purge() { note("purge") }
}

private struct Lost: Error, CustomStringConvertible { let description: String }

private struct Plan: UserProperty {
  let value: Int
  let name = "plan"
}

private struct Happened: AnalyticsEvent { let name: String }

private final class GatePlace: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

/// An actor that does nothing any more, once it is closed.
private actor Depot {
  private let executor = QueueExecutor("depot")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  nonisolated func close() { executor.queue.suspend() }
  nonisolated func open() { executor.queue.resume() }
  func link(_ place: GatePlace, below parent: GatePlace) {
    parent.setupTrackableChain(); place.setupTrackableChain(parent: parent)
  }
}

/// Two systems, and everything that a gate can stand in front of: the real thing beside the model.
final class GateWorld {
  /// Gates around a tracker, the innermost first: the number of a purpose or of a gate, and the room.
  private enum Ring {
    case consent(Int, capacity: Int?)
    case gate(Int, capacity: Int)
  }

  private let consent = Consent()
  private let keys = [TrackerGate("the first thing happened"), TrackerGate("the second thing happened")]
  private static let purposes: [ConsentPurpose] = [.analytics, .advertising]
  private let depot = Depot()
  private let scheduled = Lock<[@Sendable () -> Void]>([])
  private var leaves: [Leaf] = []
  private var expected: [[String]] = []
  private var gates: [[(ring: Ring, gate: OracleGate)]] = []
  private var time = 0
  private var people = 1

  private var main: ScopedSystem
  private var other: ScopedSystem
  private var tracker: any AnalyticsEventTracker = NoOpTracker()
  private var task: any AnalyticsEventTracker = NoOpTracker()
  private let places = (
    link: GatePlace(), added: GatePlace(), waiting: GatePlace(), waitingOnLink: GatePlace(),
    parents: [GatePlace(), GatePlace()]
  )
  private var oracle: OracleSystem!
  private var otherOracle: OracleSystem!
  private var ways: [GateStep.Way: (GateCall) -> Void] = [:]
  private var taskWay: (GateCall) -> Void = { _ in }

  init() async {
    let time = SystemTime.manual { [scheduled] _, body in scheduled.withLock { $0.append(body) } }
    main = ScopedSystem(bootstrapped: nil, time: time)
    other = ScopedSystem(bootstrapped: nil)
    let system = [
      add([.consent(0, capacity: 3)]), add([.gate(0, capacity: 3)]), add([.consent(1, capacity: nil)]),
      add([.consent(0, capacity: 4), .gate(1, capacity: 1_000)]),
      add([.gate(0, capacity: 2), .consent(1, capacity: 3)]),
      add([.consent(0, capacity: 2), .consent(1, capacity: 5), .gate(1, capacity: 6)]), add([]),
      add([.consent(1, capacity: 3), .consent(0, capacity: 4)]),
    ]
    let number = leaves.count
    let shared = add([.consent(0, capacity: 5), .gate(1, capacity: 9)])
    let registered = add([.consent(1, capacity: 3)])
    let (link, added) = (add([.consent(0, capacity: 3)]), add([.gate(0, capacity: 3), .consent(1, capacity: 3)]))
    let (task, late) = (add([.consent(1, capacity: 3)]), add([.consent(0, capacity: 1_000)]))
    tracker = CombinedTracker(system.map(\.tracker) + [shared.tracker])
    self.task = task.tracker
    oracle = OracleSystem(person: 0, isBootstrapped: false) { call in
      for (_, receive) in system + [shared] { receive(call) }
    } registered: {
      registered.receive($0)
    }
    otherOracle = OracleSystem(person: 1, isBootstrapped: true) {
      shared.receive($0)
    } registered: { _ in
    }
    other.bootstrap(shared.tracker)
    main.run { TrackableSystem.register(registered.tracker) }
    places.link.setupTrackableChain(tracker: link.tracker)
    places.added.setupTrackableChain(additionalTracker: added.tracker)
    await depot.link(places.waiting, below: places.parents[0])
    await depot.link(places.waitingOnLink, below: places.parents[1])
    places.waitingOnLink.setupTrackableChain(tracker: late.tracker)
    let send: (GateCall) -> Void = { [unowned self] in oracle.send($0) }
    ways = [.system: send, .link: link.receive, .task: task.receive, .waiting: send, .waitingOnLink: late.receive]
    ways[.added] = {
      send($0); added.receive($0)
    }
    // Where the one tracker of a system refuses, events are not even made.
    ways[.other] = { [unowned self] in if !gates[number].contains(where: \.gate.isRefusing) { otherOracle.send($0) } }
    taskWay = task.receive
    depot.close()
  }

  deinit { depot.open() }

  /// A tracker in its rings, and the same in the model.
  private func add(_ rings: [Ring]) -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    let (leaf, number) = (Leaf(), leaves.count)
    leaves.append(leaf)
    expected.append([])
    gates.append([])
    var tracker: any AnalyticsEventTracker = leaf
    var receive: (GateCall) -> Void = { [unowned self] in expected[number].append($0.text) }
    for ring in rings {
      let gate: OracleGate
      let end: (Int) -> Int? = { [unowned self] in oracle.ends[$0] ?? otherOracle.ends[$0] }
      switch ring {
      case .consent(let purpose, let capacity):
        func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
          tracker.filter { _ in true }.requiringConsent(
            Self.purposes[purpose], from: consent, whileUndecided: capacity.map { .hold(capacity: $0) } ?? .drop)
        }
        tracker = gated(tracker)
        gate = OracleGate(isConsent: true, capacity: capacity, end: end, receive: receive)
      case .gate(let key, let capacity):
        func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
          tracker.holding(until: keys[key], capacity: capacity)
        }
        tracker = gated(tracker)
        gate = OracleGate(isConsent: false, capacity: capacity, end: end, receive: receive)
      }
      gates[number].append((ring, gate))
      receive = gate.call
    }
    return (tracker, receive)
  }

  private func turn(_ state: OracleGate.State, where applies: (Ring) -> Bool) -> [() -> Void] {
    gates.joined().filter { applies($0.ring) }.map { $0.gate.turn(state, time: time) }
  }

  /// Does one thing, in the real world and in the model.
  func perform(_ step: GateStep) {
    switch step {
    case .track(let number, let way): track(number, way)
    case .other(.update, let number, _):
      main.run { Plan(value: number).update() }
      let call = GateCall(kind: .ordinary, text: "plan \(number)", person: oracle.person, time: time)
      oracle.send(call)
      oracle.tellRegistered(call)
    case .other(.report, let number, let isInTask):
      let call = GateCall(kind: .ordinary, text: "error \(number)", person: oracle.person, time: time)
      main.run {
        func report() { TrackableSystem.report(Lost(description: call.text)) }
        if isInTask { withTrackedProperties([:], tracker: task) { report() } } else { report() }
      }
      if isInTask { taskWay(call) } else { oracle.send(call) }
    case .identify(let id, let isOther):
      (isOther ? other : main).run { TrackableSystem.identify("user \(id)") }
      people += 1
      (isOther ? otherOracle : oracle).change(to: id, newPerson: people, at: time) {
        GateCall(kind: .identify, text: "identify user \(id)", person: $0, time: time)
      }
    case .reset(let isOther):
      (isOther ? other : main).run { TrackableSystem.reset() }
      people += 1
      (isOther ? otherOracle : oracle).change(to: nil, newPerson: people, at: time) { _ in .reset }
    case .purge(let isOther):
      (isOther ? other : main).run { TrackableSystem.purge() }
      time += 1
      (isOther ? otherOracle : oracle).purge()
    case .decide(let statuses):
      main.run { consent.update(Dictionary(uniqueKeysWithValues: statuses.map { (Self.purposes[$0], $1) })) }
      time += 1
      // All gates are told of all decisions before anything goes out, and what a denial makes due comes first.
      var due: [() -> Void] = []
      for (purpose, status) in statuses {
        let state: OracleGate.State = status == .granted ? .open : status == .denied ? .refusing : .closed
        let turns = turn(state) { if case .consent(purpose, _) = $0 { true } else { false } }
        due = status == .denied ? turns + due : due + turns
      }
      for goOn in due { goOn() }
    case .open(let key):
      main.run { keys[key].open() }
      for goOn in turn(.open, where: { if case .gate(key, _) = $0 { true } else { false } }) { goOn() }
    case .close(let key):
      main.run { keys[key].close() }
      for goOn in turn(.refusing, where: { if case .gate(key, _) = $0 { true } else { false } }) { goOn() }
    case .bootstrap:
      if oracle.isBootstrapped { return }
      main.bootstrap(tracker)
      oracle.bootstrap()
    case .timeIsUp:
      // In order: an event's time is up after that of each earlier one, or it has gone out.
      if let body = scheduled.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() }
      oracle.timeIsUp()
    }
  }

  private func track(_ number: Int, _ way: GateStep.Way) {
    let event = Happened(name: "event \(number)")
    let system: OracleSystem = way == .other ? otherOracle : oracle
    let call = GateCall(
      kind: .ordinary, text: "event \(number) of \(system.user)", person: system.person, time: time)
    (way == .other ? other : main).run {
      switch way {
      case .system, .other: event.trigger()
      case .link: places.link.track(event)
      case .added: places.added.track(event)
      case .task: withTrackedProperties([:], tracker: task) { event.trigger() }
      case .waiting: places.waiting.track(event)
      case .waitingOnLink: places.waitingOnLink.track(event)
      }
    }
    guard let receive = ways[way] else { return }
    if way == .waiting || way == .waitingOnLink { system.wait(call, then: receive) } else { receive(call) }
  }

  /// What differs from the model.
  var differences: [String] {
    leaves.indices.flatMap { number -> [String] in
      let (calls, wanted) = (leaves[number].calls, expected[number])
      let texts = calls == wanted ? [] : ["leaf \(number): \(calls) instead of \(wanted)"]
      let counts = leaves[number].counts.map { [$0.held, $0.dropped] }
      let wantedCounts = gates[number].map { [$0.gate.held.count, $0.gate.dropped] }
      return texts + (counts == wantedCounts ? [] : ["leaf \(number): counts \(counts) instead of \(wantedCounts)"])
    }
  }

  /// How many calls arrived, and how many were kept back by gates, in all.
  var figures: (arrived: Int, held: Int, dropped: Int) {
    let counts = leaves.flatMap(\.counts)
    return (
      leaves.reduce(0) { $0 + $1.calls.count }, counts.reduce(0) { $0 + $1.held }, counts.reduce(0) { $0 + $1.dropped }
    )
  }
}
