import Testing
import Trackable

/// What the chain remembers of classes that have nothing to say, or no parent.
@Suite(.timeLimit(.minutes(10))) struct DefaultsTests {
  private let child = SharedStation("child")

  /// A class that uses both defaults, and may be used from anywhere.
  private final class Silent: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }

  /// Says something only from the second time on.
  private final class Late: TrackableClass, Sendable {
    private let asked = Lock((properties: 0, parent: 0))
    private let parent = SharedStation("parent of late")

    var trackedProperties: TrackedProperties {
      let number = asked.withLock { asked in
        asked.properties += 1
        return asked.properties
      }
      if number > 1 { "asked" ~>> number }
    }

    var trackableParent: (any TrackableClass)? {
      asked.withLock { asked in
        asked.parent += 1
        return asked.parent > 1
      } ? parent : nil
    }
  }

  /// Asks an object that uses the defaults while it is asked itself.
  private final class Curious: TrackableClass, Sendable {
    private let silent = Silent()

    var trackedProperties: TrackedProperties {
      silent.trackedProperties
      "computed curious" ~>> true
    }

    var trackableParent: (any TrackableClass)? {
      _ = silent.trackableParent
      _ = silent.trackedProperties
      return parent
    }

    let parent = SharedStation("parent of curious")
  }

  @Test func `Where an ancestor is gone that used the defaults, nothing is missing`() {
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    withSystem(recorder, issues: issues) {
      do {
        let parent = Silent()
        child.setupTrackableChain(parent: parent)
        child.track(Noted())
      }
      child.track(Noted())
    }
    expect(recorder.events.map(\.unread.count), is: [0, 0])
    #expect(issues.issues.isEmpty)
  }

  @Test func `A class that computes properties is read for each event, also after an empty answer`() {
    let late = Late()
    child.setupTrackableChain(parent: late)
    expect(child.trackedNames(), is: ["computed child"])
    expect(child.trackedNames(), is: ["computed child", "asked", "computed parent of late"])
    late.setupTrackableChain()
    expect(late.trackedNames(), is: ["asked", "computed parent of late"])
  }

  @Test func `A class that asks another object for its defaults has not used them itself`() {
    let curious = Curious()
    child.setupTrackableChain(parent: curious)
    for _ in 0..<3 {
      expect(child.trackedNames(), is: ["computed child", "computed curious", "computed parent of curious"])
    }
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

  private final class OnlyParent: TrackableClass, Sendable {
    let parent: SharedStation
    init(_ parent: SharedStation) { self.parent = parent }

    var trackedProperties: TrackedProperties {}
    var trackableParent: (any TrackableClass)? { parent }
  }

  /// Asks itself for a default.
  private final class OnlyProperties: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { "has a parent" ~>> (trackableParent != nil) }
  }

  @Test func `A class that computes only a parent or only properties is read for that each time`() {
    let parent = SharedStation("parent")
    let (onlyParent, onlyProperties) = (OnlyParent(parent), OnlyProperties())
    let other = SharedStation("other")
    child.setupTrackableChain(parent: onlyParent)
    other.setupTrackableChain(parent: onlyProperties)
    for _ in 0..<3 {
      expect(child.trackedNames(), is: ["computed child", "computed parent"])
      expect(other.trackedNames(), is: ["computed other", "has a parent"])
    }
  }

  @Test func `An object whose parent uses the defaults still sees the trackers that are set on it`() {
    let parent = Silent()
    child.setupTrackableChain(parent: parent)
    _ = child.trackedNames()
    let recorder = RecordingTracker.plain()
    parent.deliver(alsoTo: recorder)
    let scoped = ScopedSystem(bootstrapped: NoOpTracker())
    scoped.run { child.track(Noted()) }
    expect(recorder.events.count, is: 1)
  }

  /// Says that there is nothing in one branch only, by a helper.
  private final class Hesitating: TrackableClass, @unchecked Sendable {
    var album: String?

    @TrackedPropertiesBuilder private var nothing: TrackedProperties {}

    var trackedProperties: TrackedProperties {
      guard let album else { return nothing }
      return ["album" ~>> album]
    }
  }

  @Test func `A class whose properties come from a helper is read for each event`() {
    let (hesitating, recorder) = (Hesitating(), RecordingTracker.plain())
    child.setupTrackableChain(parent: hesitating)
    TrackableSystem.withTracker(recorder) {
      for target in [child, hesitating] as [any TrackableClass & Sendable] {
        hesitating.album = nil
        target.track(NumberedEvent(1))
        hesitating.album = "Imagine"
        target.track(NumberedEvent(1))
      }
    }
    expect(recorder.events.map { $0.properties["album"] }, is: [nil, "Imagine", nil, "Imagine"])
  }
}
