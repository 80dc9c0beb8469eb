import TestSupport
import Trackable
import TrackableHub

private struct Lost: Error, CustomStringConvertible { let description: String }

private struct Plan: UserProperty {
  let value: Int
  let name = "plan"
}

struct Happened: AnalyticsEvent { let name: String }

/// Two systems, and everything that a gate can stand in front of, hubs and their destinations too: the real thing beside the
/// model.
final class GateWorld {
  let consent = Consent()
  let keys = [TrackerGate("the first thing happened"), TrackerGate("the second thing happened")]
  static let purposes: [ConsentPurpose] = [.analytics, .advertising]
  private let depot = GateDepot()
  private let scheduled = Lock<[@Sendable () -> Void]>([])
  /// Where calls arrive: what came, and how many are held, were dropped at gates, and wait in a hub.
  var leaves: [(calls: () -> [String], counts: () -> [[Int]])] = []
  var expected: [(calls: [String], counts: () -> [[Int]])] = []
  var gates: [(ring: Ring, gate: OracleGate)] = []
  var hubs: [TrackerHub] = []
  var queues: [OracleQueue] = []
  /// Where the call that is under way makes the user deny, in the real world and in the model.
  let denies = Shared<DenyingTracker.Place?>(nil)
  var oracleDenies: DenyingTracker.Place?
  var time = 0
  private var people = 1

  private var main: ScopedSystem
  private var other: ScopedSystem
  private var tracker: any AnalyticsEventTracker = NoOpTracker()
  private var task: any AnalyticsEventTracker = NoOpTracker()
  private let places = (
    link: GatePlace(), added: GatePlace(), waiting: GatePlace(), waitingOnLink: GatePlace(),
    parents: [GatePlace(), GatePlace()]
  )
  var oracle: OracleSystem!
  var otherOracle: OracleSystem!
  private var ways: [GateStep.Way: (GateCall) -> Void] = [:]
  private var taskWay: (GateCall) -> Void = { _ in }

  init() async {
    var time = SystemTime.computer
    time.schedule = { [scheduled] _, body in scheduled.withLock { $0.append(body) } }
    main = ScopedSystem(bootstrapped: nil, time: time)
    other = ScopedSystem(bootstrapped: nil)
    let system = [
      add([.consent(0, capacity: 3)]), add([.gate(0, capacity: 3)]), add([.consent(1, capacity: nil)]),
      add([.consent(0, capacity: 4), .gate(1, capacity: 1_000)]),
      add([.gate(0, capacity: 2), .consent(1, capacity: 3)]),
      add([.consent(0, capacity: 2), .consent(1, capacity: 5), .gate(1, capacity: 6)]), add([]), addMaking(),
      add([.consent(1, capacity: 3), .consent(0, capacity: 4)]),
    ]
    let hubs = [
      addHub([[.consent(1, capacity: 3)], [], [.gate(1, capacity: 4)]], around: [.gate(0, capacity: 5)]),
      addHub([[.consent(1, capacity: nil)], [.gate(0, capacity: 2), .consent(1, capacity: 3)]], around: []),
      addHub([[], [.consent(1, capacity: 4)]], around: [.consent(0, capacity: 3)], denying: .aroundHub),
      addHub([[.consent(0, capacity: 3)], []], around: [], denying: .insideHub),
    ]
    let shared = add([.consent(0, capacity: 5), .gate(1, capacity: 9)])
    let refusing = gates.suffix(2).map(\.gate)
    let registered = add([.consent(1, capacity: 3)])
    let (link, added) = (add([.consent(0, capacity: 3)]), add([.gate(0, capacity: 3), .consent(1, capacity: 3)]))
    let inHub = addHub([[.consent(1, capacity: 2)], []], around: [.consent(0, capacity: 3)])
    let (task, late) = (add([.consent(1, capacity: 3)]), add([.consent(0, capacity: 1_000)]))
    let all = system + hubs + [shared]
    tracker = CombinedTracker(all.map(\.tracker))
    self.task = task.tracker
    oracle = OracleSystem(person: 0, isBootstrapped: false) { call in
      for (_, receive) in all { receive(call) }
    } registered: {
      registered.receive($0)
    }
    otherOracle = OracleSystem(person: 1, isBootstrapped: true) {
      shared.receive($0)
    } registered: { _ in
    }
    other.run { TrackableSystem.bootstrap(shared.tracker) }
    main.run { TrackableSystem.register(registered.tracker) }
    places.link.deliver(to: CombinedTracker(link.tracker, inHub.tracker))
    places.added.deliver(alsoTo: added.tracker)
    await depot.link(places.waiting, below: places.parents[0])
    await depot.link(places.waitingOnLink, below: places.parents[1])
    places.waitingOnLink.deliver(to: late.tracker)
    let send: (GateCall) -> Void = { [unowned self] in oracle.send($0) }
    ways = [.system: send, .task: task.receive, .waiting: send, .waitingOnLink: late.receive]
    ways[.link] = {
      link.receive($0); inHub.receive($0)
    }
    ways[.added] = {
      send($0); added.receive($0)
    }
    // Where the one tracker of a system refuses, events are not even made.
    ways[.other] = { [unowned self] in if !refusing.contains(where: \.isRefusing) { otherOracle.send($0) } }
    taskWay = task.receive
    depot.close()
    for hub in self.hubs {
      hub.start()
      _ = await hub.started
      hub.pause()
    }
  }

