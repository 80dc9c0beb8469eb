import Testing
import Trackable
import TrackableTesting

@Suite struct RecordingTests {
  private struct Visits: UserProperty {
    let value: Int
    let operation = UserPropertyOperation.increment
  }

  @Test func `Everything is recorded in order, with where it was called`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      TrackableSystem.identify("john", traits: ["plan" ~>> "free"])
      Page().track(Album.rated, trackedProperties: [Keys.name ~>> "Imagine"])
      Page().updateUserProperty(Email(value: "a@b.c"))
      TrackableSystem.update(Visits(value: 1))
      TrackableSystem.report(SaveError.offline)
      TrackableSystem.reset()
      TrackableSystem.purge()
      let file = "TrackableTestingTests/RecordingTests.swift"
      let expected: [String] = [
        "identify \"john\" [plan: \"free\"] (\(file):\(line))",
        "TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.name: \"Imagine\"] (\(file):\(line + 1))",
        "user property TrackableTestingTests.Email: \"a@b.c\" (\(file):\(line + 2))",
        "user property TrackableTestingTests.RecordingTests.Visits: increment 1 (\(file):\(line + 3))",
        "error offline (\(file):\(line + 4))",
        "reset",
        "purge",
      ]
      #expect(recorder.deliveries.map(\.description) == expected)
      #expect(recorder.events.map(\.name) == [Album.rated.name])
      #expect(recorder.userProperties.first?.value == "a@b.c")
      #expect(
        recorder.difference(from: [
          .identify("john", traits: ["plan" ~>> "free"]), .event(Album.rated, [Keys.name ~>> "Imagine"]),
          .userProperty(Email(value: "a@b.c")), .userProperty(Visits(value: 1)), .error(SaveError.offline), .reset,
          .purge,
        ]) == nil)
      recorder.removeAll()
      #expect(recorder.deliveries.isEmpty)
    }
  }

  @Test func `A tracker that the tested code links, sets, registers or bootstraps gets nothing`() {
    let vendor = RecordingTracker()
    let line = #line + 10
    let recorder = withRecordedTracking { recorder in
      let page = Page()
      page.deliver(to: vendor)
      page.deliver(alsoTo: vendor)
      page.track(Album.rated)
      TrackingContext().delivering(to: vendor).track(Album.opened)
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
        .event(Album.rated), .event(Album.opened), .event(Album.opened, [Keys.year ~>> 1]), .identify("john"),
        .event(Album.closed, []), .reset, .purge,
      ]) == nil)
    #expect(issues.map(\.kind) == [.bootstrappedTwice])
    #expect(issues.map { Int($0.location.line) } == [line])
    #expect(issues.first?.message.contains("the new tracker gets nothing") == true)
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
      // It may be that of a test that runs at the same time and does not record.
      #expect(recorder.difference(from: []) == nil)
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

  /// The error of a wait of two seconds for what never comes.
  private func timeout(_ wait: @escaping @Sendable (ManualClock) async throws -> Void) async -> String? {
    let clock = ManualClock()
    let waiting = Task { try await wait(clock) }
    await clock.sleeps(1)
    clock.advance(by: .seconds(2))
    return await #expect(throws: TrackingTimeout.self) { try await waiting.value }?.description
  }

  @Test func `When the time is up, the error lists the calls that came instead`() async {
    await withRecordedTracking { recorder in
      let first: Int = #line + 1
      Album.opened.trigger()
      TrackingContext().appending([Keys.year ~>> 1970]).track(Album.rated)
      TrackableSystem.reset()
      let error = await timeout {
        try await recorder.next(.event(Album.rated, [Keys.year ~>> 1971]), within: .seconds(2), clock: $0)
      }
      #expect(
        error == """
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

  @Test func `The error says when nothing came, and what went astray`() async {
    await withRecordedTracking { recorder in
      let first: Int = #line + 1
      await Task.detached { Page().track(Lost.event) }.value
      let error = await timeout {
        try await recorder.next(within: .seconds(2), clock: $0) { $0.name == Lost.event.name }
      }
      #expect(
        error == """
          \(Self.file):\(first + 2): Waited 2.0 seconds for an event that fulfils the condition. Nothing came.
          It was tracked outside of the recording (\(Self.file):\(first)). Code that hops to a queue or a detached task \
          leaves it: hand it 'recorder', or run it in 'recorder.run'.
          """)
    }
  }

  @Test func `The error names a call that another wait passed over`() async throws {
    try await withRecordedTracking { recorder in
      let first: Int = #line + 1
      recorder.track(Album.opened)
      recorder.track(Album.closed)
      try await recorder.next { $0.name == Album.closed.name }
      let error = await timeout {
        try await recorder.next(within: .seconds(2), clock: $0) { $0.name == Album.opened.name }
      }
      #expect(
        error == """
          \(Self.file):\(first + 4): Waited 2.0 seconds for an event that fulfils the condition. Nothing came.
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
