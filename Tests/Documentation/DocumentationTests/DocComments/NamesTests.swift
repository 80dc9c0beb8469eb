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

enum NamesDoc {
  enum Keys: String, Key {
    case albumName
    enum App: String, Key { case uptime }
  }

  enum ProjectKeys: String, EntityKey {
    case pid, name, tags
    static let identifyingKey = pid
  }

  final class ProjectVC: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      ProjectKeys.pid ~>> 1
      ProjectKeys.name ~>> "Fountain pen"
      ProjectKeys.tags ~>> "design"
    }
  }
}

enum People: String, Key { case John }
enum John: String, Key { case age }

@Suite struct NamesDocTests {
  private let event = TrackedEvent(Events.Listener.didRateAlbum, properties: [People.John ~>> [John.age ~>> 40]])

  @Test func `Styles join nested keys`() {
    let tracker = ClosureTracker { print($0.properties.dictionary.keys.joined()) }
    // People.John ~>> [John.age ~>> 40] at a destination that flattens nested values:
    let usual = tracker.renaming(keys: .path)  // MyApp.People.John.John.age
    let whole = tracker.renaming(keys: .composing(.whole))  // MyApp.People.John.MyApp.John.age
    let withoutOverlap = tracker.renaming(keys: .composing(.withoutOverlap))  // MyApp.People.John.age
    Page("Sources/Trackable/Names/NamingStyle.swift").expectOutput {
      for tracker in [usual, whole, withoutOverlap] as [any AnalyticsEventTracker] { tracker.track(event) }
    }
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
    Page("Sources/Trackable/Names/NamingStyle.swift").expectOutput {
      for style in styles { ClosureTracker { print($0.name) }.renaming(events: style).track(event) }
    }
  }

  @Test func `An event leaves out values of another project`() {
    typealias ProjectKeys = NamesDoc.ProjectKeys
    let page = NamesDoc.ProjectVC()
    withRecordedTracking { recorder in
      // On the thanks page, whose chain says pid 1, name "Fountain pen", tags "design":
      page.track(Events.User.didSelectRecommendation, trackedProperties: [ProjectKeys.pid ~>> 99])
      // pid 99, and neither name nor tags: they belong to project 1
      #expect(recorder.events[0].properties == [ProjectKeys.pid ~>> 99])
    }
  }

  @Test func `Keys and events are named by their types, or by a pinned path`() {
    typealias Keys = NamesDoc.Keys
    let names = shown {
      Keys.albumName.name  // "MyApp.Keys.albumName"
      Keys.App.uptime.name  // "MyApp.Keys.App.uptime"
      "plan".name  // "plan": plain strings are keys too

      Events.Listener.didRateAlbum.name  // "Beatles.Events.User.didRateAlbum"
      Events.Listener.didRateAlbum.entity  // "User"
    }
    #expect(
      names.map { $0.replacing("NamesDoc.", with: "") } == [
        "MyApp.Keys.albumName", "MyApp.Keys.App.uptime", "plan", "Beatles.Events.User.didRateAlbum", "User",
      ])
  }

  @Test func `Equal names are equal keys`() {
    typealias Keys = PlansDoc.Keys  // pinned to those of an app
    let values = shown {
      let property = Keys.albumName ~>> "Imagine"
      property.key.name  // "MyApp.Keys.albumName"
      property.key == "MyApp.Keys.albumName"  // true: equal names are equal keys
    }
    #expect(values == ["MyApp.Keys.albumName", "true"])
  }

  private struct Sensitive: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      print(event.properties)  // [MyApp.Keys.plan: free]
      print(event.sensitiveProperties)  // [MyApp.UserKeys.email: (sensitive)]: its value is read on purpose
    }
  }

  enum UserKeys: String, SensitiveKey { case email }

  @Test func `A sensitive value is apart`() {
    let page = Plain()
    let lines = printed {
      TrackableSystem.bootstrap(Sensitive())
      page.track(
        Events.User.didSignUp, trackedProperties: [UserKeys.email ~>> "john@apple.records", Keys.plan ~>> "free"])
    }
    #expect(lines == ["[MyApp.Keys.plan: free]", "[MyApp.NamesDocTests.UserKeys.email: (sensitive)]"])
  }
}
