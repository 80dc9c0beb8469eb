import Testing
import Trackable

// What an app declared as `Old`, after everything was renamed and moved.

private struct Feature<Content> {
  enum Listener: String, Event, PinnedPath {
    static var pinnedPath: String { "TrackableTests.Old.User" }
    case rated = "didRateAlbum"
  }
}

private enum Property: String, Key, PinnedPath {
  static let pinnedPath = "TrackableTests.Old.Field"
  case record = "album", released
  enum More: String, Key, PinnedPath {
    static let pinnedPath = Property.pinnedPath + ".Detail"
    case city
  }
}

private enum People: AnalyticsEvent, PinnedPath {
  static let pinnedPath = "TrackableTests.Old.Contacts"
  case added, selected(index: Int)
}

private struct MoneySent: AnalyticsEvent, PinnedPath { static let pinnedPath = "TrackableTests.Old.Paid" }

private struct Subscription: UserProperty, PinnedPath {
  static let pinnedPath = "TrackableTests.Old.Plan"
  let value = "premium"
}

@Suite struct PinnedPathTests {
  private let renamed: [any AnalyticsEvent] = [
    Feature<Int>.Listener.rated, Feature<String>.Listener.rated, People.added, People.selected(index: 1), MoneySent(),
  ]

  @Test func `Events and user properties keep name and entity when their type is renamed and pins its path`() {
    expect(
      renamed.map { $0.name.replacing("TrackableTests.Old.", with: "") },
      is: ["User.didRateAlbum", "User.didRateAlbum", "Contacts.added", "Contacts.selected", "Paid"])
    expect(renamed.map(\.entity), is: ["User", "User", "Contacts", "Contacts", "Old"])
    expect(Subscription().name, is: "TrackableTests.Old.Plan")
  }

  @Test func `Keys stay the same keys, also nested`() {
    expect(PropertyKey(Property.record), is: "TrackableTests.Old.Field.album")
    expect(PropertyKey(Property.released), is: "TrackableTests.Old.Field.released")
    let nested: TrackedProperties = [Property.record ~>> [Property.More.city ~>> "Bath"]]
    expect(nested.flattened.map(\.key.name), is: ["TrackableTests.Old.Field.album.Detail.city"])
  }

  @Test func `A style spells a pinned path like any other`() {
    let recorder = RecordingTracker.plain()
    let styles: [NamingStyle] = [
      .droppingPrefix("TrackableTests.Old."), .keepingLast(2), .droppingModule.followed(by: .titleCase),
    ]
    for style in styles {
      recorder.renaming(style).track(TrackedEvent(People.added, properties: [Property.released ~>> 1969]))
    }
    expect(
      recorder.events.map { "\($0)" },
      is: [
        "Contacts.added [Field.released: 1969]", "Contacts.added [Field.released: 1969]",
        "Old Contacts Added [Old Field Released: 1969]",
      ])
  }

  private enum Empty: String, Event, PinnedPath {
    static let pinnedPath = ""
    case happened
  }
  private enum Doubled: String, Event, PinnedPath {
    static let pinnedPath = "App..Events"
    case happened
  }

  @Test func `A path with an empty component is not used, and that is reported once`() {
    let issues = RecordingTracker.plain()
    withSystem(RecordingTracker.plain(), issues: issues) {
      for _ in 0..<2 {
        expect(Empty.happened.name, is: "TrackableTests.PinnedPathTests.Empty.happened")
        expect(Doubled.happened.name, is: "TrackableTests.PinnedPathTests.Doubled.happened")
      }
    }
    expect(issues.issues.map(\.kind), is: [.unusablePinnedPath, .unusablePinnedPath])
    expect(
      issues.issues.last?.message,
      is: """
        The type TrackableTests.PinnedPathTests.Doubled pins the path "App..Events", which has an empty component. The \
        library uses its own path.
        """)
  }
}
