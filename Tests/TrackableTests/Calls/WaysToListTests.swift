import Testing
import Trackable
import TrackableTesting

// The program of a newcomer: the ways in which a Swift programmer writes a list of properties first. Each compiles and
// says the same.

private enum SongKeys: String, Key { case album, year }

private enum SongSecret: String, SensitiveKey { case email }

private enum Song: String, Event { case rated }

private let (title, year, unknown): (String, Int, Int?) = ("Imagine", 1971, nil)

private let album: TrackedProperties = [SongKeys.album ~>> "Imagine"]
private let both: TrackedProperties = [SongKeys.album ~>> "Imagine", SongKeys.year ~>> 1971]

@TrackedPropertiesBuilder private func helper(_ title: String, _ year: Int?) -> TrackedProperties {
  SongKeys.album ~>> title
  if let year { SongKeys.year ~>> year }
}

private final class SongScreen: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

@Suite struct WaysToListTests {
  private let screen = SongScreen()

  /// The properties of the event that `body` tracks.
  private func tracked(_ body: () -> Void) -> TrackedProperties? {
    withRecordedTracking { recorder in
      body()
      return recorder.events.first?.properties
    }
  }

  @Test func `A list is extended in place, with a property, a value or a list`() {
    var properties: TrackedProperties = []
    properties[SongKeys.album] = title
    properties[SongKeys.year] = year
    expect(properties, is: both)
    properties[SongKeys.year] = unknown
    expect(properties, is: album)
    properties += SongKeys.year ~>> year
    expect(properties, is: both)
    properties += SongKeys.year ~>> unknown
    expect(properties, is: both)
    properties[SongKeys.album] = nil
    properties.append(SongKeys.album ~>> title)
    expect(properties, is: both)
    properties += [SongKeys.year ~>> 1972]
    expect(properties + [SongKeys.year ~>> year], is: both)
  }

  @Test func `A value that is read from a list is a tracked value, beside the assignments of plain ones`() {
    var properties = both
    #expect(
      properties[SongKeys.year] == 1971 && properties[SongKeys.album] == .string("Imagine") && properties["no"] == nil)
    properties[SongKeys.album] = "Help!"
    properties[SongKeys.year] = .null
    expect(properties.map(\.value), is: ["Help!", .null])
  }

  @Test func `A value that is set under a plain string keeps what the type of the key says`() {
    var properties: TrackedProperties = [SongSecret.email ~>> "john@apple.records"]
    let new = "yoko@apple.records"
    properties[SongSecret.email.name] = new
    expect("\(properties)".contains(new), is: false)
    expect(properties.count, is: 1)
  }

  @Test func `What a plain value has wrong is reported when it is tracked, as with an arrow`() {
    let issues = RecordingTracker()
    var properties: TrackedProperties = []
    properties[SongKeys.year] = Double.nan
    issues.run { TrackableSystem.track(Song.rated, trackedProperties: properties) }
    expect(issues.issues.map(\.kind), is: [.valueDoesNotFit])
  }

  @Test func `Properties of a call are statements as well, which are not evaluated where no tracker wants the event`() {
    var count = 0
    func counted() -> TrackedProperties {
      count += 1
      return helper(title, year)
    }
    let calls: [() -> Void] = [
      { screen.track(Song.rated) { counted() } },
      { TrackingContext().track(Song.rated) { counted() } },
      { TrackableSystem.track(Song.rated) { counted() } },
    ]
    for call in calls { expect(tracked(call), is: both) }
    expect(count, is: 3)
    TrackableSystem.withTracker(NoOpTracker()) { for call in calls { call() } }
    expect(count, is: 3)
  }

  @Test func `Scopes, contexts and defaults take lists and statements`() {
    let scope = tracked { withTrackedProperties(both) { TrackableSystem.track(Song.rated) } }
    expect(scope, is: both)
    let context = TrackingContext().appending { SongKeys.album ~>> title }.appending([SongKeys.year ~>> year])
    expect(tracked { context.track(Song.rated) }, is: both)
    let defaults = tracked {
      TrackableSystem.defaultProperties = TrackedProperties { helper(title, nil) }
      TrackableSystem.defaultProperties += SongKeys.year ~>> 1972
      TrackableSystem.defaultProperties[SongKeys.year] = year
      TrackableSystem.track(Song.rated)
    }
    expect(defaults, is: both)
  }
}
