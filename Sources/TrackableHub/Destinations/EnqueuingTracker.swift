import Trackable

/// A tracker that stands for some destinations of a hub, and puts calls into their queues.
struct EnqueuingTracker: HubEntrance {
  let core: HubCore
  let destinations: [Int]

  /// The destinations that the user has not denied: those to which a way leads without a gate that the user's denial
  /// has closed. Gates outside of the hub do not count.
  static func reached(from front: any AnalyticsEventTracker) -> [Int] {
    if let tracker = front as? EnqueuingTracker { return tracker.destinations }
    if let gate = front as? HoldingTracker, gate.isDenied { return [] }
    if let wrapper = front as? any ForwardingTracker { return reached(from: wrapper.base) }
    return front.parts?.flatMap(reached) ?? []
  }

  func include(_ gate: CallGate) {
    for index in destinations { core.destinations[index].gates.withLock { $0.append(gate) } }
  }
  func forgetEarlierCalls() {
    let (decision, time) = (Decisions.number, CurrentTime.now)
    core.purge(destinations) { state, now, actions in
      state.queue.forget(at: destinations, callsBefore: decision, on: time, now: now, &actions)
    }
  }

  private func addressed(
    _ call: consuming TrackerCall, at time: Envelope.Time = CurrentTime.now, of user: UserStamp? = nil
  ) -> AddressedCall {
    AddressedCall(call: consume call, time: time, destinations: destinations, passedUser: user)
  }

  var name: String { destinations.map { core.destinations[$0].name }.joined(separator: " + ") }
  func track(_ event: TrackedEvent) { core.enqueue(addressed(.track(event), at: event.timestamp)) }
  func update(_ property: TrackedUserProperty) { core.enqueue(addressed(.update(property), at: property.timestamp)) }
  func identify(_ user: TrackedUser) { core.enqueue(addressed(.identify(user), at: user.timestamp)) }
  func reset() { core.enqueue(addressed(.reset, of: .ofCall)) }
  func report(_ error: any Error, at location: CodeLocation) {
    core.enqueue(addressed(.report(error, location), of: .ofCall))
  }
  /// Purges immediately, because the hub must not send waiting calls.
  func purge() {
    let call = HubCall(addressed(.purge))
    core.purge(destinations) { state, now, actions in state.queue.enqueue(call, at: now, &actions) }
  }
}
