import Foundation
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

/// A thread on which actors run: they can hang without taking a thread from other tests.
final class ThreadExecutor: SerialExecutor {
  private let jobs = Guarded<[UnownedJob]>([])
  private let arrived = DispatchSemaphore(value: 0)

  init() {
    let thread = Thread { self.work() }
    thread.start()
  }

  /// `ExecutorJob` would need macOS 14, and so would `asUnownedSerialExecutor()`.
  func enqueue(_ job: UnownedJob) {
    jobs.withLock { $0.append(job) }
    arrived.signal()
  }

  var unowned: UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }

  private func work() {
    while true {
      arrived.wait()
      let job = jobs.withLock { $0.removeFirst() }
      job.runSynchronously(on: unowned)
    }
  }
}

/// An actor with a thread of its own, which can be made to hang.
actor Bottleneck {
  private let executor = ThreadExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

  func link(
    _ child: any TrackableClass & Sendable, saying properties: TrackedProperties = [],
    to parent: (any TrackableClass & Sendable)?
  ) {
    child.setupTrackableChain(trackedProperties: properties, parent: parent)
  }

  func run<Result: Sendable>(_ body: @Sendable (isolated Bottleneck) -> Result) -> Result { body(self) }

  /// Nothing runs on the actor from now on until the result is sent.
  nonisolated func hang() async -> Signal {
    let (hangs, end) = (Signal(), Signal())
    Task.detached { await self.wait(for: end, hangs) }
    await hangs.comes()
    return end
  }

  private func wait(for end: Signal, _ hangs: Signal) {
    hangs.send()
    end.wait(atMost: 3_600)
  }
}
