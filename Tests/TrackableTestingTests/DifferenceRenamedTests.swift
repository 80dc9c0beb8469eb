import Testing
import Trackable
import TrackableTesting

/// What is expected, compared with what a recorder got under other names.
@Suite struct DifferenceRenamedTests {
  private enum Secret: String, SensitiveKey { case mail, pin }

  @Test(arguments: [NamingStyle.path, .snakeCase, .droppingModule, .keepingLast(1)])
  func `A key that must not be there is told, however it is spelt`(_ style: NamingStyle) {
    withRecordedTracking(through: { $0.renaming(style) }) { recorder in
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"])
      func differs(lacking absent: [any Key]) -> Bool {
        recorder.difference(from: [.event(Album.rated, containing: [], lacking: absent)]) != nil
      }
      #expect(differs(lacking: [Keys.year]))
      #expect(differs(lacking: [Secret.mail]))
      // By the name that it was sent with as well, and not only by the one that it was written with.
      #expect(differs(lacking: [style(Keys.year.name)]))
      #expect(differs(lacking: [style(Secret.mail.name)]))
      #expect(!differs(lacking: [Keys.name, Secret.pin]))
    }
  }

  @Test func `A key that must not be there is told by the name that it was sent with`() {
    withRecordedTracking(through: { $0.renaming(events: .path, keys: .snakeCase) }) { recorder in
      let line: Int = #line + 1
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"])
      #expect(
        recorder.difference(from: [.event(Album.rated, containing: [], lacking: [Keys.year, Secret.mail])]) == """
          What was recorded differs from what was expected:
            differs       TrackableTestingTests.Album.rated (TrackableTestingTests/DifferenceRenamedTests.swift:\(line))
                            trackable_testing_tests_keys_year: expected nothing, got 1971 from call site
                            trackable_testing_tests_difference_renamed_tests_secret_mail: a sensitive value was not expected
          """)
    }
  }

  @Test func `One value stands for one expected key only`() {
    withRecordedTracking(through: { $0.renaming(keys: .custom { $0 == "a" ? "b" : $0 }) }) { recorder in
      func differs(_ properties: TrackedProperties) -> Bool {
        recorder.difference(from: [.event(Album.rated, properties)]) != nil
          || recorder.difference(from: [.event(Album.rated, containing: properties)]) != nil
      }
      Page().track(Album.rated, trackedProperties: ["a" ~>> 1])
      #expect(!differs(["a" ~>> 1]))
      #expect(!differs(["b" ~>> 1]))
      #expect(differs(["a" ~>> 1, "b" ~>> 1]))
      #expect(differs(["b" ~>> 1, "a" ~>> 1]))
    }
    withRecordedTracking(through: { $0.renaming(keys: .custom { $0 == "a" ? "b" : $0 == "b" ? "a" : $0 }) }) {
      recorder in
      Page().track(Album.rated, trackedProperties: ["a" ~>> 1, "b" ~>> 2])
      #expect(recorder.difference(from: [.event(Album.rated, ["b" ~>> 2, "a" ~>> 1])]) == nil)
    }
  }

  @Test(arguments: [NamingStyle.path, .snakeCase, .keepingLast(1)])
  func `What is inside a value is found by the name that it was written with`(_ style: NamingStyle) {
    withRecordedTracking(through: { $0.renaming(style) }) { recorder in
      let inside: TrackedProperties = [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"]
      Page().track(
        Album.rated, trackedProperties: [Keys.name ~>> inside, Keys.note ~>> [inside, [Keys.likes ~>> true]]])
      func differs(_ name: TrackedProperties, _ note: [TrackedProperties]) -> Bool {
        recorder.difference(from: [.event(Album.rated, [Keys.name ~>> name, Keys.note ~>> note])]) != nil
      }
      #expect(!differs(inside, [inside, [Keys.likes ~>> true]]))
      #expect(!differs([style(Keys.year.name) ~>> 1971, Secret.mail ~>> "a@b.c"], [inside, [Keys.likes ~>> true]]))
      let others: [TrackedProperties] = [
        [], [Keys.year ~>> 1971], [Secret.mail ~>> "a@b.c"], [Keys.year ~>> 1972, Secret.mail ~>> "a@b.c"],
        [Keys.year ~>> 1971, Secret.mail ~>> "d@e.f"], [Keys.likes ~>> 1971, Secret.mail ~>> "a@b.c"],
        inside + [Keys.likes ~>> true], inside + [Secret.pin ~>> 1],
      ]
      for other in others {
        #expect(differs(other, [inside, [Keys.likes ~>> true]]))
        #expect(differs(inside, [other, [Keys.likes ~>> true]]))
      }
      #expect(differs(inside, [inside]))
      #expect(differs(inside, [inside, [Keys.likes ~>> true], []]))
      #expect(differs(inside, [[Keys.likes ~>> true], inside]))
    }
  }

  private struct Profile: UserProperty {
    let mail: String
    var year = 1971
    var value: TrackedValue { .properties([Keys.year ~>> year, Secret.mail ~>> mail]) }
  }

  @Test func `What is inside a user property and a trait is found by the name that it was written with`() {
    withRecordedTracking(through: { $0.renaming(.snakeCase) }) { recorder in
      Profile(mail: "a@b.c").update()
      TrackableSystem.identify("john", traits: [Keys.name ~>> [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"]])
      func differs(_ profile: Profile, _ traits: TrackedProperties) -> Bool {
        recorder.difference(from: [.userProperty(profile), .identify("john", traits: traits)]) != nil
      }
      let traits: TrackedProperties = [Keys.name ~>> [Keys.year ~>> 1971, Secret.mail ~>> "a@b.c"]]
      #expect(!differs(Profile(mail: "a@b.c"), traits))
      #expect(differs(Profile(mail: "d@e.f"), traits))
      #expect(differs(Profile(mail: "a@b.c", year: 1972), traits))
      #expect(differs(Profile(mail: "a@b.c"), [Keys.name ~>> [Keys.year ~>> 1971, Secret.mail ~>> "d@e.f"]]))
      #expect(differs(Profile(mail: "a@b.c"), [Keys.name ~>> [Keys.year ~>> 1971]]))
    }
  }
}
