import Trackable

/// Puts calls into the queues of some destinations.
struct QueueDoor: CountingTracker {
  let core: HubCore
  let destinations: [Int]

  /// The destinations that a call reaches at the moment. A destination without the user's consent is not among them.
  static func reached(from front: any AnalyticsEventTracker) -> [Int] {
    if let door = front as? QueueDoor { return door.destinations }
    if let gate = front as? HoldingTracker, gate.isClosed { return [] }
    if let wrapper = front as? any ForwardingTracker { return reached(from: wrapper.base) }
    return front.parts?.flatMap(reached) ?? []
  }

  func include(_ gate: CallGate) {
    for index in destinations { core.destinations[index].gates.withLock { $0.append(gate) } }
  }
  func forget() {
    let (decision, time) = (Decisions.number, CurrentTime.now)
    core.purge(destinations) { state, now, actions in
      state.queue.forget(at: destinations, callsBefore: decision, on: time, now: now, &actions)
    }
  }

  var name: String { destinations.map { core.destinations[$0].name }.joined(separator: " + ") }
  func track(_ event: TrackedEvent) { core.enqueue(.track(event), at: event.timestamp, to: destinations) }
  func update(_ property: TrackedUserProperty) {
    core.enqueue(.update(property), at: property.timestamp, to: destinations)
  }
  func identify(_ user: TrackedUser) { core.enqueue(.identify(user), at: user.timestamp, to: destinations) }
  func reset() { core.enqueue(.reset, to: destinations) }
  func report(_ error: any Error, at location: CodeLocation) {
    let call = TrackerCall.report(error, location)
    core.enqueue(call, userOfError: call.stamp, to: destinations)
  }
  /// Purges at once, because waiting calls must not be sent.
  func purge() {
    let call = HubCall(HubInbox.Arrival(call: .purge, time: CurrentTime.now, destinations: destinations))
    core.purge(destinations) { state, now, actions in state.queue.enqueue(call, at: now, &actions) }
  }
}
