import TestSupport
import Trackable

@testable import TrackableHub

// Trackers and hubs in their gates.

extension GateWorld {
  /// Gates around a tracker, the innermost first: the number of a purpose or of a gate, and the room.
  enum Ring {
    case consent(Int, capacity: Int?)
    case gate(Int, capacity: Int)
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

  /// A hub with destinations in their rings, in rings of its own, and the same in the model.
  ///
  /// - Parameter denies: Whether the user may deny a purpose while an event is between the rings and the hub.
  func addHub(
    _ inside: [[Ring]], around rings: [Ring], denying denies: Bool = false
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
      parts.append(put(inside[place], around: station, queue.call))
      gatesInside.append(gates[before...].map(\.gate))
    }
    var (time, policy) = (SystemTime.computer, DeliveryPolicy())
    time.schedule = { _, _ in }
    (policy.capacity, policy.batchDelay) = (100_000, .zero)
    let hub = TrackerHub(
      parts.map(\.tracker), policy: policy, time: time, location: CodeLocation(fileID: #fileID, line: #line))
    hubs.append(hub)
    let (before, receivers, behind) = (gates.count, parts.map(\.receive), Array(queues[first...]))
    let ringed = put(rings, around: hub, denying: denies ? behind : nil) { for receive in receivers { receive($0) } }
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

  /// - Parameter queues: Those behind a place where the user may deny.
  private func put(
    _ rings: [Ring], around tracker: any AnalyticsEventTracker, denying queues: [OracleQueue]? = nil,
    _ receive: @escaping (GateCall) -> Void
  ) -> (tracker: any AnalyticsEventTracker, receive: (GateCall) -> Void) {
    var (tracker, receive) = (tracker, receive)
    let end: (Int) -> Int? = { [unowned self] in oracle.ends[$0] ?? otherOracle.ends[$0] }
    let (consent, denies, mayDeny) = (consent, denies, queues != nil)
    if mayDeny {
      let arrive = receive
      receive = { [unowned self] call in
        if call.kind == .ordinary, oracleDenies { deny() }
        arrive(call)
      }
    }
    for ring in rings {
      let gate: OracleGate
      switch ring {
      case .consent(let purpose, let capacity):
        func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
          tracker.filter { _ in
            if mayDeny, denies.exchange(false) { consent.deny(Self.purposes[0]) }
            return true
          }.requiringConsent(
            Self.purposes[purpose], from: consent, whileUndecided: capacity.map { .hold(capacity: $0) } ?? .drop)
        }
        tracker = gated(tracker)
        gate = OracleGate(isConsent: true, capacity: capacity, end: end) { [unowned self] in
          for queue in queues ?? [] { queue.forget(before: time) }
        } receive: {
          [receive] in
          receive($0)
        }
      case .gate(let key, let capacity):
        func gated(_ tracker: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
          tracker.holding(until: keys[key], capacity: capacity)
        }
        tracker = gated(tracker)
        gate = OracleGate(isConsent: false, capacity: capacity, end: end) {
        } receive: {
          [receive] in
          receive($0)
        }
      }
      gates.append((ring, gate))
      receive = gate.call
    }
    return (tracker, receive)
  }

  /// The user denies the first purpose, in the model.
  private func deny() {
    oracleDenies = false
    time += 1
    for goOn in turn(.refusing, where: { if case .consent(0, _) = $0 { true } else { false } }) { goOn() }
  }
}
