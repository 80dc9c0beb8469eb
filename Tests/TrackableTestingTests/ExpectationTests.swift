import Testing
import Trackable
import TrackableTesting

/// An expectation compares the same, wherever the recorder stands.
@Suite struct ExpectationTests {
  private enum Secret: String, SensitiveKey { case mail, pin }
  private enum Inner: String, Key { case name, code }

  private static let styles: [NamingStyle?] = [nil, .path, .snakeCase, .droppingModule, .keepingLast(1), .titleCase]

  /// An event as a recorder gets it, behind a renaming.
  private func recorded(_ properties: TrackedProperties, _ style: NamingStyle?) -> RecordingTracker {
    let recorder = RecordingTracker()
    let tracker: any AnalyticsEventTracker = style.map { recorder.renaming($0) } ?? recorder
    tracker.track(TrackedEvent(Album.rated, properties: properties))
    return recorder
  }

  @Test(arguments: styles) func `A key that must be absent is found behind every renaming, and inside values`(
    _ style: NamingStyle?
  ) {
    let recorder = recorded(
      [
        Keys.year ~>> 1971, Secret.mail ~>> "a@b.c", Keys.name ~>> [Inner.name ~>> "x", Secret.pin ~>> 1],
        Keys.note ~>> [[Inner.code ~>> 1] as TrackedProperties],
      ], style)
    for key: any Key in [Keys.year, Secret.mail, Secret.pin, Inner.name, Inner.code, Keys.note] {
      let text = recorder.difference(from: [.event(Album.rated, lacking: [key])])
      #expect(
        text.map { $0.contains("a sensitive value was not expected") } == (key is any SensitiveKey), "\(key.name)")
    }
    #expect(recorder.difference(from: [.event(Album.rated, lacking: [Keys.likes])]) == nil)
    // Also by the name that a destination composes.
    for name in recorder.events[0].properties.dictionary.keys {
      #expect(recorder.difference(from: [.event(Album.rated, lacking: [name])]) != nil, "\(name)")
    }
  }

  @Test(arguments: styles)
  func `Expected properties are found behind every renaming, sensitive and nested ones as well`(
    _ style: NamingStyle?
  ) {
    let all: TrackedProperties = [
      Keys.year ~>> 1971, Secret.mail ~>> "a@b.c", Keys.name ~>> [Inner.name ~>> "x", Secret.pin ~>> 1],
    ]
    let recorder = recorded(all, style)
    #expect(recorder.difference(from: [.event(Album.rated, all)]) == nil)
    for wrong: TrackedProperties in [
      [Keys.year ~>> 1972], [Secret.mail ~>> "b"], [Keys.name ~>> [Inner.name ~>> "y", Secret.pin ~>> 1]],
      [Keys.name ~>> [Inner.name ~>> "x", Secret.pin ~>> 2]], [Keys.name ~>> [Inner.name ~>> "x"]],
      [Keys.name ~>> [Inner.code ~>> "x", Secret.pin ~>> 1]],
    ] {
      #expect(recorder.difference(from: [.event(Album.rated, all + wrong)]) != nil, "\(wrong)")
    }
    #expect(recorder.difference(from: [.event(Album.rated, all + [Keys.likes ~>> true])]) != nil)
    // A test may expect the names that were sent as well.
    func sent(_ key: some Key) -> String { style.map { $0(key.name) } ?? key.name }
    func fits(_ year: Int, _ text: String) -> Bool {
      let properties: TrackedProperties = [sent(Keys.year) ~>> year, sent(Keys.name) ~>> [sent(Inner.name) ~>> text]]
      return recorder.difference(from: [.event(Album.rated, containing: properties)]) == nil
    }
    #expect(fits(1971, "x") && !fits(1972, "x") && !fits(1971, "y"))
  }

  @Test func `Of a key in code and a plain string of its name, each is one property`() {
    let recorder = RecordingTracker()
    let tracker = recorder.renaming(events: .path, keys: .keepingLast(1))
      .map { event in
        var event = event
        event.properties["other"] = 2
        return event
      }
    tracker.track(TrackedEvent(Album.rated, properties: [Keys.year ~>> 1]))
    #expect(recorder.difference(from: [.event(Album.rated, [Keys.year ~>> 1, "other" ~>> 2])]) == nil)
    // Both mean the same property, which is there once.
    #expect(recorder.difference(from: [.event(Album.rated, [Keys.year ~>> 1, "year" ~>> 1, "other" ~>> 2])]) != nil)
  }

  @Test func `A tracker on the way may give an event another type, and a test expects that`() {
    withRecordedTracking(through: {
      $0.map {
        var event = $0
        event.eventType = .click
        return event
      }
    }) { recorder in
      Album.rated.trigger()
      #expect(recorder.difference(from: [.event(Album.rated)]) != nil)
      var sample = TrackedEvent(Album.rated)
      sample.eventType = .click
      #expect(recorder.difference(from: [.event(sample)]) == nil)
    }
  }

  @Test func `A list with two values for one key fits nothing`() {
    let recorder = RecordingTracker()
    recorder.track(TrackedEvent(Album.rated, properties: [Keys.year ~>> 2]))
    recorder.identify(TrackedUser("john", traits: [Keys.year ~>> 2]))
    let twice: TrackedProperties = [Keys.year ~>> 1, Keys.year ~>> 2]
    for expected: TrackingExpectation in [
      .event(Album.rated, twice), .event(Album.rated, containing: twice), .identify("john", traits: twice),
    ] {
      let text = recorder.difference(from: [expected], allowingOthers: true) ?? "none"
      #expect(text.contains("Keys.year: the list of the test has two values for it"), "\(text)")
    }
  }

  @Test func `One event satisfies one of two that wait for it`() async throws {
    for _ in 0..<50 {
      let (recorder, looking) = (RecordingTracker(), Lock(0))
      // Both look at the event before either has taken it, as far as there are two threads.
      let isMeant = { @Sendable (event: TrackedEvent) in
        looking.withLock { $0 += 1 }
        for _ in 0..<10_000 where looking.withLock({ $0 < 2 }) {}
        return true
      }
      async let first = recorder.next(where: isMeant)
      async let second = recorder.next(where: isMeant)
      recorder.track(TrackedEvent(Album.rated, properties: ["number" ~>> 1]))
      recorder.track(TrackedEvent(Album.rated, properties: ["number" ~>> 2]))
      let numbers = try await [first, second].map { $0.properties["number"] }
      #expect(Set(numbers.map { "\($0 ?? .null)" }) == ["1", "2"])
    }
  }
}

