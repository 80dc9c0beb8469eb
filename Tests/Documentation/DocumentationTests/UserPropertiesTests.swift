import Testing
import Trackable
import TrackableTesting

// The page on the user, and the doc comments about user properties.

struct AlbumsRated: UserProperty {
  let value: Int
  var operation = UserPropertyOperation.increment
}

@Suite struct UserPropertiesTests {
  /// Prints what the page shows: events with their groups, and user properties that are no groups.
  private struct Showing: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) { print("\(event.name) in \(event.groups)") }
    func update(_ property: TrackedUserProperty) { if property.base is AlbumsRated { print(property) } }
  }

  private let page = Page(article: "Users")

  @Test func `Operations and groups arrive as the page says`() {
    page.expectOutput {
      TrackableSystem.bootstrap(Showing())
      TrackableSystem.update(AlbumsRated(value: 1))
      TrackableSystem.update(AlbumsRated(value: 0, operation: .set))
      // MyApp.AlbumsRated: increment 1
      // MyApp.AlbumsRated: 0
    }
    page.expectOutput {
      TrackableSystem.bootstrap(Showing())
      TrackableSystem.group(
        "apple-records", type: "company", traits: ["plan" ~>> "label"])
      TrackableSystem.track(Events.User.didRateAlbum)
      TrackableSystem.group(nil, type: "company")
      TrackableSystem.track(Events.User.didRateAlbum)
      // MyApp.Events.User.didRateAlbum in [company: apple-records]
      // MyApp.Events.User.didRateAlbum in []
    }
  }

  @MainActor @Test func `The doc comments compile`() {
    let settings = AlbumDetailVC()
    withRecordedTracking { recorder in
      settings.updateUserProperty(AlbumsRated(value: 1))  // one more
      settings.updateUserProperty(AlbumsRated(value: 0, operation: .set))  // none
      TrackableSystem.group(
        "apple-records", type: "company", traits: ["plan" ~>> "label"])
      TrackableSystem.track(Events.App.started)  // its TrackedEvent.groups: ["company": "apple-records"]
      TrackableSystem.group(nil, type: "company")  // the user has left it
      #expect(recorder.userProperties.map(\.operand) == [1, 0, "apple-records", .null])
    }
  }
}
