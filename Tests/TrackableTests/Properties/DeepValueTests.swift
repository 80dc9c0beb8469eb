import Foundation
import Testing

@testable import Trackable

private struct Twice: AnalyticsEvent {
  var properties: TrackedProperties { [Keys.a ~>> 1, Keys.a ~>> 2] }
}

@Suite struct DeepValueTests {
  @Test func whatIsTooDeepGrowsWithItsDepthAndNotFaster() {
    func size(depth: Int) -> Int {
      var properties: TrackedProperties = ["k" ~>> 1]
      for _ in 1..<depth { properties = ["k" ~>> properties] }
      return ("k" ~>> properties).value.json.utf8.count
    }
    // Each level is one more `{"k":}` and the escapes of its quotes.
    #expect(size(depth: 44) < 2 * size(depth: 38))
  }

  @Test func aDuplicateInsideAValueIsReportedUnderItsOwnKey() {
    let observed = Observed()
    observed.run {
      Plain().track(TopLevelEvent(), trackedProperties: ["outer" ~>> ["inner" ~>> 1, "inner" ~>> 2]])
    }
    #expect(observed.issues.kinds == [.duplicateKey])
    #expect(observed.issues.issues.first?.message.contains("The key 'outer' was given two values") == false)
    #expect(observed.issues.issues.first?.message.contains("inner'") == true)
  }

  @Test func aDuplicateDoesNotPassInSilenceWhereTheRightSideWins() {
    let properties: TrackedProperties = [Keys.a ~>> 1, Keys.a ~>> 2] + [Keys.a ~>> 3]
    #expect(properties[0].flaws.contains(.duplicateKey))
  }

  @Test func whatATrackerIsGivenDirectlyIsCheckedToo() {
    let observed = Observed()
    observed.run { TrackableSystem.tracker.track(Twice()) }
    #expect(observed.issues.kinds == [.duplicateKey])
  }

  @Test func ofTwoComposedNamesTheHigherRankStays() {
    let recorder = Recorder()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.defaultProperties = ["album" ~>> ["year" ~>> "default"]]
      Plain().track(TopLevelEvent(), trackedProperties: ["album.year" ~>> "call site"])
    }
    #expect(recorder.events.map { $0.properties.flattened } == [["album.year" ~>> "call site"]])
    #expect(recorder.events.first?.properties.dictionary["album.year"] as? String == "call site")
  }

  @Test func everyValueEqualsItself() {
    let value = TrackedValue.date(Date(timeIntervalSinceReferenceDate: .nan))
    // Compared outside the macro: a date that is not a number cannot be described.
    let isEqual = value == value
    #expect(isEqual)
  }

  @Test(arguments: [-1e12, -5e11, -3e11]) func anAncientDateIsNotWrittenAsAnother(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect((Keys.a ~>> date).value.description != (Keys.a ~>> date.addingTimeInterval(86_400 * 365)).value.description)
  }
}
