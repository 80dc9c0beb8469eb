import Testing
import Trackable

private struct Profile: UserProperty {
  var name: String { "profile" }
  let value: TrackedProperties = [Keys.a ~>> 1]
}

@Suite struct RenamingValuesTests {
  @Test func `Keys inside a user property are renamed`() {
    let recorder = RecordingTracker.plain()
    recorder.renaming(keys: .keepingLast(1)).update(TrackedUserProperty(Profile()))
    expect(recorder.userProperties.map(\.value), is: [.properties(["a" ~>> 1])])
  }

  @Test func `Keys inside an array are renamed`() {
    let recorder = RecordingTracker.plain()
    recorder.renaming(keys: .keepingLast(1))
      .track(TrackedEvent(TopLevelEvent(), properties: ["list" ~>> [[Keys.a ~>> 1] as TrackedProperties]]))
    expect(recorder.events.map(\.properties), is: [["list" ~>> [["a" ~>> 1] as TrackedProperties]]])
  }
}
