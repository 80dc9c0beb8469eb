import Testing
import Trackable

@Suite struct PrefixUseTests {
  private let observed = RecordingTracker.plain()

  @Test func `A prefix that begins none of 20 names is reported once, for the place of the style`() {
    let style = NamingStyle.droppingPrefix("Beetles."), line = #line
    observed.run {
      for number in 0..<19 { #expect(style("Beatles.n\(number)") == "Beatles.n\(number)") }
      #expect(observed.issues.isEmpty)
      for number in 19..<100 { _ = style("Beatles.n\(number)") }
    }
    #expect(observed.issues.map(\.kind) == [.prefixNeverMatches])
    #expect(
      observed.issues.map(\.description).first?.hasPrefix(
        "TrackableTests/PrefixUseTests.swift:\(line): None of 20 different names begins with the prefix \"Beetles.\" "
          + "that is to be dropped; the last one was \"Beatles.n19\". To fix this, ") == true)
  }

  @Test func `The same name over and over is one name`() {
    let style = NamingStyle.droppingPrefix("Beetles.")
    observed.run { for number in 0..<1_000 { _ = style("Beatles.n\(number % 19)") } }
    #expect(observed.issues.isEmpty)
  }

  @Test(arguments: [0, 18]) func `One name with the prefix is enough`(position: Int) {
    let style = NamingStyle.droppingPrefix("Beatles.")
    observed.run { for number in 0..<100 { _ = style(number == position ? "Beatles.x" : "Other.n\(number)") } }
    #expect(observed.issues.isEmpty)
  }

  @Test func `Every style is watched by itself, also inside another`() {
    let first = NamingStyle.droppingPrefix("Beetles.").followed(by: .snakeCase)
    let second = NamingStyle.snakeCase.followed(by: .droppingPrefix("beetles_"))
    observed.run {
      for number in 0..<30 {
        _ = first("Beatles.n\(number)")
        _ = second("Beatles.n\(number)")
      }
    }
    #expect(observed.issues.map(\.kind) == [.prefixNeverMatches, .prefixNeverMatches])
  }

  @Test func `A prefix that begins no name is reported by a tracker that renames`() {
    let tracker = observed.renaming(keys: .droppingPrefix("Keys."))
    observed.run {
      let properties = (0..<20).map { "TrackableTests.Keys.k\($0)" ~>> $0 }
      tracker.track(TrackedEvent(TopLevelEvent(), properties: TrackedProperties(properties)))
    }
    #expect(observed.issues.map(\.kind) == [.prefixNeverMatches])
    #expect(observed.events.map(\.properties.count) == [20])
  }

  @Test func `Threads that spell names at the same time cause one issue`() async {
    let style = NamingStyle.droppingPrefix("Beetles.")
    await withTaskGroup { group in
      TrackableSystem.withTracker(observed) {
        TrackableSystem.issueHandler = observed.record
        for task in 0..<8 {
          group.addTask { for number in 0..<100 { _ = style("Beatles.n\(task).\(number)") } }
        }
      }
    }
    #expect(observed.issues.map(\.kind) == [.prefixNeverMatches])
  }
}
