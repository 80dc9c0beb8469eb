import Testing
import Trackable

@Suite struct IssueLogTests {
  private let observed = RecordingTracker.plain()

  @Test func `Where no handler was set, each kind is written once per place and key, with its remedy`() async throws {
    let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      func track(_ key: String) {
        Plain().track(TopLevelEvent(), trackedProperties: [key ~>> Double.nan], fileID: "App/A.swift", line: 1)
      }
      TrackableSystem.bootstrap(ClosureTracker { _ in })
      for key in ["a", "b", "a"] { track(key) }
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> 1, "a" ~>> 2], fileID: "App/A.swift", line: 1)
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan], fileID: "App/A.swift", line: 2)
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan], fileID: "App/B.swift", line: 1)
      track("b")
    }
    let lines = String(decoding: result.standardErrorContent, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("Trackable: ") }
    for words in [
      "Trackable: App/A.swift:1: The value of 'a' is or contains a number that is not finite;",
      "To fix this, check for it before tracking, or send nil to omit the property. (Reported once for this place.)",
    ] {
      expect(lines.first?.contains(words), is: true)
    }
    expect(lines.count, is: 5)
  }

  @Test func `Endless names silence their own place only, and the last issue says that`() {
    observed.run {
      for number in 0..<1_000 + 10 {
        Plain().track(TopLevelEvent(), trackedProperties: ["key \(number)" ~>> Double.nan])
      }
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan])
    }
    expect(observed.issues.count, is: 1_000 + 1)
    expect(observed.issues.filter { $0.message.contains("no more are reported") }.count, is: 1)
  }

  @Test func `A handler gets one issue for each key and place, for any number of events`() {
    let scope: TrackedProperties = ["a" ~>> 1, "a" ~>> 2]
    observed.run {
      for key in ["a", "b", "a"] { Plain().track(TopLevelEvent(), trackedProperties: [key ~>> Double.nan]) }
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan])
      for _ in 0..<3 { withTrackedProperties(scope) { Plain().track(TopLevelEvent()) } }
    }
    expect(observed.issues.map(\.kind), is: [.valueDoesNotFit, .valueDoesNotFit, .valueDoesNotFit, .duplicateKey])
    expect(observed.issues.map(\.subject), is: ["a", "b", "a", "a"])
  }

  @Test func `An issue that no call has caused has no place`() {
    observed.run { TrackableSystem.defaultProperties = ["a" ~>> Double.nan] }
    expect(observed.issues.map(\.location), is: [.unknown])
    expect(observed.issues.map { $0.description.hasPrefix("The value of") }, is: [true])
  }

}