/// Whose an event is.
@Suite struct ExpectedUserTests {
  @Test func `A test expects the user of an event, and their groups`() {
    withRecordedTracking { recorder in
      Album.opened.trigger()
      TrackableSystem.identify("john")
      TrackableSystem.group("apple", type: "company")
      recorder.removeAll()
      Album.rated.trigger()
      #expect(recorder.difference(from: [.event(Album.rated).by("john")]) == nil)
      #expect(recorder.difference(from: [.event(Album.rated, []).by("john", in: ["company" ~>> "apple"])]) == nil)
      for (wrong, line) in [
        (TrackingExpectation.event(Album.rated).by("paul"), "user: expected \"paul\", got \"john\""),
        (.event(Album.rated).by(nil), "user: expected none, got \"john\""),
        (.event(Album.rated).by("john", in: []), "group company: expected nothing, got \"apple\""),
        (.event(Album.rated).by("john", in: ["company" ~>> "emi"]), "group company: expected \"emi\", got \"apple\""),
      ] {
        let text = recorder.difference(from: [wrong]) ?? "none"
        #expect(text.hasSuffix(line), "\(text)")
      }
      #expect("\(TrackingExpectation.event(Album.rated).by(nil))".hasSuffix("Album.rated by no user"))
    }
  }

  @Test func `An event of no user is expected as such`() {
    withRecordedTracking { recorder in
      Album.opened.trigger()
      #expect(recorder.difference(from: [.event(Album.opened).by(nil, in: [])]) == nil)
      #expect(recorder.difference(from: [.event(Album.opened).by("john")]) != nil)
      TrackableSystem.reset()
      #expect(recorder.difference(from: [.reset.by(nil)], allowingOthers: true) != nil)
    }
  }
}
