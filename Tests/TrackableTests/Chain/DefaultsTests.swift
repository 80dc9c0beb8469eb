import Testing
import Trackable

/// Classes that have nothing to say, or no parent.
@Suite(.timeLimit(.minutes(10))) struct DefaultsTests {
  private let child = SharedStation("child")

  @Test func `Where an ancestor is gone that used the defaults, nothing is missing`() {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    withSystem(recorder, issues: issues) {
      do {
        let parent = Plain()
        child.setupTrackableChain(parent: parent)
        child.track(Noted())
      }
      child.track(Noted())
    }
    expect(recorder.events.map(\.unread.count), is: [0, 0])
    #expect(issues.issues.isEmpty)
  }

  /// Has nothing to say, unlike its subclasses.
  private class Base: TrackableClass, @unchecked Sendable {
    var trackedProperties: TrackedProperties {}
  }
  private final class Quiet: Base, @unchecked Sendable {}
  /// Adds to what the base class says, from the second time on.
  private final class Speaking: Base, @unchecked Sendable {
    private let asked = Lock(0)

    override var trackedProperties: TrackedProperties {
      let number = asked.withLock { asked in
        asked += 1
        return asked
      }
      return number > 1 ? super.trackedProperties + ["asked" ~>> number] : super.trackedProperties
    }
  }

  @Test func `The properties of a subclass count, also if its base class has none`() {
    let (base, quiet, speaking) = (Base(), Quiet(), Speaking())
    child.setupTrackableChain(parent: speaking)
    speaking.setupTrackableChain(parent: quiet)
    quiet.setupTrackableChain(parent: base)
    expect(child.trackedNames(), is: ["computed child"])
    expect(child.trackedNames(), is: ["computed child", "asked"])
    expect(speaking.trackedNames(), is: ["asked"])
  }
}
