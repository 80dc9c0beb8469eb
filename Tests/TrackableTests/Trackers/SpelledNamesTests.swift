import Testing

@testable import Trackable

private enum SpelledKeys: String, Key, CaseIterable { case first, second }

@Suite struct SpelledNamesTests {
  @Test func `A style is asked for a case once`() {
    let asked = Lock<[String]>([])
    let recorder = RecordingTracker.plain()
    let style = NamingStyle.custom { name in
      asked.withLock { $0.append(name) }
      return name.uppercased()
    }
    let tracker = recorder.renaming(style)
    for number in 0..<3 {
      tracker.track(Noted(), fileID: #fileID)
      let event = TrackedEvent(Noted(), properties: [SpelledKeys.first ~>> number, SpelledKeys.second ~>> "x"])
      tracker.track(event)
    }
    #expect(asked.withLock { $0.count } == 3)
    #expect(
      recorder.events.last?.properties.map(\.key.name) == [
        "TRACKABLETESTS.SPELLEDKEYS.FIRST", "TRACKABLETESTS.SPELLEDKEYS.SECOND",
      ])
    #expect(recorder.events.last?.properties[SpelledKeys.first] == .int(2))
  }

  @Test func `What is remembered is bounded, whatever strings an app makes names of`() {
    let names = SpelledNames(.custom { $0 + "!" })
    let keys = KeyRenaming(.custom { $0 + "!" }, at: CodeLocation())
    for number in 0..<(2 * SpelledNames.maximum) {
      #expect(names("event \(number)") == "event \(number)!")
      #expect(keys(PropertyKey("key \(number)")).name == "key \(number)!")
    }
    #expect(names.count == SpelledNames.maximum)
    #expect(keys.count == 0)
  }
}

@Suite struct SpelledNamesMemoryTests {
  /// Keeps no key alive.
  private struct Entry { weak var entry: NameEntry? }

  private static func entries(of properties: TrackedProperties) -> [Entry] {
    properties.flatMap { property -> [Entry] in
      let own = [Entry(entry: property.key.entry)]
      switch property.value {
      case .properties(let nested): return own + entries(of: nested)
      case .array(let values):
        return own + values.flatMap { if case .properties(let nested) = $0 { entries(of: nested) } else { [Entry]() } }
      default: return own
      }
    }
  }

  @Test func `A tracker that renames keeps no string that it saw as a key`() {
    let entries = Lock<[Entry]>([])
    let sink = ClosureTracker { event in entries.withLock { $0 += Self.entries(of: event.properties) } }
    let tracker = sink.renaming(keys: SpelledKeys.self) { $0.name + "!" }.renaming(keys: .snakeCase)
    for number in 0..<1_000 {
      let properties: TrackedProperties = [
        "key \(number)"
          ~>> [
            "inner \(number)" ~>> ["innermost \(number)" ~>> 1],
            "list" ~>> [["in list \(number)" ~>> 1] as TrackedProperties],
          ],
        SpelledKeys.first ~>> ["inside a case \(number)" ~>> 1],
      ]
      entries.withLock { $0 += Self.entries(of: properties) }
      tracker.track(TrackedEvent(Noted(), properties: properties))
    }
    let kept = withExtendedLifetime(tracker) { entries.withLock { Set($0.compactMap { $0.entry?.name }) } }
    #expect(entries.withLock { $0.count } == 2 * 7_000)
    #expect(kept == ["TrackableTests.SpelledKeys.first"])
  }
}
