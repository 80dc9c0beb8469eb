import Testing
import Trackable

@Suite struct IssueLogTests {
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
    let observed = RecordingTracker.plain()
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
    let observed = RecordingTracker.plain()
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
    let observed = RecordingTracker.plain()
    observed.run { TrackableSystem.defaultProperties = ["a" ~>> Double.nan] }
    expect(observed.issues.map(\.location), is: [.unknown])
    expect(observed.issues.map { $0.description.hasPrefix("The value of") }, is: [true])
  }

  @Test func `A handler may track, and replace itself`() {
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in
        TrackableSystem.issueHandler = { _ in }
        TrackableSystem.track(TopLevelEvent())
      }
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> Double.nan])
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> Double.nan])
    }
    expect(recorder.events.count, is: 3)
  }

  @Test func `Kinds are named as in the code`() {
    let kinds: [TrackableIssue.Kind] = [
      .duplicateKey, .valueDoesNotFit, .cycle, .ancestorElsewhere, .parentOutOfReach, .eventsDropped,
      .bootstrappedTwice,
    ]
    expect(
      kinds.map(\.description),
      is: [
        "duplicateKey", "valueDoesNotFit", "cycle", "ancestorElsewhere", "parentOutOfReach", "eventsDropped",
        "bootstrappedTwice",
      ])
    expect(Set(kinds).count, is: kinds.count)
  }
}