  deinit { depot.open() }

  func turn(_ state: OracleGate.State, where applies: (Ring) -> Bool) -> [() -> Void] {
    gates.filter { applies($0.ring) }.map { $0.gate.turn(state, time: time) }
  }

  /// Does one thing, in the real world and in the model.
  func perform(_ step: GateStep) async {
    begin(step)
    if case .answer = step { await depot.answer() }
    await settle()
    if case .deliver = step { for hub in hubs { hub.pause() } }
  }

  /// Returns when the hubs have done what they do at once: a purge waits for no pause.
  private func settle() async {
    for hub in hubs {
      await until { !hub.isBusy.contains(true) }
    }
  }

  private func begin(_ step: GateStep) {
    switch step {
    case .track(let number, let way): track(number, way)
    case .other(.update, let number, _):
      main.run { Plan(value: number).update() }
      let call = GateCall(kind: .ordinary, text: "plan=\(number)", person: oracle.person, time: time)
      oracle.send(call)
      oracle.tellRegistered(call)
    case .other(.report, let number, let isInTask):
      let call = GateCall(kind: .ordinary, text: "report \(number)", person: oracle.person, time: time)
      main.run {
        func report() { TrackableSystem.report(Lost(description: "\(number)")) }
        if isInTask { withTrackedProperties([:], in: .current.delivering(to: task)) { report() } } else { report() }
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
      // All gates are told of all decisions before anything goes out, of denials first, of the others in the order of names.
      let names = [Consent.Status.denied, .granted, .undecided]
      let ordered = names.flatMap { status in
        [1, 0].filter { statuses[$0] == status }.map { (purpose: $0, status: status) }
      }
      let due = ordered.flatMap { purpose, status in
        turn(status == .granted ? .open : status == .denied ? .refusing : .holding) { $0.purpose == purpose }
      }
      for goOn in due { goOn() }
    case .open(let key):
      main.run { keys[key].open() }
      for goOn in turn(.open, where: { $0.key == key }) { goOn() }
    case .close(let key):
      main.run { keys[key].close() }
      for goOn in turn(.refusing, where: { $0.key == key }) { goOn() }
    case .bootstrap:
      if oracle.isBootstrapped { return }
      main.run { TrackableSystem.bootstrap(tracker) }
      oracle.bootstrap()
    case .timeIsUp:
      // In order: an event's time is up after that of each earlier one, or it has gone out.
      if let body = scheduled.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { body() }
      oracle.timeIsUp()
    case .answer: oracle.finishWaiting()
    case .deliver:
      for hub in hubs { hub.resume() }
      for queue in queues { queue.deliverAll() }
    case .denyDuring(let call, let place):
      denies.set(place)
      oracleDenies = place
      begin(call)
      denies.set(nil)
      oracleDenies = nil
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
      case .task: withTrackedProperties([:], in: .current.delivering(to: task)) { event.trigger() }
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
      let (calls, wanted) = (leaves[number].calls(), expected[number].calls)
      let texts = calls == wanted ? [] : ["leaf \(number): \(calls) instead of \(wanted)"]
      let (counts, wantedCounts) = (leaves[number].counts(), expected[number].counts())
      return texts + (counts == wantedCounts ? [] : ["leaf \(number): counts \(counts) instead of \(wantedCounts)"])
    }
  }

  /// How many calls arrived, and how many were kept back by gates, in all.
  var figures: (arrived: Int, held: Int, dropped: Int) {
    let counts = leaves.flatMap { $0.counts() }
    return (
      leaves.reduce(0) { $0 + $1.calls().count }, counts.reduce(0) { $0 + $1[0] }, counts.reduce(0) { $0 + $1[1] }
    )
  }
}
