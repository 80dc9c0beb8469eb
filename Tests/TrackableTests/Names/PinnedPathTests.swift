import Testing
import Trackable

/// What an app declared first.
private enum Old {
  enum User: String, Event, CaseIterable { case didRateAlbum, didLogin = "login" }
  enum Field: String, Key, CaseIterable {
    case album, year = "released"
    enum Detail: String, Key { case city }
  }
  enum Contacts: AnalyticsEvent { case added, selected(index: Int) }
  struct Paid: AnalyticsEvent {}
  struct Plan: UserProperty { let value = "premium" }
}

/// The same after everything was renamed and moved.
private struct Feature<Content> {
  enum Listener: String, Event, PinnedPath, CaseIterable {
    static var pinnedPath: String { "TrackableTests.Old.User" }
    case rated = "didRateAlbum", login
  }
}

private enum Property: String, Key, PinnedPath, CaseIterable {
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
  private let renamed: [(any AnalyticsEvent, any AnalyticsEvent)] = [
    (Old.User.didRateAlbum, Feature<Int>.Listener.rated), (Old.User.didLogin, Feature<String>.Listener.login),
    (Old.Contacts.added, People.added), (Old.Contacts.selected(index: 1), People.selected(index: 1)),
    (Old.Paid(), MoneySent()),
  ]

  @Test func `Events keep name and entity when their type is renamed and pins its path`() {
    for (old, new) in renamed {
      expect(new.name, is: old.name)
      expect(new.entity, is: old.entity)
    }
  }

  @Test func `Keys stay the same keys, also nested`() {
    expect(Property.allCases.map(\.name), is: Old.Field.allCases.map(\.name))
    expect(PropertyKey(Property.record), is: PropertyKey(Old.Field.album))
    let old: TrackedProperties = [Old.Field.album ~>> [Old.Field.Detail.city ~>> "Bath"]]
    let new: TrackedProperties = [Property.record ~>> [Property.More.city ~>> "Bath"]]
    expect(new, is: old)
    expect(new.dictionary.keys, is: old.dictionary.keys)
    expect(new[Old.Field.album], is: old[Property.record])
  }

  @Test func `User properties keep their name`() {
    expect(Subscription().name, is: Old.Plan().name)
  }

  @Test(arguments: [
    NamingStyle.path, .droppingModule, .droppingPrefix("TrackableTests.Old."), .keepingLast(1), .keepingLast(2),
    .snakeCase, .droppingModule.followed(by: .titleCase),
  ])
  func `Every style spells a pinned path as the one it stands for`(style: NamingStyle) {
    let received = [false, true].map { isNew in
      let recorder = RecordingTracker.plain()
      let tracker = recorder.renaming(style)
      for (old, new) in renamed {
        let key = isNew ? PropertyKey(Property.released) : PropertyKey(Old.Field.year)
        let event: any AnalyticsEvent = isNew ? new : old
        TrackableSystem.withTracker(tracker) { TrackingContext().track(event, trackedProperties: [key ~>> 1969]) }
      }
      return recorder.events.map { "\($0)" }
    }
    expect(received[0], is: received[1])
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
