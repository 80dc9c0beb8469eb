// What a context or a handler keeps is used on any thread.
import Trackable

class Model: TrackableClass {  // expected-note * {{}}
  var trackedProperties: TrackedProperties {}
  var count = 0
}

func live(_ model: Model) -> TrackingContext {
  // expected-error@+1 {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
  TrackingContext().appending(live: { ["count" ~>> model.count] })
}

func handler(_ model: Model) {
  // expected-error@+1 {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
  TrackableSystem.issueHandler = { _ in model.count += 1 }
}

func bootstrap(_ model: Model) {
  // expected-error@+1 {{capture of 'model' with non-Sendable type 'Model' in a '@Sendable' closure}}
  TrackableSystem.bootstrap { name, properties in model.count += 1 }
}
