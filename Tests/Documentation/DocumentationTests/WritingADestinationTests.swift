import Testing
import Trackable

/// A vendor's library.
private enum AcmeSDK {
  static func log(_ name: String, _ properties: [String: any Sendable]) { print("Acme: \(name) \(properties)") }
  static func show(_ name: String, _ properties: [String: any Sendable]) { print("Acme: screen \(name)") }
  static func setUser(_ id: String?) { print("Acme: user \(id ?? "none")") }
}

struct Acme: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    let properties = event.properties.dictionary
    if let screen = event.screenName {
      AcmeSDK.show(screen, properties)
    } else {
      AcmeSDK.log(event.name, properties)
    }
  }
  func identify(_ user: TrackedUser) { AcmeSDK.setUser(user.id) }
  func reset() { AcmeSDK.setUser(nil) }
}

private enum Screens: String, ScreenEvent { case home }

@Suite struct WritingADestinationTests {
  @MainActor @Test func `A destination makes a vendor's calls`() {
    let detail = AlbumDetailVC()
    Page(article: "WritingADestination").expectOutput {
      TrackableSystem.bootstrap(Acme().renaming(.keepingLast(1)))
      TrackableSystem.identify("john")
      detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
      // Acme: user john
      // Acme: didRateAlbum ["userLikesAlbum": true]
    }
    let others = printed {
      TrackableSystem.bootstrap(Acme().renaming(.keepingLast(1)))
      Screens.home.trigger()
      TrackableSystem.reset()
    }
    #expect(others == ["Acme: screen home", "Acme: user none"])
  }
}
