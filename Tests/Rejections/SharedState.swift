// Events, trackers, contexts and handlers are used on any thread, and by several at once: they hold no state that other code can still
// change.
import Synchronization
import Trackable

#if REJECTED
  final class Log: TrackableClass {  // expected-note * {{}}
    var names: [String] = []
    var trackedProperties: TrackedProperties {}
    func note(_ name: String) { names.append(name) }
  }
#else
  final class Log: TrackableClass, Sendable {
    let names = Mutex<[String]>([])
    var trackedProperties: TrackedProperties {}
    func note(_ name: String) { names.withLock { $0.append(name) } }
  }
#endif

struct CheckedOut: AnalyticsEvent {
  // expected-error@+1 {{stored property 'log' of 'Sendable'-conforming struct 'CheckedOut' has non-Sendable type 'Log'}}
  let log: Log
}

func tracker(writingTo log: Log) -> ClosureTracker {
  ClosureTracker { event in
    // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
    log.note(event.name)
  }
}

func live(_ log: Log) -> TrackingContext {
  // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
  TrackingContext().appending(live: { ["log" ~>> "\(log)"] })
}

func handle(_ log: Log) {
  // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
  TrackableSystem.issueHandler = { issue in log.note(issue.message) }
}

func bootstrap(_ log: Log) {
  // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
  TrackableSystem.bootstrap { name, properties in log.note(name) }
}

func start(_ tracker: any AnalyticsEventTracker, _ log: Log) {
  // expected-error@+1 {{type 'Log' does not conform to the 'Sendable' protocol}}
  TrackableSystem.bootstrap(tracker, root: log)
}
