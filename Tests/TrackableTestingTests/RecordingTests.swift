import Dispatch
import Foundation
import Testing
import Trackable
import TrackableTesting

@Suite struct RecordingTests {
  @Test func `Everything is recorded in order, with where it was called`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      TrackableSystem.identify("john", traits: ["plan" ~>> "free"])
      Page().track(Album.rated, trackedProperties: [Keys.name ~>> "Imagine"])
      Page().updateUserProperty(Email(value: "a@b.c"))
      TrackableSystem.report(SaveError.offline)
      TrackableSystem.reset()
      TrackableSystem.purge()
      let file = "TrackableTestingTests/RecordingTests.swift"
      let expected: [String] = [
        "identify \"john\" [plan: \"free\"] (\(file):\(line))",
        "TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.name: \"Imagine\"] (\(file):\(line + 1))",
        "user property TrackableTestingTests.Email: \"a@b.c\" (\(file):\(line + 2))",
        "error offline (\(file):\(line + 3))",
        "reset",
        "purge",
      ]
      #expect(recorder.deliveries.map(\.description) == expected)
      #expect(recorder.events.map(\.name) == [Album.rated.name])
      #expect(recorder.userProperties.map(\.value) == ["a@b.c"])
      recorder.removeAll()
      #expect(recorder.deliveries.isEmpty)
    }
  }

  @Test func `Recordings side by side see only their own`() async {
    await withTaskGroup { group in
      for number in 0..<50 {
        group.addTask {
          await withRecordedTracking { recorder in
            await Task.yield()
            Bought(amount: number).trigger()
            await Task.yield()
            #expect(recorder.difference(from: [.event(Bought(amount: number), [])]) == nil)
          }
        }
      }
    }
  }

  @Test func `No tracker of a link, a context or a task gets anything`() {
    let vendor = RecordingTracker()
    withRecordedTracking { recorder in
      let page = Page()
      page.deliver(to: vendor)
      page.deliver(alsoTo: vendor)
      page.track(Album.rated)
      TrackingContext().delivering(to: vendor).track(Album.opened)
      #expect(recorder.difference(from: [.event(Album.rated), .event(Album.opened)]) == nil)
    }
    #expect(vendor.difference(from: []) == nil)
  }

  @Test func `A recording may have a root`() async {
    withRecordedTracking(root: Shelf()) { recorder in
      Album.rated.trigger()
      #expect(recorder.difference(from: [.event(Album.rated, [Keys.name ~>> "Imagine"])]) == nil)
    }
    await withRecordedTracking(root: Shelf("Help!")) { recorder in
      await Task { Page().track(Album.rated) }.value
      #expect(recorder.difference(from: [.event(Album.rated, [Keys.name ~>> "Help!"])]) == nil)
    }
  }

  @Test func `An error of the operation comes out`() async {
    #expect(throws: SaveError.offline) { try withRecordedTracking { _ in throw SaveError.offline } }
    await #expect(throws: SaveError.offline) {
      try await withRecordedTracking { _ in
        await Task.yield()
        throw SaveError.offline
      }
    }
  }

  @Test func `A recording and its system go with their last user`() {
    final class Token: Sendable {}
    weak let token: Token? = withRecordedTracking { recorder in
      let token = Token()
      TrackableSystem.issueHandler = { _ in withExtendedLifetime(token) {} }
      Album.rated.trigger()
      return token
    }
    #expect(token == nil)
  }
}

/// Code that leaves the task.
@Suite struct LeavingTests {
  /// As in an app: it tracks from a queue, and knows nothing of tests.
  private final class Player: TrackableClass, Sendable {
    let trackedProperties = TrackedProperties()
    private let queue = DispatchQueue(label: "player")

    func play(_ event: some AnalyticsEvent) { queue.async { self.track(event) } }
  }

  @Test func `A tracker on the chain brings events from a queue`() async throws {
    try await withRecordedTracking { recorder in
      let (player, shelf) = (Player(), Shelf())
      shelf.deliver(to: recorder)
      player.setupTrackableChain(trackedProperties: [Keys.year ~>> 1971], parent: shelf)
      player.play(Album.played)
      try await recorder.next(.event(Album.played, [Keys.name ~>> "Imagine", Keys.year ~>> 1971]))
    }
  }

