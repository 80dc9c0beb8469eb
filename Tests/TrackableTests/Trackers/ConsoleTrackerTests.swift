import Foundation
import Testing
import Trackable

private struct Failure: Error {}

private struct Nickname: UserProperty {
  var name: String { "nickname" }
  let value: [String]
}

@Suite struct ConsoleTrackerTests {
  /// The lines for one call of each kind.
  private func written(_ level: ConsoleTracker.Level, properties: TrackedProperties = []) -> [String] {
    let lines = Lock<[String]>([])
    let tracker = ConsoleTracker(level: level, name: "Mixpanel") { text in lines.withLock { $0.append(text) } }
    tracker.track(TrackedEvent(FixtureEvents.User.didRateAlbum, properties: properties))
    tracker.update(TrackedUserProperty(Nickname(value: ["Macca"])))
    tracker.identify("john")
    tracker.reset()
    tracker.report(Failure(), at: CodeLocation(fileID: "App/File.swift", line: 3))
    return lines.withLock { $0 }
  }

  @Test func `Level verbose aligns the values`() {
    let properties: TrackedProperties = [
      "a" ~>> "text", "longer" ~>> 1, Keys.b ~>> 1.5, "when" ~>> Date(timeIntervalSince1970: 0), "null" ~>> .null,
      "list" ~>> [1, 2], "album" ~>> ["year" ~>> 1971, "band" ~>> ["name" ~>> "Plastic Ono Band"]],
    ]
    expect(
      written(.verbose, properties: properties)[0],
      is: """
        -[Mixpanel]: EVENT TRIGGERED - 'TrackableTests.FixtureEvents.User.didRateAlbum'
         > a:                     text
         > longer:                1
         > TrackableTests.Keys.b: 1.5
         > when:                  1970-01-01T00:00:00.000Z
         > null:                  null
         > list:                  [1,2]
         > album.year:            1971
         > album.band.name:       Plastic Ono Band
        """)
  }

  @Test func `An event without properties is one line, and level verbose writes the value of a user property`() {
    var expected = [
      "-[Mixpanel]: EVENT TRIGGERED - 'TrackableTests.FixtureEvents.User.didRateAlbum'",
      "-[Mixpanel]: PROPERTY UPDATED - 'nickname'",
      "-[Mixpanel]: USER IDENTIFIED - 'john'",
      "-[Mixpanel]: USER RESET",
      "-[Mixpanel]: ERROR REPORTED - Failure() (App/File.swift:3)",
    ]
    expect(written(.info, properties: [Keys.a ~>> 1]), is: expected)
    expected[1] += #": ["Macca"]"#
    expect(written(.verbose), is: expected)
    expect(written(.none), is: [])
  }

  @Test func `The level is info and the name Console by default`() {
    let lines = Lock<[String]>([])
    ConsoleTracker(log: { text in lines.withLock { $0.append(text) } })
      .track(TrackedEvent(TopLevelEvent(), properties: [Keys.a ~>> 1]))
    expect(lines.withLock { $0 }, is: ["-[Console]: EVENT TRIGGERED - 'TrackableTests.TopLevelEvent'"])
  }
}
