import Testing
import Trackable

@Suite struct RenamingTests {
  private func received(_ properties: TrackedProperties, keys: NamingStyle) throws -> TrackedEvent {
    let recorder = RecordingTracker.plain()
    recorder.renaming(events: .path, keys: keys)
      .track(TrackedEvent(FixtureEvents.User.didRateAlbum, properties: properties))
    return try #require(recorder.events.first)
  }

  @Test func `A style spells the composed name of nested keys, and each key by itself`() throws {
    let properties: TrackedProperties = [
      Keys.album ~>> [Keys.Details.year ~>> 1971, "note" ~>> ["by" ~>> "john"], Keys.b ~>> 1]
    ]
    let snake = try received(properties, keys: .snakeCase)
    expect(
      snake.properties,
      is: [
        "trackable_tests_keys_album"
          ~>> [
            "trackable_tests_keys_details_year" ~>> 1971, "note" ~>> ["by" ~>> "john"], "trackable_tests_keys_b" ~>> 1,
          ]
      ])
    let flat = [
      "trackable_tests_keys_album_details_year", "trackable_tests_keys_album_note_by", "trackable_tests_keys_album_b",
    ]
    expect(snake.properties.flattened.map(\.key.name), is: flat)
    expect(Set(snake.properties.dictionary.keys), is: Set(flat))

    let dropped = try received(properties, keys: .droppingPrefix("TrackableTests.Keys."))
    expect(dropped.properties, is: ["album" ~>> ["Details.year" ~>> 1971, "note" ~>> ["by" ~>> "john"], "b" ~>> 1]])
    expect(dropped.properties.flattened.map(\.key.name), is: ["album.Details.year", "album.note.by", "album.b"])
  }

  private enum Written: String, Event { case start = "m_app-start-0.5" }
  private enum WrittenKeys: String, Key {
    case start = "m_app-start-0.5"
    case plain
  }

  private struct Declared: AnalyticsEvent { let name = "app.start" }

  private enum DeclaredKey: String, Key {
    case size
    var name: String { "screen.size" }
  }

  private static let cutting: [NamingStyle] = [
    .droppingModule, .keepingLast(1), .droppingPrefix("TrackableTests."), .droppingPrefix("app."),
    .droppingPrefix("url."), .keepingLast(1).followed(by: .droppingModule),
    .custom { $0 }.followed(by: .keepingLast(1)),
  ]

  @Test(arguments: cutting.indices) func `Text that an adopter wrote is sent as written`(index: Int) throws {
    let style = Self.cutting[index]
    let properties: TrackedProperties = [
      "url.full" ~>> 1, DeclaredKey.size ~>> 2, "user.agent" ~>> ["os.name" ~>> 3], "a" ~>> [Keys.a ~>> 4],
    ]
    let recorder = RecordingTracker.plain()
    recorder.renaming(style).track(TrackedEvent(Declared(), properties: properties))
    recorder.renaming(style).renaming(style).track(TrackedEvent(Declared(), properties: properties))
    for event in recorder.events {
      expect(event.name, is: "app.start")
      expect(
        event.properties.flattened.map(\.key.name),
        is: [
          "url.full", "screen.size", "user.agent.os.name", "a.TrackableTests.Keys.a",
        ])
    }
  }

  @Test func `A style cuts the path before a raw value, and never the value`() throws {
    let path = "TrackableTests.RenamingTests.Written."
    let expected: [(NamingStyle, String)] = [
      (.droppingModule, "RenamingTests.Written.m_app-start-0.5"), (.keepingLast(1), "m_app-start-0.5"),
      (.keepingLast(2), "Written.m_app-start-0.5"), (.droppingPrefix(path), "m_app-start-0.5"),
      (.droppingPrefix(path + "m_app-start-0."), path + "m_app-start-0.5"),
      (.droppingModule.followed(by: .keepingLast(1)), "m_app-start-0.5"),
      (.custom { $0.replacing("Written", with: "W") }.followed(by: .keepingLast(2)), "W.m_app-start-0.5"),
      (.snakeCase, "trackable_tests_renaming_tests_written_m_app_start_0_5"),
    ]
    let keys = expected.map { style, name in
      let recorder = RecordingTracker.plain()
      recorder.renaming(style).track(TrackedEvent(Written.start, properties: [WrittenKeys.start ~>> 1]))
      expect(recorder.events.map(\.name), is: [name])
      return recorder.events[0].properties[0].key.name
    }
    #expect(keys[1] == "m_app-start-0.5" && keys[2] == "WrittenKeys.m_app-start-0.5")
    let twice = RecordingTracker.plain()
    twice.renaming(.keepingLast(1)).renaming(.droppingModule)
      .track(TrackedEvent(Written.start, properties: [WrittenKeys.start ~>> 1, WrittenKeys.plain ~>> 2]))
    expect(twice.events.map(\.name), is: ["m_app-start-0.5"])
    expect(twice.events[0].properties.map(\.key.name), is: ["m_app-start-0.5", "plain"])
  }
}
