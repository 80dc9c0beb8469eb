import TestSupport
import Trackable

@testable import TrackableHub

// Trackers and hubs in their gates.

extension GateWorld {
  /// Gates around a tracker, the innermost first: the number of a purpose or of a gate, and the room.
  enum Ring {
    case consent(Int, capacity: Int?)
    case gate(Int, capacity: Int)

    var purpose: Int? { if case .consent(let purpose, _) = self { purpose } else { nil } }
    var key: Int? { if case .gate(let key, _) = self { key } else { nil } }
  }

  /// A tracker in its rings, and the same in the model.
  func add(_ rings: [Ring]) -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    let (leaf, number, first) = (GateLeaf(), leaves.count, gates.count)
    leaves.append((calls: { leaf.calls }, counts: { leaf.counts.map { [$0.held, $0.dropped] } }))
    expected.append(([], { [] }))
    let ringed = put(rings, around: leaf) { [unowned self] in expected[number].calls.append($0.text) }
    let gates = gates[first...].map(\.gate)
    expected[number].counts = { gates.map { [$0.held.count, $0.dropped] } }
    return ringed
  }

  /// A tracker that gets a new event for each, and the same in the model.
  func addMaking() -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    let (tracker, receive) = add([])
    return (tracker.flatMap { [TrackedEvent(Happened(name: $0.name))] }, receive)
  }

  /// A hub with destinations in their rings, in rings of its own, and the same in the model.
  ///
  /// - Parameter denies: Where the user may deny a purpose while a call is on its way.
  func addHub(
    _ inside: [[Ring]], around rings: [Ring], denying denies: DenyingTracker.Place? = nil
  ) -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    let (number, first) = (leaves.count, queues.count)
    var parts: [(tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void)] = []
    var gatesInside: [[OracleGate]] = []
    for place in inside.indices {
      let (station, queue) = (
        GateStation("\(place)"),
        OracleQueue { [unowned self] in GateStation.append($0.text, to: &expected[number + place].calls) }
      )
      queues.append(queue)
      leaves.append((calls: { station.texts }, counts: { [] }))
      expected.append(([], { [] }))
      let before = gates.count
      let isDenying = denies == .insideHub && !inside[place].isEmpty
      parts.append(put(inside[place], around: station, denying: isDenying ? (.insideHub, [queue]) : nil, queue.call))
      gatesInside.append(gates[before...].map(\.gate))
    }
    var (time, policy) = (SystemTime.computer, DeliveryPolicy())
    time.schedule = { _, _ in }
    (policy.capacity, policy.batchDelay) = (100_000, .zero)
    let hub = TrackerHub(
      parts.map(\.tracker), policy: policy, time: time, location: CodeLocation(fileID: #fileID, line: #line))
    hubs.append(hub)
    let (before, receivers, behind) = (gates.count, parts.map(\.receive), Array(queues[first...]))
    let ringed = put(rings, around: hub, denying: denies == .aroundHub ? (.aroundHub, behind) : nil) {
      for receive in receivers { receive($0) }
    }
    let gatesAround = gates[before...].map(\.gate)
    for place in inside.indices {
      let (gates, queue) = (gatesAround + gatesInside[place], behind[place])
      leaves[number + place].counts = {
        let entry = hub.ledger.entries[place]
        return [[entry.held, entry[.gate], entry.waiting]]
      }
      expected[number + place].counts = {
        [[gates.reduce(0) { $0 + $1.held.count }, gates.reduce(0) { $0 + $1.dropped }, queue.waiting.count]]
      }
    }
    return ringed
  }

  /// - Parameter denying: A place where the user may deny, and the queues behind it.
  private func put(
    _ rings: [Ring], around tracker: any AnalyticsEventTracker,
    denying: (place: DenyingTracker.Place, queues: [OracleQueue])? = nil, _ receive: @escaping (GateCall) -> Void
  ) -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    var (tracker, receive) = (tracker, receive)
    let end: (Int) -> Int? = { [unowned self] in oracle.ends[$0] ?? otherOracle.ends[$0] }
    if let denying {
      tracker = DenyingTracker(base: tracker) { [consent, denies, place = denying.place] in
        if denies.value != place { return }
        denies.set(nil)
        consent.deny(Self.purposes[0])
      }
      let arrive = receive
      receive = { [unowned self] call in
        if call.kind == .ordinary, oracleDenies == denying.place { deny() }
        arrive(call)
      }
    }
    for ring in rings {
      let gate: OracleGate
      switch ring {
      case .consent(let purpose, let capacity):
        tracker = tracker.requiringConsent(
          Self.purposes[purpose], from: consent, whileUndecided: capacity.map { .hold(capacity: $0) } ?? .drop)
        let forget = { [unowned self] in for queue in denying?.queues ?? [] { queue.forget(before: time) } }
        gate = OracleGate(isConsent: true, capacity: capacity, end: end, forget: forget, receive: receive)
      case .gate(let key, let capacity):
        tracker = tracker.holding(until: keys[key], capacity: capacity)
        gate = OracleGate(isConsent: false, capacity: capacity, end: end, forget: {}, receive: receive)
      }
      gates.append((ring, gate))
      receive = gate.call
    }
    return (tracker, receive)
  }

  /// The user denies the first purpose, in the model.
  private func deny() {
    oracleDenies = nil
    time += 1
    for goOn in turn(.refusing, where: { $0.purpose == 0 }) { goOn() }
  }
}
