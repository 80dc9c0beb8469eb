import Testing
import Trackable
import TrackableTesting

// The page on the user, and the doc comments about user properties.

struct AlbumsRated: UserProperty {
  let value: Int
  var operation = UserPropertyOperation.increment
}

private enum Comments { enum Events { enum App: String, Event { case started } } }

/// Writes what a page shows.
private struct Showing: AnalyticsEventTracker {
  let output: Output
  var showsUpdates = true

  func track(_ event: TrackedEvent) { output.write("\(event.name) in \(event.groups)") }
  func update(_ property: TrackedUserProperty) { if showsUpdates { output.write(property) } }
}

@Suite struct UserPropertiesTests {
  @Test func `Each operation arrives as the page says`() {
    let output = Output()
    TrackableSystem.withTracker(Showing(output: output)) {
      TrackableSystem.update(AlbumsRated(value: 1))
      TrackableSystem.update(AlbumsRated(value: 0, operation: .set))
      // MyApp.AlbumsRated: increment 1
      // MyApp.AlbumsRated: 0
    }
    #expect(Page(article: "Users").promises(output.text), "\(output.text)")
  }

  @Test func `Events carry the groups that the page says`() {
    let output = Output()
    TrackableSystem.withTracker(Showing(output: output, showsUpdates: false)) {
      TrackableSystem.group(
        "apple-records", type: "company", traits: ["plan" ~>> "label"])
      TrackableSystem.track(Events.User.didRateAlbum)
      TrackableSystem.group(nil, type: "company")
      TrackableSystem.track(Events.User.didRateAlbum)
      // MyApp.Events.User.didRateAlbum in [company: apple-records]
      // MyApp.Events.User.didRateAlbum in []
    }
    #expect(Page(article: "Users").promises(output.text), "\(output.text)")
  }

  @MainActor @Test func `The doc comments compile`() {
    typealias Events = Comments.Events
    let settings = AlbumDetailVC()
    withRecordedTracking { recorder in
      settings.updateUserProperty(AlbumsRated(value: 1))  // one more
      settings.updateUserProperty(AlbumsRated(value: 0, operation: .set))  // none
      TrackableSystem.group(
        "apple-records", type: "company", traits: ["plan" ~>> "label"])
      TrackableSystem.track(Events.App.started)  // its TrackedEvent.groups: ["company": "apple-records"]
      TrackableSystem.group(nil, type: "company")  // the user has left it
      #expect(recorder.userProperties.map(\.operand) == [1, 0, "apple-records", .null])
      #expect(recorder.events.map(\.groups) == [["company" ~>> "apple-records"]])
    }
  }
}
