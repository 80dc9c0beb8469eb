import Testing

@testable import Trackable

@Suite struct IssueLogTests {
  private let written = Lock<[String]>([])

  private func issue(
    _ kind: TrackableIssue.Kind = .cycle, message: String = "It happened.", file: StaticString = "App/A.swift",
    line: UInt = 1, subject: String = ""
  ) -> TrackableIssue {
    TrackableIssue(
      kind: kind, message: message, remedy: "do otherwise.", location: CodeLocation(fileID: file, line: line),
      subject: subject)
  }

  private func texts(_ issues: [TrackableIssue]) -> [String] {
    let written = written
    let log = IssueLog { text in written.withLock { $0.append(text) } }
    for issue in issues { log.report(issue) }
    return written.withLock { $0 }
  }

  @Test func `An issue is written with its place and its remedy`() {
    #expect(
      texts([issue()])
        == ["Trackable: App/A.swift:1: It happened. To fix this, do otherwise. (Reported once for this place.)\n"])
  }

  @Test func `Each kind is written once per place`() {
    let issues = [
      issue(), issue(), issue(message: "Another message."), issue(.duplicateKey), issue(line: 2),
      issue(file: "App/B.swift"), issue(), issue(line: 2),
    ]
    #expect(texts(issues).count == 4)
  }

  @Test func `Each kind is written once per place and subject`() {
    let issues = ["a", "b", "a"].map { issue(subject: $0) }
    #expect(texts(issues).count == 2)
  }

  @Test func `Names that are made up without end silence their own place only, and the last one says so`() {
    let made = (0..<IssueEpisodes.maximumSubjects + 10).map { issue(subject: "name \($0)") }
    let written = texts(made + [issue(subject: "name 0"), issue(line: 2), issue(.duplicateKey)])
    #expect(written.count == IssueEpisodes.maximumSubjects + 2)
    #expect(
      written.indices.filter { written[$0].contains("no more of them are reported") } == [
        IssueEpisodes.maximumSubjects - 1
      ])
    let observed = RecordingTracker.plain()
    observed.run {
      for number in 0..<IssueEpisodes.maximumSubjects + 10 {
        Plain().track(TopLevelEvent(), trackedProperties: ["key \(number)" ~>> Double.nan])
      }
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan])
    }
    #expect(observed.issues.count == IssueEpisodes.maximumSubjects + 1)
    #expect(observed.issues.filter { $0.message.contains("no more of them are reported") }.count == 1)
  }

  @Test func `A handler that was set gets one issue for each key and place, however many events have it`() {
    let observed = RecordingTracker.plain()
    let scope: TrackedProperties = ["a" ~>> 1, "a" ~>> 2]
    observed.run {
      for key in ["a", "b", "a"] { Plain().track(TopLevelEvent(), trackedProperties: [key ~>> Double.nan]) }
      Plain().track(TopLevelEvent(), trackedProperties: ["a" ~>> Double.nan])
      for _ in 0..<3 { withTrackedProperties(scope) { Plain().track(TopLevelEvent()) } }
    }
    #expect(observed.issues.map(\.kind) == [.valueDoesNotFit, .valueDoesNotFit, .valueDoesNotFit, .duplicateKey])
    #expect(observed.issues.map(\.subject) == ["a", "b", "a", "a"])
  }

  @Test func `An issue that no call has caused has no place`() {
    let observed = RecordingTracker.plain()
    observed.run { TrackableSystem.defaultProperties = ["a" ~>> Double.nan] }
    #expect(observed.issues.map(\.location) == [.unknown])
    #expect(observed.issues.map { $0.description.hasPrefix("The value of") } == [true])
  }

  @Test func `A handler may track, and replace itself`() {
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in
        TrackableSystem.issueHandler = { _ in }
        TrackableSystem.tracker.track(TopLevelEvent())
      }
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> Double.nan])
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> Double.nan])
    }
    #expect(recorder.events.count == 3)
  }

  @Test func `Kinds are named as in the code`() {
    let kinds: [TrackableIssue.Kind] = [
      .duplicateKey, .valueDoesNotFit, .cycle, .ancestorElsewhere, .parentOutOfReach, .eventsDropped,
      .bootstrappedTwice,
    ]
    #expect(
      kinds.map(\.description) == [
        "duplicateKey", "valueDoesNotFit", "cycle", "ancestorElsewhere", "parentOutOfReach", "eventsDropped",
        "bootstrappedTwice",
      ])
    #expect(Set(kinds).count == kinds.count)
  }
}