  @Test func `A detached task and a queue can be run in the recorder's system`() async throws {
    try await withRecordedTracking { recorder in
      TrackableSystem.defaultProperties = [Keys.note ~>> "default"]
      await Task.detached { recorder.run { Page().track(Album.opened) } }.value
      await Task.detached { await recorder.run { await Task { Page().track(Album.rated) }.value } }.value
      DispatchQueue.global().async { recorder.run { Album.closed.trigger() } }
      try await recorder.next(.event(Album.closed))
      let expected = [Album.opened, .rated, .closed].map { TrackingExpectation.event($0, [Keys.note ~>> "default"]) }
      #expect(recorder.difference(from: expected) == nil)
    }
  }

  private enum Lost: String, Event { case once, twice, unnoticed }

  @Test func `A call that goes astray is an issue at the recording's end, unless the test looks at it`() async {
    let surrounding = Lock<[TrackableIssue]>([])
    let line: Int = #line + 4
    await TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in surrounding.withLock { $0.append(issue) } }
      await withRecordedTracking { recorder in
        await Task.detached { for _ in 0..<3 { Page().track(Lost.unnoticed) } }.value
        #expect(recorder.deliveries.isEmpty)
      }
    }
    let issues = surrounding.withLock { $0.filter { $0.message.contains("unnoticed") } }
    #expect(
      issues.map(\.description) == [
        "TrackableTestingTests/RecordingTests.swift:\(line): 'TrackableTestingTests.LeavingTests.Lost.unnoticed' was "
          + "tracked while a test recorded, but outside of its recording, where no tracker received it. To fix this, hand "
          + "'recorder' to code that hops to a queue or a detached task, or run it in 'recorder.run'."
      ])
    #expect(issues.map(\.kind) == [.trackedAstray])
  }

  @Test func `A difference names a call that went astray where it is missing`() async {
    await withRecordedTracking { recorder in
      let line: Int = #line + 1
      await Task.detached { Page().track(Lost.once) }.value
      #expect(
        recorder.difference(from: [.event(Lost.once)]) == """
          The recorded calls differ from the expected ones:
            missing       TrackableTestingTests.LeavingTests.Lost.once
                            It was tracked outside of the recording (TrackableTestingTests/RecordingTests.swift:\(line)). \
          Code that hops to a queue or a detached task leaves it: hand it 'recorder', or run it in 'recorder.run'.
          """)
      #expect(recorder.astray.contains { $0.description.contains("Lost.once") })
    }
  }

  @Test func `A recording does not tell of calls that go astray before or after it`() async {
    // Otherwise a recording of another test, if it is the only one just now, would take them for its own.
    await withRecordedTracking { outer in
      await Task.detached { Page().track(Lost.twice) }.value
      let recorder = withRecordedTracking { $0 }
      await Task.detached { Page().track(Lost.twice) }.value
      #expect(!recorder.astray.contains { $0.description.contains("Lost.twice") })
      _ = outer.astray
    }
  }
}

/// Waiting without sleeping.
@Suite struct NextTests {
  private static let file = "TrackableTestingTests/RecordingTests.swift"

