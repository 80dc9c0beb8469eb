import Synchronization
import Trackable

final class Model: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
  let count = Mutex(0)
}

func live(_ model: Model) -> TrackingContext {
  TrackingContext().appending(live: { ["count" ~>> model.count.withLock { $0 }] })
}

func handler(_ model: Model) {
  TrackableSystem.issueHandler = { _ in model.count.withLock { $0 += 1 } }
}

func bootstrap(_ model: Model) {
  TrackableSystem.bootstrap { name, properties in model.count.withLock { $0 += 1 } }
}
