import Testing
import Trackable

@Suite struct RenamingTests {
  private let recorder = RecordingTracker.plain()

  @Test func `A style spells each case once`() {
    let asked = Shared(0)
    let tracker = recorder.renaming(
      .custom { name in
        asked.add(1)
        return name.uppercased()
      })
    for number in 0..<3 { tracker.track(TrackedEvent(Noted(), properties: [Keys.a ~>> number, Keys.b ~>> "x"])) }
    expect(asked.value, is: 3)
    expect(recorder.events.last?.keys, is: ["TRACKABLETESTS.KEYS.A", "TRACKABLETESTS.KEYS.B"])
    expect(recorder.events.last?.properties["TRACKABLETESTS.KEYS.A"], is: .int(2))
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
    .droppingModule, .droppingPrefix("app."), .droppingPrefix("url."), .keepingLast(1).followed(by: .droppingModule),
    .custom { $0 }.followed(by: .keepingLast(1)),
  ]

  @Test(arguments: cutting.indices) func `Text that an adopter wrote is sent as written`(index: Int) throws {
    let style = Self.cutting[index]
    let properties: TrackedProperties = [
      "url.full" ~>> 1, DeclaredKey.size ~>> 2, "user.agent" ~>> ["os.name" ~>> 3], "a" ~>> [Keys.a ~>> 4],
    ]
    recorder.renaming(style).track(TrackedEvent(Declared(), properties: properties))
    recorder.renaming(style).renaming(style).track(TrackedEvent(Declared(), properties: properties))
    for event in recorder.events {
      expect(event.name, is: "app.start")
      expect(
        event.properties.flattened.map(\.key.name),
        is: ["url.full", "screen.size", "user.agent.os.name", "a.TrackableTests.Keys.a"])
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
