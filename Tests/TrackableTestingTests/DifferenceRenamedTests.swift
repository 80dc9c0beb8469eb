import Testing
import Trackable
import TrackableTesting

/// Behind a renaming, names are the destination's, and a test may expect those.
@Suite struct DifferenceRenamedTests {
  private enum Secret: String, SensitiveKey { case mail, pin }

  @Test(arguments: [NamingStyle.path, .snakeCase, .droppingModule, .keepingLast(1)])
  func `A recorder behind a renaming knows the names that were sent`(_ style: NamingStyle) {
    withRecordedTracking(through: { $0.renaming(style) }) { recorder in
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Keys.name ~>> [Keys.likes ~>> true]])
      func differs(_ properties: TrackedProperties, lacking absent: [any Key] = []) -> Bool {
        recorder.difference(from: [.event(Album.rated, containing: properties, lacking: absent)]) != nil
      }
      let (year, name, likes) = (style(Keys.year.name), style(Keys.name.name), style(Keys.likes.name))
      #expect(!differs([year ~>> 1971, name ~>> [likes ~>> true]]))
      #expect(differs([year ~>> 1972]))
      #expect(differs([name ~>> [likes ~>> false]]))
      #expect(differs([:], lacking: [year]))
      #expect(!differs([Keys.year ~>> 1971, Keys.name ~>> [Keys.likes ~>> true]]))
    }
  }

  @Test func `A sensitive one is known there as well, and its value is not printed`() {
    withRecordedTracking(through: { $0.renaming(events: .path, keys: .keepingLast(1)) }) { recorder in
      let line: Int = #line + 1
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"])
      let expectation = TrackingExpectation.event(Album.rated, containing: [], lacking: ["year", "mail"])
      #expect(
        recorder.difference(from: [expectation]) == """
          The recorded calls differ from the expected ones:
            differs       TrackableTestingTests.Album.rated (TrackableTestingTests/DifferenceRenamedTests.swift:\(line))
                            year: expected nothing, got 1971
                              from call site
                            mail: a sensitive value was not expected
          """)
    }
  }
}
