import Trackable

// A tracker is called from any thread, and from several at once.

// expected-note@+1 {{class 'Log' does not conform to the 'Sendable' protocol}}
final class Log {
  var names: [String] = []
}

func tracker(writingTo log: Log) -> ClosureTracker {
  ClosureTracker { event in
    // expected-error@+1 {{capture of 'log' with non-Sendable type 'Log' in a '@Sendable' closure}}
    log.names.append(event.name)
  }
}
