import Synchronization
import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Names.

extension Events {
  enum Listener: String, Event, PinnedPath {  // was Events.User until version 2.3
    static let pinnedPath = "Beatles.Events.User"
    case didRateAlbum
  }
}

@Suite struct NamesDocTests {
  private enum People: String, Key { case John }
  private enum John: String, Key { case age }

  @Test func `Styles join nested keys`() {
    let names = Mutex<[String]>([])
    let tracker = ClosureTracker { event in names.withLock { $0 += event.properties.dictionary.keys } }
    // People.John ~>> [John.age ~>> 40] at a destination that flattens nested values:
    let usual = tracker.renaming(keys: .path)  // MyApp.People.John.John.age
    let whole = tracker.renaming(keys: .composing(.whole))  // MyApp.People.John.MyApp.John.age
    let withoutOverlap = tracker.renaming(keys: .composing(.withoutOverlap))  // MyApp.People.John.age
    let event = TrackedEvent(Events.Listener.didRateAlbum, properties: [People.John ~>> [John.age ~>> 40]])
    for tracker in [usual, whole, withoutOverlap] as [any AnalyticsEventTracker] { tracker.track(event) }
    let path = String(reflecting: NamesDocTests.self)
    #expect(
      names.withLock { $0.map { $0.replacing(path, with: "MyApp") } } == [
        "MyApp.People.John.John.age", "MyApp.People.John.MyApp.John.age", "MyApp.People.John.age",
      ])
  }

  enum ProjectKeys: String, EntityKey {
    case pid, name, tags
    static let identifyingKey = pid
  }

  enum Keys: String, Key {
    case albumName
    enum App: String, Key { case uptime }
  }

  private final class ProjectPage: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      ProjectKeys.pid ~>> 1
      ProjectKeys.name ~>> "Fountain pen"
      ProjectKeys.tags ~>> "design"
    }
  }

  @Test func `An event leaves out values of another project`() {
    enum Events { enum User: String, Event { case didSelectRecommendation } }
    let page = ProjectPage()
    withRecordedTracking { recorder in
      // On the thanks page, whose chain says pid 1, name "Fountain pen", tags "design":
      page.track(Events.User.didSelectRecommendation, trackedProperties: [ProjectKeys.pid ~>> 99])
      // pid 99, and neither name nor tags: they belong to project 1
      #expect(recorder.events[0].properties == [ProjectKeys.pid ~>> 99])
    }
  }

  @Test func `Keys are named by their types`() {
    let names = shown {
      Keys.albumName.name  // "MyApp.Keys.albumName"
      Keys.App.uptime.name  // "MyApp.Keys.App.uptime"
      "plan".name  // "plan": plain strings are keys too
    }
    #expect(
      names.map { $0.replacing("NamesDocTests.", with: "") } == [
        "MyApp.Keys.albumName", "MyApp.Keys.App.uptime", "plan",
      ])
  }

  @Test func `Styles spell a name as their list says`() {
    // "Beatles.Events.User.didRateAlbum" under each style:
    let styles: [NamingStyle] = [
      .path,  // Beatles.Events.User.didRateAlbum
      .droppingModule,  // Events.User.didRateAlbum
      .droppingPrefix("Beatles.Events."),  // User.didRateAlbum
      .keepingLast(1),  // didRateAlbum
      .droppingPrefix("Beatles.Events.").followed(by: .snakeCase),  // user_did_rate_album
      .keepingLast(1).followed(by: .titleCase),  // Did Rate Album
      .custom { $0.replacing(".", with: "/") },  // Beatles/Events/User/didRateAlbum
    ]
    let names = styles.map { style in
      let recorder = RecordingTracker()
      recorder.renaming(style).track(Events.Listener.didRateAlbum)
      return recorder.events[0].name
    }
    #expect(
      names == [
        "Beatles.Events.User.didRateAlbum", "Events.User.didRateAlbum", "User.didRateAlbum", "didRateAlbum",
        "user_did_rate_album", "Did Rate Album", "Beatles/Events/User/didRateAlbum",
      ])
  }

  @Test func `A pinned path stays`() {
    let names = shown {
      Events.Listener.didRateAlbum.name  // "Beatles.Events.User.didRateAlbum"
      Events.Listener.didRateAlbum.entity  // "User"
    }
    #expect(names == ["Beatles.Events.User.didRateAlbum", "User"])
  }

  @Test func `Equal names are equal keys`() {
    enum MyApp {
      enum Keys: String, Key, PinnedPath {
        static let pinnedPath = "MyApp.Keys"
        case albumName
      }
    }
    typealias Keys = MyApp.Keys
    let values = shown {
      let property = Keys.albumName ~>> "Imagine"
      property.key.name  // "MyApp.Keys.albumName"
      property.key == "MyApp.Keys.albumName"  // true: equal names are equal keys
    }
    #expect(values == ["MyApp.Keys.albumName", "true"])
  }

  private struct Sensitive: AnalyticsEventTracker {
    let output: Output
    func print(_ properties: TrackedProperties) { output.write(properties) }

    func track(_ event: TrackedEvent) {
      print(event.properties)  // [MyApp.Keys.plan: free]
      print(event.sensitiveProperties)  // [MyApp.UserKeys.email: (sensitive)]: its value is read on purpose
    }
  }

  @Test func `A sensitive value is apart`() {
    enum Events { enum User: String, Event { case didSignUp } }
    enum Keys: String, Key { case plan }
    enum UserKeys: String, SensitiveKey { case email }
    final class SignUpPage: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }

    let page = SignUpPage()
    let output = Output()
    TrackableSystem.withTracker(Sensitive(output: output)) {
      page.track(
        Events.User.didSignUp, trackedProperties: [UserKeys.email ~>> "john@apple.records", Keys.plan ~>> "free"])
    }
    #expect(
      output.text.replacing("NamesDocTests.", with: "") == """
        [MyApp.Keys.plan: free]
        [MyApp.UserKeys.email: (sensitive)]
        """)
  }
}
