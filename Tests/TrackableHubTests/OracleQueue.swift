/// A destination's queue in a hub that is paused, but for moments.
final class OracleQueue {
  private(set) var waiting: [GateCall] = []
  private var denial = 0
  private let deliver: (GateCall) -> Void

  init(_ deliver: @escaping (GateCall) -> Void) { self.deliver = deliver }

  func call(_ call: GateCall) {
    if call.person != nil, call.time < denial { return }
    if call.kind == .purge {
      // The last user stays, and a reset before that. No pause keeps a purge.
      let kept = [waiting.lastIndex(where: \.isSignInOrOut), waiting.lastIndex { $0.kind == .reset }]
      waiting = waiting.indices.filter(kept.contains).map { waiting[$0] }
    }
    waiting.append(call)
    if call.kind == .purge { deliverAll() }
  }

  /// Calls from before a denial go nowhere.
  func forget(before time: Int) {
    denial = time
    for call in [GateCall.reset, .purge] { self.call(call) }
  }

  func deliverAll() {
    let due = waiting
    waiting = []
    for call in due { deliver(call) }
  }
}
