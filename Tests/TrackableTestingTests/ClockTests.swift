import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct ClockTests {
  @Test func `Timestamps are told by the clock of the recording, or by a date of its own`() async {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000))
    #expect(clock.minimumResolution == .nanoseconds(1))
    await withRecordedTracking(clock: clock) { recorder in
      Page().track(Album.opened)
      clock.advance(by: .milliseconds(1_500))
      TrackingContext().track(Album.rated)
      await Task.detached { recorder.run { Album.closed.trigger() } }.value
      Email(value: "a@b.c").update()
      #expect(TrackedEvent(Album.played).timestamp == Date(timeIntervalSince1970: 1_001.5))
      #expect(recorder.events.map(\.timestamp.timeIntervalSince1970) == [1_000, 1_001.5, 1_001.5])
      #expect(recorder.userProperties.map(\.timestamp.timeIntervalSince1970) == [1_001.5])
    }
    #expect(TrackedEvent(Album.played).timestamp.timeIntervalSince1970 > 1_000_000)
    let date = Date(timeIntervalSince1970: 77)
    withRecordedTracking(clock: clock, date: { date }) { recorder in
      Album.opened.trigger()
      #expect(recorder.events.map(\.timestamp) == [date])
    }
  }

  @Test func `The clock of the recording measures how long an event waits for another actor`() async throws {
    let (clock, page, owner) = (ManualClock(), Page(), Owner())
    await owner.link(page)
    owner.executor.queue.suspend()
    try await withRecordedTracking(clock: clock) { recorder in
      TrackableSystem.readTimeout = .seconds(2)
      page.track(Album.rated)
      await clock.sleeps(1)
      clock.advance(by: .seconds(2))
      try await recorder.next(.event(Album.rated, []))
      #expect(recorder.events.first?.unread.map(\.description) == ["Shelf (1)"])
      #expect(recorder.issues.map(\.kind) == [.ancestorElsewhere])
    }
    owner.executor.queue.resume()
  }

  /// An actor that can be stopped without taking a thread that tasks need.
  private actor Owner {
    private let shelf = Shelf()
    nonisolated let executor = QueueExecutor("owner")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
    func link(_ page: Page) { page.setupTrackableChain(parent: shelf) }
  }
}

@Suite struct ManualClockTests {
  @Test func `A deadline that has passed is not waited for, and a cancelled task does not wait`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: clock.now)
    let sleeper = Task { try await clock.sleep(for: .seconds(1)) }
    await clock.sleeps(2)
    sleeper.cancel()
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(clock.sleeperCount == 0)
  }
}
