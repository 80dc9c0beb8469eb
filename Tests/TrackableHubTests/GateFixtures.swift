import TestSupport
import Trackable
import TrackableHub

/// What a tracker got, as text, and the gates in front of it.
final class GateLeaf: HubEntrance {
  private let state = Lock<(calls: [String], gates: [CallGate])>(([], []))

  var calls: [String] { state.withLock { $0.calls } }
  var counts: [HeldCounts] { state.withLock { $0.gates }.map(\.counts) }

  private func note(_ call: String) { state.withLock { $0.calls.append(call) } }

  func include(_ gate: CallGate) { state.withLock { $0.gates.append(gate) } }
  func forgetEarlierCalls() {}
  func track(_ event: TrackedEvent) { note("\(event.name) of \(event.userID ?? "nobody")") }
  func update(_ property: TrackedUserProperty) { note("plan=\(property.operand)") }
  func identify(_ user: TrackedUser) { note("identify \(user.id)") }
  func reset() { note("reset") }
  func report(_ error: any Error, at location: CodeLocation) { note("report \(error)") }
  func purge() { note("purge") }
}

/// A destination of a hub that does the same.
struct GateStation: AnalyticsDestination {
  let name: String
  private let calls = Shared<[String]>([])

  init(_ name: String) { self.name = name }

  func deliver(_ batch: DeliveryBatch) async -> DeliveryOutcome {
    let texts = batch.map(Self.text)
    calls.withLock { $0 += texts }
    return .accepted
  }

  private static func text(of envelope: Envelope) -> String {
    let text = Probe.text(of: envelope)
    return if case .event = envelope.content { text + " of \(envelope.userID ?? "nobody")" } else { text }
  }

  /// What it got. One purge may take the place of another that is being carried out.
  var texts: [String] { calls.value.reduce(into: []) { Self.append($1, to: &$0) } }

  /// Of several `reset`s and purges in a row, one of each counts.
  static func append(_ call: String, to calls: inout [String]) {
    let last = calls.reversed().prefix { $0 == "reset" || $0 == "purge" }
    if !last.contains(call) { calls.append(call) }
  }
}

final class GatePlace: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

/// An adopter's tracker that does something before it passes on what carries data about the user, and afterwards.
struct DenyingTracker: ForwardingTracker {
  enum Place: CaseIterable { case aroundHub, insideHub }

  var base: any AnalyticsEventTracker
  var afterwards: @Sendable () -> Void = {}
  let deny: @Sendable () -> Void

  private func denying(_ pass: () -> Void) {
    deny()
    pass()
    afterwards()
  }

  func track(_ event: TrackedEvent) { denying { base.track(event) } }
  func update(_ property: TrackedUserProperty) { denying { base.update(property) } }
  func report(_ error: any Error, at location: CodeLocation) { denying { base.report(error, at: location) } }
}

/// An actor that does nothing any more, once it is closed.
actor GateDepot {
  private let executor = QueueExecutor("depot")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  nonisolated func close() { executor.queue.suspend() }
  nonisolated func open() { executor.queue.resume() }
  /// Does what waits for it. Nothing else happens meanwhile, so that each run is the same.
  nonisolated func answer() async {
    open()
    await { (_: isolated GateDepot) in }(self)
    close()
  }
  func link(_ place: GatePlace, below parent: GatePlace) {
    parent.setupTrackableChain(); place.setupTrackableChain(parent: parent)
  }
}
