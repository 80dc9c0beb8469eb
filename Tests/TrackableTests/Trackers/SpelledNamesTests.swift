import Testing
import Trackable

private enum SpelledKeys: String, Key, CaseIterable { case first, second }

@Suite struct SpelledNamesTests {
  @Test func `A style spells each case once`() {
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
    expect(asked.withLock { $0.count }, is: 3)
    expect(
      recorder.events.last?.properties.map(\.key.name),
      is: [
        "TRACKABLETESTS.SPELLEDKEYS.FIRST", "TRACKABLETESTS.SPELLEDKEYS.SECOND",
      ])
    expect(recorder.events.last?.properties["TRACKABLETESTS.SPELLEDKEYS.FIRST"], is: .int(2))
  }
}
