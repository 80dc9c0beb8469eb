import Synchronization

/// The state behind ``TrackableSystem``: one for the process, and one more for each `withTracker` scope.
final class SystemCore: Sendable {
  typealias IssueHandler = @Sendable (TrackableIssue) -> Void

  private struct State {
    var outbox: Outbox
    var defaultProperties: TrackedProperties
    var issueHandler: IssueHandler
  }

  private let state: Lock<State>
  /// Whether the tracker is known to do nothing. Read without the lock on every `track`.
  private let isSilenced: Atomic<Bool>

  init(
    tracker: (any AnalyticsEventTracker)? = nil,
    defaultProperties: TrackedProperties = TrackedProperties(),
    issueHandler: IssueHandler? = nil
  ) {
    let log = IssueLog()
    state = Lock(
      State(
        outbox: Outbox(tracker: tracker),
        defaultProperties: defaultProperties,
        issueHandler: issueHandler ?? { log.report($0) }))
    isSilenced = Atomic(tracker is NoOpTracker)
  }

  /// Whether an event that reaches the system is of any use.
  var isListening: Bool { !isSilenced.load(ordering: .relaxed) }

  var defaultProperties: TrackedProperties {
    get { state.withLock { $0.defaultProperties } }
    set {
      let old = state.withLock { state in
        let old = state.defaultProperties
        state.defaultProperties = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  var issueHandler: IssueHandler {
    get { state.withLock { $0.issueHandler } }
    set {
      // What the old handler holds may be the last reference to something: it goes after the lock.
      let old = state.withLock { state in
        let old = state.issueHandler
        state.issueHandler = newValue
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  func report(_ issue: TrackableIssue) {
    issueHandler(issue)
  }

  /// Hands a delivery to the tracker, or keeps it until there is one.
  func submit(_ delivery: Delivery) {
    if let tracker = state.withLock({ $0.outbox.submit(delivery) }) {
      delivery.perform(on: tracker)
    }
  }

  func bootstrap(_ tracker: any AnalyticsEventTracker, at location: SourceLocation) {
    let (previous, mustDrain, dropped) = state.withLock { state in
      let previous = state.outbox.tracker
      return (previous, state.outbox.open(with: tracker), state.outbox.takeDropped())
    }
    if previous != nil {
      report(.bootstrappedTwice(at: location))
    }
    if dropped > 0 {
      report(.eventsDropped(dropped, at: location))
    }
    if mustDrain {
      while let (batch, tracker) = state.withLock({ $0.outbox.next() }) {
        for delivery in batch { delivery.perform(on: tracker) }
      }
      let late = state.withLock { $0.outbox.takeDropped() }
      if late > 0 { report(.eventsDropped(late, at: location)) }
    }
    // Only now: what was still waiting must not be cut short. And under the lock, for the tracker that was given last:
    // two calls may overlap.
    state.withLock { isSilenced.store($0.outbox.tracker is NoOpTracker, ordering: .relaxed) }
  }

  /// The tracker that was given last, if any.
  var tracker: (any AnalyticsEventTracker)? {
    state.withLock { $0.outbox.tracker }
  }
}

extension TrackableIssue {
  fileprivate static func bootstrappedTwice(at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .bootstrappedTwice,
      message: "TrackableSystem was bootstrapped before; the new tracker takes over from here.",
      remedy: "bootstrap once, with all trackers combined; in tests, use TrackableSystem.withTracker instead.",
      location: location)
  }

  fileprivate static func eventsDropped(_ count: Int, at location: SourceLocation) -> TrackableIssue {
    TrackableIssue(
      kind: .eventsDropped,
      message: "\(count) deliveries from before the bootstrap were dropped, the oldest ones: "
        + "at most \(Outbox.capacity) are held.",
      remedy: "call TrackableSystem.bootstrap earlier, before the app tracks that much.",
      location: location)
  }
}
