import Trackable

/// The way of one event, with its state at each step. The event carries it, even through a gate.
final class Trace: Sendable {
  private struct State {
    /// The event at the start of each way.
    var ways: [(way: Way, event: TrackedEvent)] = []
    /// The event at each step, without its trace, because otherwise each would keep the other alive.
    var events: [Passage] = []
    /// The number of the event's entry in the folder, after it was written.
    var entry: Int?
    var isPending = false
  }

  /// The event at a step, and whether the step hands it to a hub, which delivers later.
  private typealias Passage = (step: Int, event: TrackedEvent, isHandedOver: Bool)

  /// An event's arrival at a destination, or the place where it was stopped.
  struct Arrival {
    let destination: String
    /// The event at the start of the way.
    let tracked: TrackedEvent
    /// The event at each step, with the combinator in front of it; `nil` behind the place where it was stopped.
    let steps: [(step: Way.Step, event: TrackedEvent?)]
    /// Whether the event came to a hub, and not to the destination itself.
    let isHandedOver: Bool
  }

  /// The inspector of the trace.
  weak let owner: (any AnyObject & Sendable)?
  /// Called when the event reaches a further step after its entry was written.
  private let goesOn: @Sendable (Trace) -> Void
  private let state: Lock<State>

  init(
    _ owner: any AnyObject & Sendable, _ way: Way, _ event: TrackedEvent, goesOn: @escaping @Sendable (Trace) -> Void
  ) {
    (self.owner, self.goesOn) = (owner, goesOn)
    state = Lock(State())
    enter(way, event)
  }

  func enter(_ way: Way, _ event: TrackedEvent) {
    var event = event
    event.trace = nil
    state.withLock { state in
      if !state.ways.contains(where: { $0.way.number == way.number }) { state.ways.append((way, event)) }
    }
  }

  func add(_ event: TrackedEvent, at step: Int, isHandedOver: Bool) {
    var event = event
    event.trace = nil
    let isNews = state.withLock { state in
      state.events.append((step, event, isHandedOver))
      // Its entry was written without this.
      defer { if state.entry != nil { state.isPending = true } }
      return state.entry != nil && !state.isPending
    }
    if isNews { goesOn(self) }
  }

  /// The arrivals so far. From now on, a further step causes a new entry.
  func written(as entry: Int?) -> (entry: Int?, arrivals: [Arrival]) {
    let (number, ways, events) = state.withLock { state in
      if let entry { state.entry = entry }
      state.isPending = false
      return (state.entry, state.ways, state.events)
    }
    return (number, Self.arrivals(ways, events))
  }

  private static func arrivals(_ ways: [(way: Way, event: TrackedEvent)], _ events: [Passage]) -> [Arrival] {
    let events = Dictionary(grouping: events, by: \.step)
    return ways.flatMap { way, tracked in way.routes.map { (tracked, $0) } }.flatMap { tracked, route in
      // A combinator may have replaced the event with several events, or with none.
      let last = route.steps.last.flatMap { events[$0.number] } ?? []
      return (0..<max(1, last.count)).map { number in
        Arrival(
          destination: route.destination, tracked: tracked,
          steps: route.steps.map { step in
            let here = events[step.number] ?? []
            return (step, here.isEmpty ? nil : here[min(number, here.count - 1)].event)
          }, isHandedOver: number < last.count && last[number].isHandedOver)
      }
    }
  }
}