  @Test func `A tracker that the tested code sets, registers or bootstraps gets nothing`() {
    let vendor = RecordingTracker()
    let line = #line + 5
    let recorder = withRecordedTracking { recorder -> RecordingTracker in
      withTrackedProperties([Keys.year ~>> 1], in: .current.delivering(to: vendor)) { Album.opened.trigger() }
      TrackableSystem.register(vendor)
      TrackableSystem.identify("john")
      TrackableSystem.bootstrap(vendor, root: Shelf(), naming: .snakeCase)
      Album.closed.trigger()
      TrackableSystem.reset()
      TrackableSystem.purge()
      return recorder
    }
    let issues = recorder.issues
    #expect(vendor.deliveries.isEmpty)
    #expect(
      recorder.difference(from: [
        .event(Album.opened, [Keys.year ~>> 1]), .identify("john"), .event(Album.closed, []), .reset, .purge,
      ]) == nil)
    #expect(issues.map(\.kind) == [.bootstrappedTwice])
    #expect(issues.map { Int($0.location.line) } == [line])
    #expect(issues.first?.message.contains("the new tracker gets nothing") == true)
  }

  @Test func `The next event is found whether it has come already or comes later`() async throws {
    try await withRecordedTracking { recorder in
      Album.opened.trigger()
      Album.rated.trigger()
      let rated = try await recorder.next { $0.name == Album.rated.name }
      #expect(rated.name == Album.rated.name)
      Task { Album.closed.trigger() }
      let closed = try await recorder.next()
      #expect(closed.name == Album.closed.name)
    }
  }

  @Test func `A wait does not find a delivery that an earlier one passed over`() async throws {
    let clock = ManualClock()
    try await withRecordedTracking { recorder in
      Album.opened.trigger()
      try await recorder.next(.event(Album.opened), clock: clock)
      let second = Task { try await recorder.next(.event(Album.opened), within: .seconds(1), clock: clock) }
      await clock.sleeps(2)
      clock.advance(by: .seconds(1))
      await #expect(throws: TrackingTimeout.self) { try await second.value }
    }
  }

  @Test func `When the time is up, the error lists the calls that came instead`() async throws {
    let clock = ManualClock()
    await withRecordedTracking { recorder in
      let first: Int = #line + 1
      Album.opened.trigger()
      TrackingContext().appending([Keys.year ~>> 1970]).track(Album.rated)
      TrackableSystem.reset()
      let waiting = Task {
        try await recorder.next(.event(Album.rated, [Keys.year ~>> 1971]), within: .seconds(2), clock: clock)
      }
      await clock.sleeps(1)
      clock.advance(by: .seconds(2))
      let error = await #expect(throws: TrackingTimeout.self) { try await waiting.value }
      #expect(
        error?.description == """
          \(Self.file):\(first + 4): Waited 2.0 seconds for TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.year: 1971]. What came instead:
            TrackableTestingTests.Album.opened (\(Self.file):\(first))
            TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.year: 1970] (\(Self.file):\(first + 1))
              TrackableTestingTests.Keys.year: expected 1971, got 1970
                from context
            reset
          """)
    }
  }

  private enum Lost: String, Event { case event }

  @Test func `The error says when nothing came, and what went astray`() async throws {
    let clock = ManualClock()
    await withRecordedTracking { recorder in
      let first: Int = #line + 1
      await Task.detached { Page().track(Lost.event) }.value
      let waiting = Task {
        try await recorder.next(within: .seconds(2), clock: clock) { $0.name == Lost.event.name }
      }
      await clock.sleeps(1)
      clock.advance(by: .seconds(2))
      let error = await #expect(throws: TrackingTimeout.self) { try await waiting.value }
      #expect(
        error?.description == """
          \(Self.file):\(first + 2): Waited 2.0 seconds for an event that fulfils the condition. Nothing came.
          It was tracked outside of the recording (\(Self.file):\(first)). Code that hops to a queue or a detached task \
          leaves it: hand it 'recorder', or run it in 'recorder.run'.
          """)
    }
  }

  @Test func `The error names a call that another wait passed over`() async throws {
    let clock = ManualClock()
    try await withRecordedTracking { recorder in
      let (first, second) = (#line + 1, #line + 1)
      recorder.track(Album.opened); recorder.track(Album.closed)
      try await recorder.next { $0.name == Album.closed.name }
      let waiting = Task { try await recorder.next(within: .seconds(2), clock: clock) { $0.name == Album.opened.name } }
      await clock.sleeps(1)
      clock.advance(by: .seconds(2))
      let error = await #expect(throws: TrackingTimeout.self) { try await waiting.value }
      #expect(
        error?.description == """
          \(Self.file):\(second + 2): Waited 2.0 seconds for an event that fulfils the condition. Nothing came.
          TrackableTestingTests.Album.opened (\(Self.file):\(first)) came before that, and another call of 'next' has \
          returned it or passed it over: wait for one thing after the other, in their order.
          """)
    }
  }

  @Test func `A wait finds its event, although the test removed all others meanwhile`() async throws {
    let recorder = RecordingTracker()
    for _ in 0..<5 { recorder.track(Album.opened) }
    let (looks, look) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task {
      try await recorder.next(within: .seconds(10)) { event in
        look.yield()
        return event.name == Album.closed.name
      }
    }
    for await _ in looks.prefix(5) {}
    recorder.removeAll()
    recorder.track(Album.closed)
    #expect(try await waiting.value.name == Album.closed.name)
    #expect(recorder.events.map(\.name) == [Album.closed.name])
    #expect(recorder.droppedCount == 0)
  }

  @Test func `A cancelled task stops waiting`() async {
    let clock = ManualClock()
    let recorder = RecordingTracker()
    let waiting = Task { try await recorder.next(clock: clock) }
    await clock.sleeps(1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
