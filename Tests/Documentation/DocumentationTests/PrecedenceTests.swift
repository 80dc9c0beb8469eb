import Testing
import Trackable
import TrackableTesting

/// A service that gets secrets apart from everything else.
private enum CRM {
  static func track(_ name: String, _ properties: [String: any Sendable]) {
    print("CRM: \(name) [\(properties.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", "))]")
  }
  static func note(email: String) { print("CRM: note \(email)") }
}

private enum PrecedencePage {
  enum UserKeys: String, SensitiveKey { case email }

  struct CRMTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      CRM.track(event.name, event.properties.dictionary)
      if let email = event.sensitiveProperties[UserKeys.email] {
        CRM.note(email: email.description)
      }
    }
  }

  @MainActor @Suite struct PrecedencePageTests {
    private let list = AlbumDetailVC()
    private let detail = AlbumDetailVC()

    @Test func `The nearest value wins, and nil lets a farther one show through`() {
      withRecordedTracking { recorder in
        list.link {
          "screen" ~>> "list"
          "source" ~>> "push"
        }
        detail.link(to: list) { "screen" ~>> "detail" }
        detail.track(Events.User.didRateAlbum) {
          "source" ~>> nil
          "stars" ~>> 5
        }
        // stars 5 (rank 1), screen "detail" (rank 3),
        // source "push" (rank 5, because nil is no value)
        #expect(recorder.events[0].properties.spoken == #"stars 5, screen "detail", source "push""#)
      }
      let ranks = detail.explainTracking(of: Events.User.didRateAlbum, trackedProperties: ["stars" ~>> 5])
      #expect(
        ranks.entries.map(\.source.description) == ["call site", "link of AlbumDetailVC", "link of AlbumDetailVC (1)"])
    }

    @Test func `The sources of properties are printed as the page says`() {
      let list = AlbumListVC()
      list.link { Keys.previousVC ~>> "Beatle list" }
      detail.link(to: list) { Keys.previousVC ~>> "Album list" }
      Page(article: "Precedence").expectOutput {
        let explanation = detail.explainTracking(
          of: Events.User.didRateAlbum,
          trackedProperties: [Keys.userLikesAlbum ~>> true])
        print(explanation)
        // MyApp.Keys.userLikesAlbum  true         1  call site
        // MyApp.Keys.previousVC      Album list   3  link of AlbumDetailVC
        //   over                     Beatle list  5  link of AlbumListVC (1)
        // MyApp.Keys.albumName       Imagine      5  AlbumListVC (1)
      }
    }

    @Test func `A tracker gets a sensitive value only where it asks for it`() {
      Page(article: "SensitiveValues").expectOutput {
        TrackableSystem.bootstrap(CRMTracker())
        detail.track(
          Events.User.didRateAlbum,
          trackedProperties: [
            UserKeys.email ~>> "john@apple.records", Keys.userLikesAlbum ~>> true,
          ])
        // CRM: MyApp.Events.User.didRateAlbum [MyApp.Keys.userLikesAlbum: true]
        // CRM: note john@apple.records
      }
    }
  }
}
