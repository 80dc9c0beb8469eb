import TestSupport
import Testing
import Trackable
import TrackableTesting

/// The texts that a person reads when a test fails, word for word.
@Suite struct DifferenceTests {
  private static let file = "TrackableTestingTests/DifferenceTests.swift"

  @Test func `The difference names the source of a wrong value`() {
    withRecordedTracking { recorder in
      let (shelf, page) = (Shelf("Help!"), Page())
      TrackableSystem.defaultProperties = [Keys.name ~>> "Imagine"]
      page.setupTrackableChain(trackedProperties: [Keys.year ~>> "1971"], parent: shelf)
      let line = #line + 1
      page.track(Album.rated, trackedProperties: [Keys.likes ~>> true])
      #expect(
        recorder.difference(from: [
          .event(Album.rated, [Keys.name ~>> "Imagine", Keys.year ~>> 1971, Keys.note ~>> "good"])
        ]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                            TrackableTestingTests.Keys.name: expected "Imagine", got "Help!"
                              from Shelf (1), which overrides "Imagine" from defaults
                            TrackableTestingTests.Keys.year: expected 1971, got "1971"
                              from link of Page
                            TrackableTestingTests.Keys.note: expected "good", got nothing
                            TrackableTestingTests.Keys.likes: expected nothing, got true
                              from call site
          """)
    }
  }

  @Test func `The difference names a value that a tracker on the way has changed`() {
    withRecordedTracking(through: {
      $0.map { event in
        var event = event
        event.properties["added"] = 1
        event.properties[Keys.name] = "changed"
        event.properties[Keys.year] = nil
        return event
      }
    }) { recorder in
      let line = #line + 1
      Album.rated.trigger()
      TrackingContext().appending([Keys.name ~>> "Imagine", Keys.year ~>> 1971]).track(Album.rated)
      #expect(
        recorder.difference(from: [
          .event(Album.rated, containing: ["added" ~>> 1, Keys.name ~>> "changed"]),
          .event(Album.rated, [Keys.name ~>> "Imagine", Keys.year ~>> 1971]),
        ]) == """
          The recorded calls differ from the expected ones:
            as expected   TrackableTestingTests.Album.rated
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line + 1))
                            TrackableTestingTests.Keys.name: expected "Imagine", got "changed"
                              changed by a tracker: "Imagine" came from context
                            TrackableTestingTests.Keys.year: expected 1971, got nothing
                              left out by a tracker: 1971 came from context
                            added: expected nothing, got 1
                              added by a tracker
          """)
    }
  }

  @Test func `A difference names an unread ancestor where something is missing`() {
    withRecordedTracking { recorder in
      let page = Page()
      do {
        let shelf = Shelf()
        page.setupTrackableChain(parent: shelf)
        // What a class has never said is not missed.
        withRecordedTracking { _ in page.track(Album.rated) }
      }
      let line = #line + 1
      page.track(Album.rated)
      #expect(
        recorder.difference(from: [.event(Album.rated, [Keys.name ~>> "Imagine"])]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                            TrackableTestingTests.Keys.name: expected "Imagine", got nothing
                            could not be read: Shelf (1)
          """)
      #expect(recorder.issues.map(\.kind) == [.ancestorGone])
    }
  }

  @Test func `The difference names a value that belonged to another thing`() {
    withRecordedTracking { recorder in
      let (page, parent) = (Page(), Page())
      parent.setupTrackableChain(trackedProperties: [ProjectKeys.pid ~>> 1, ProjectKeys.tags ~>> "design"])
      page.setupTrackableChain(parent: parent)
      let line: Int = #line + 1
      page.track(Album.rated, trackedProperties: [ProjectKeys.pid ~>> 99])
      #expect(
        recorder.difference(from: [.event(Album.rated, [ProjectKeys.pid ~>> 99, ProjectKeys.tags ~>> "design"])]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                            TrackableTestingTests.ProjectKeys.tags: expected "design", got nothing
                              "design" from link of \
          Page (1) belongs to another thing: TrackableTestingTests.ProjectKeys.pid 1
          """)
    }
  }

  private enum Secret: String, SensitiveKey { case mail, phone, pin }

  @Test func `Sensitive values are compared, and not printed`() {
    withRecordedTracking { recorder in
      let line: Int = #line + 1
      Page().track(Album.rated, trackedProperties: [Secret.mail ~>> "a@b.c", Secret.pin ~>> 1234])
      #expect(
        recorder.difference(from: [.event(Album.rated, [Secret.mail ~>> "a@b.c", Secret.pin ~>> 1234])]) == nil)
      #expect(
        recorder.difference(from: [.event(Album.rated, [Secret.mail ~>> "d@e.f", Secret.phone ~>> 5678])]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                            TrackableTestingTests.DifferenceTests.Secret.mail: a sensitive value is not the expected one
                            TrackableTestingTests.DifferenceTests.Secret.phone: a sensitive value is missing
                            TrackableTestingTests.DifferenceTests.Secret.pin: a sensitive value was not expected
          """)
    }
  }

  private struct Shown: ScreenEvent {
    var screenName: String
    var eventType = AnalyticsEventType.impression
  }

  @Test func `Missing and additional deliveries are told in their places`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      Album.opened.trigger()
      TrackableSystem.identify("paul", traits: [Keys.year ~>> 1942])
      TrackableSystem.identify("john")
      TrackableSystem.report(SaveError.diskFull)
      Email(value: "a@b.c").update()
      Shown(screenName: "home").trigger()
      TrackableSystem.reset()
      #expect(
        recorder.difference(from: [
          .event(Album.opened), .event(Album.rated, [Keys.likes ~>> true]),
          .identify("john", traits: ["plan" ~>> "free"]),
          .identify("john"), .error(SaveError.offline), .userProperty(Email(value: "d@e.f")),
          .event(Shown(screenName: "start", eventType: .click)),
        ]) == """
          The recorded calls differ from the expected ones:
            as expected   TrackableTestingTests.Album.opened
            missing       TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.likes: true]
            differs       identify "paul" (\(Self.file):\(line + 1))
                            user: expected "john", got "paul"
                            plan: expected "free", got nothing
                            TrackableTestingTests.Keys.year: expected nothing, got 1942
            as expected   identify "john"
            differs       error diskFull (\(Self.file):\(line + 3))
                            expected error offline
            differs       user property TrackableTestingTests.Email: "a@b.c" (\(Self.file):\(line + 4))
                            value: expected "d@e.f", got "a@b.c"
            differs       TrackableTestingTests.DifferenceTests.Shown (\(Self.file):\(line + 5))
                            event type: expected click, got impression
                            screen: expected "start", got "home"
            not expected  reset
          """)
    }
  }

  @Test func `The difference names another order, which a test may allow`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      Album.opened.trigger()
      Album.closed.trigger()
      let expected: [TrackingExpectation] = [.event(Album.closed), .event(Album.opened)]
      #expect(
        recorder.difference(from: expected) == """
          The recorded calls differ from the expected ones:
            missing       TrackableTestingTests.Album.closed
            as expected   TrackableTestingTests.Album.opened
            not expected  TrackableTestingTests.Album.closed (\(Self.file):\(line + 1))
          In another order, there would be no difference.
          """)
      #expect(recorder.difference(from: expected, inAnyOrder: true) == nil)
    }
  }

  @Test func `Where the order does not matter, each expectation gets a delivery of its own`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      Album.rated.trigger()
      TrackingContext().appending([Keys.year ~>> 1]).track(Album.rated)
      // The first fits both, and the second only one of them.
      #expect(
        recorder.difference(from: [.event(Album.rated), .event(Album.rated, [])], inAnyOrder: true) == nil)
      #expect(
        recorder.difference(from: [.event(Album.rated, [Keys.year ~>> 2]), .event(Album.played)], inAnyOrder: true)
          == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                            TrackableTestingTests.Keys.year: expected 2, got nothing
            missing       TrackableTestingTests.Album.played
            not expected  TrackableTestingTests.Album.rated [TrackableTestingTests.Keys.year: 1] (\(Self.file):\(line + 1))
          """)
    }
  }

  @Test func `If a test allows others, the difference lists the expected calls only`() {
    withRecordedTracking { recorder in
      Album.opened.trigger()
      let line: Int = #line + 1
      Album.rated.trigger()
      Album.closed.trigger()
      #expect(recorder.difference(from: [.event(Album.opened), .event(Album.closed)], allowingOthers: true) == nil)
      #expect(recorder.difference(from: [.event(Album.closed), .event(Album.rated)], allowingOthers: true) != nil)
      #expect(
        recorder.difference(
          from: [.event(Album.played), .event(Album.rated, [Keys.year ~>> 2])], inAnyOrder: true, allowingOthers: true)
            == """
            The recorded calls differ from the expected ones:
              missing       TrackableTestingTests.Album.played
              differs       TrackableTestingTests.Album.rated (\(Self.file):\(line))
                              TrackableTestingTests.Keys.year: expected 2, got nothing
            """)
    }
  }

  @Test func `An event's own properties are expected, unless the test says otherwise`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      Page().track(Bought(amount: 3))
      #expect(recorder.difference(from: [.event(Bought(amount: 3), [])]) == nil)
      #expect(recorder.difference(from: [.event(Bought(amount: 4), [Keys.year ~>> 3])]) == nil)
      #expect(
        recorder.difference(from: [.event(Bought(amount: 4))]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Bought (\(Self.file):\(line))
                            TrackableTestingTests.Keys.year: expected 4, got 3
                              from event
          """)
    }
  }

  @Test func `The difference names a key that must be absent, also one of the event itself`() {
    withRecordedTracking { recorder in
      let line = #line + 1
      Shelf().track(Bought(amount: 3))
      let absent: [any Key] = [Keys.note, Keys.name, Keys.year]
      #expect(
        recorder.difference(from: [.event(Bought(amount: 3), containing: [], lacking: absent)]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Bought (\(Self.file):\(line))
                            TrackableTestingTests.Keys.year: expected nothing, got 3
                              from event
                            TrackableTestingTests.Keys.name: expected nothing, got "Imagine"
                              from Shelf
          """)
    }
  }

  /// An error that counts how often it is compared.
  private struct Counted: Error, Equatable {
    let comparisons = Shared(0)

    static func == (left: Counted, right: Counted) -> Bool { left.comparisons.add(1) > 0 }
  }

  @Test(arguments: [false, true])
  func `Calls that fit in their order are not compared with all others`(_ inAnyOrder: Bool) {
    let (recorder, error, count) = (RecordingTracker(), Counted(), 300)
    for _ in 0..<count { recorder.report(error, at: .init()) }
    let expected = Array(repeating: TrackingExpectation.error(error), count: count)
    #expect(recorder.difference(from: expected, inAnyOrder: inAnyOrder) == nil)
    #expect(error.comparisons.value <= 2 * count)
    // Half of them have to be told as wrong, and each of these cannot be told before all were tried for it.
    error.comparisons.set(0)
    #expect(recorder.difference(from: expected + expected, inAnyOrder: inAnyOrder) != nil)
    #expect(error.comparisons.value <= 10 * count * count)
  }
}
