// A tracker is called from anywhere, and so are the events it gets.
import Trackable

class Model {}

struct Payment: AnalyticsEvent {
  let model: Model  // expected-error {{non-Sendable type 'Model'}}
}

final class Counter: AnalyticsEventTracker {
  var count = 0  // expected-error {{is mutable}}
  func track(_ event: TrackedEvent) { count += 1 }
}

func capture() -> ClosureTracker {
  var count = 0
  return ClosureTracker { _ in count += 1 }  // expected-error {{captured var 'count'}}
}
