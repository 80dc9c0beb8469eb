import Testing
import Trackable
import TrackableTesting

// The program of a newcomer: the ways in which a Swift programmer writes a list of properties first. Each compiles and
// says the same.

private enum SongKeys: String, Key { case album, year }

private enum Song: String, Event { case rated }

private let (title, year, unknown): (String, Int, Int?) = ("Imagine", 1971, nil)

private let expected: TrackedProperties = [SongKeys.album ~>> "Imagine", SongKeys.year ~>> 1971]

private struct SongStatements: AnalyticsEvent {
  var properties: TrackedProperties {
    SongKeys.album ~>> title
    SongKeys.year ~>> year
  }
}

private struct SongOne: AnalyticsEvent {
  var properties: TrackedProperties { SongKeys.album ~>> title }
}

private struct SongList: AnalyticsEvent {
  var properties: TrackedProperties { [SongKeys.album ~>> title, SongKeys.year ~>> year] }
}

private struct SongStored: AnalyticsEvent {
  var properties: TrackedProperties = [SongKeys.album ~>> title, SongKeys.year ~>> year]
}

private struct SongReturned: AnalyticsEvent {
  var properties: TrackedProperties {
    var properties: TrackedProperties = [SongKeys.album ~>> title]
    if year > 0 { properties[SongKeys.year] = year }
    return properties
  }
}

private enum SongCases: AnalyticsEvent {
  case plain
  case full(title: String, year: Int)

  var properties: TrackedProperties {
    switch self {
    case .plain: []
    case .full(let title, let year):
      SongKeys.album ~>> title
      SongKeys.year ~>> year
    }
  }
}

@TrackedPropertiesBuilder private func helper(_ title: String, _ year: Int?) -> TrackedProperties {
  SongKeys.album ~>> title
  if let year { SongKeys.year ~>> year }
}

@TrackedPropertiesBuilder private var shared: TrackedProperties {
  SongKeys.album ~>> title
  for year in [year] { SongKeys.year ~>> year }
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

  @Test func `An event declares its properties as statements, as one of them, as a list and as a stored list`() {
    expect(SongStatements().properties, is: expected)
    expect(SongOne().properties, is: [SongKeys.album ~>> "Imagine"])
    expect(SongList().properties, is: expected)
    expect(SongStored().properties, is: expected)
    expect(SongReturned().properties, is: expected)
    expect(SongCases.full(title: title, year: year).properties, is: expected)
    expect(SongCases.plain.properties, is: [])
  }

  @Test func `A function, a variable and a value are written as statements`() {
    expect(helper(title, year), is: expected)
    expect(helper(title, nil), is: [SongKeys.album ~>> "Imagine"])
    expect(shared, is: expected)
    let value = TrackedProperties {
      SongKeys.album ~>> title
      if year > 0 { SongKeys.year ~>> year } else { SongKeys.year ~>> unknown }
    }
    expect(value, is: expected)
  }

  @Test func `A list is extended in place, with a property, a value or a list`() {
    var properties: TrackedProperties = []
    properties[SongKeys.album] = title
    properties[SongKeys.year] = year
    expect(properties, is: expected)
    properties[SongKeys.year] = unknown
    expect(properties, is: [SongKeys.album ~>> "Imagine"])
    properties += SongKeys.year ~>> year
    expect(properties, is: expected)
    properties += SongKeys.year ~>> unknown
    expect(properties, is: expected)
    properties[SongKeys.album] = nil
    properties.append(SongKeys.album ~>> title)
    expect(properties, is: expected)
    properties += [SongKeys.year ~>> 1972]
    expect(properties + [SongKeys.year ~>> year], is: expected)
  }

  @Test func `A value that is read from a list is a tracked value, beside the assignments of plain ones`() {
    var properties = expected
    #expect(
      properties[SongKeys.year] == 1971 && properties[SongKeys.album] == .string("Imagine") && properties["no"] == nil)
    let read = properties[SongKeys.year]
    expect(read, is: .int(1971))
    properties[SongKeys.year] = 1972
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

  @Test func `Properties of a call are a list or statements, on an object, a context and the system`() {
    expect(
      tracked { screen.track(Song.rated, trackedProperties: [SongKeys.album ~>> title, SongKeys.year ~>> year]) },
      is: expected)
    let statements = tracked {
      screen.track(Song.rated) {
        SongKeys.album ~>> title
        SongKeys.year ~>> year
      }
    }
    expect(statements, is: expected)
    expect(
      tracked { TrackableSystem.track(Song.rated) { SongKeys.album ~>> title } }, is: [SongKeys.album ~>> "Imagine"])
    expect(tracked { TrackingContext().track(Song.rated) { helper(title, year) } }, is: expected)
  }

  @Test func `SongStatements of a call are not evaluated where no tracker wants the event`() {
    var count = 0
    func counted() -> TrackedProperties {
      count += 1
      return []
    }
    TrackableSystem.withTracker(NoOpTracker()) {
      screen.track(Song.rated) { counted() }
      TrackingContext().track(Song.rated) { counted() }
      TrackableSystem.track(Song.rated) { counted() }
    }
    expect(count, is: 0)
  }

  @Test func `Scopes, contexts and defaults take lists and statements`() {
    let scope = tracked {
      withTrackedProperties([SongKeys.album ~>> title, SongKeys.year ~>> year]) { TrackableSystem.track(Song.rated) }
    }
    expect(scope, is: expected)
    let context = TrackingContext().appending { SongKeys.album ~>> title }.appending([SongKeys.year ~>> year])
    expect(tracked { context.track(Song.rated) }, is: expected)
    let defaults = tracked {
      TrackableSystem.defaultProperties[SongKeys.album] = title
      TrackableSystem.defaultProperties += SongKeys.year ~>> year
      TrackableSystem.track(Song.rated)
    }
    expect(defaults, is: expected)
    let added = tracked {
      TrackableSystem.defaultProperties = TrackedProperties { helper(title, year) }
      TrackableSystem.track(Song.rated)
    }
    expect(added, is: expected)
  }
}

private enum SongSecret: String, SensitiveKey { case email }
