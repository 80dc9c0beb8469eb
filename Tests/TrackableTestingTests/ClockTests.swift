import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct ClockTests {
  @Test func `Timestamps are told by the clock of the recording`() async {
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
  }

  @Test func `A date of its own tells the timestamps`() {
    let date = Date(timeIntervalSince1970: 77)
    withRecordedTracking(clock: ManualClock(), date: { date }) { recorder in
      Album.opened.trigger()
      #expect(recorder.events.map(\.timestamp) == [date])
    }
  }

  @Test func `The clock of the recording measures how long an event waits for another actor`() async throws {
    let (clock, page, owner) = (ManualClock(), Page(), Owner())
    await owner.link(page)
    owner.stop()
    try await withRecordedTracking(clock: clock) { recorder in
      TrackableSystem.readTimeout = .seconds(2)
      page.track(Album.rated)
      await clock.sleeps(1)
      clock.advance(by: .seconds(2))
      try await recorder.next(.event(Album.rated, []))
      #expect(recorder.events.first?.unread.map(\.description) == ["Shelf (1)"])
      #expect(recorder.issues.map(\.kind) == [.ancestorElsewhere])
    }
    owner.goOn()
  }

  /// An actor that can be stopped without taking a thread that tasks need.
  private actor Owner {
    private let shelf = Shelf()
    private let executor = QueueExecutor("owner")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }

    func link(_ page: Page) { page.setupTrackableChain(parent: shelf) }

    nonisolated func stop() { executor.queue.suspend() }
    nonisolated func goOn() { executor.queue.resume() }
  }
}

@Suite struct ManualClockTests {
  @Test func `Who sleeps wakes when the clock was advanced far enough`() async throws {
    let clock = ManualClock()
    let start = clock.now
    var tasks: [Task<Int, any Error>] = []
    for seconds in [3, 1, 2] {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(seconds))
          return seconds
        })
    }
    let sleeps = await clock.sleeps(3)
    #expect(sleeps.sorted() == [.seconds(1), .seconds(2), .seconds(3)])
    clock.advance(by: .milliseconds(1_999))
    #expect(try await tasks[1].value == 1)
    #expect(clock.sleeperCount == 2)
    clock.advance(by: .seconds(2))
    #expect(try await tasks[0].value == 3)
    #expect(try await tasks[2].value == 2)
    #expect(clock.now - start == .milliseconds(3_999))
    #expect(clock.date == Date(timeIntervalSinceReferenceDate: 3.999))
  }

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
