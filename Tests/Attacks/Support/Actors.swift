import TestSupport
import Trackable

/// An actor on which others link.
actor Place {
  func link(
    _ child: any TrackableClass & Sendable, saying properties: TrackedProperties = [],
    to parent: (any TrackableClass & Sendable)?
  ) {
    child.setupTrackableChain(trackedProperties: properties, parent: parent)
  }

  func run<Result: Sendable>(_ body: @Sendable (isolated Place) -> Result) -> Result { body(self) }
}

/// An actor with a queue of its own, which can be made to hang without taking a thread from other tests.
actor Bottleneck {
  private let executor = QueueExecutor("bottleneck")
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  func link(_ child: Branch, saying properties: TrackedProperties, to parent: Branch) {
    child.setupTrackableChain(trackedProperties: properties, parent: parent)
  }

  /// Returns when everything that was enqueued before has run.
  func catchUp() {}

  /// Nothing runs on the actor from now on until it goes on.
  nonisolated func hang() { executor.queue.suspend() }
  nonisolated func goOn() { executor.queue.resume() }
}
