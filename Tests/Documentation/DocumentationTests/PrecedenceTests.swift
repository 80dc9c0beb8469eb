import Testing
import Trackable
import TrackableTesting

/// A service that gets secrets apart from everything else.
private enum CRM {
  @TaskLocal static var output = Output()
  static func track(_ name: String, _ properties: [String: any Sendable]) {
    output.write("CRM: \(name) [\(properties.map { "\($0.key): \($0.value)" }.sorted().joined(separator: ", "))]")
  }
  static func note(email: String) { output.write("CRM: note \(email)") }
  static func identify(_ userID: String, _ traits: [String: any Sendable], secret: [String: any Sendable]) {
    output.write("\(userID) \(traits.keys.sorted()) \(secret.keys.sorted())")
  }
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

    func identify(_ user: TrackedUser) {
      CRM.identify(user.id, user.traits.dictionary, secret: user.sensitiveTraits.dictionary)
    }
  }
}

@MainActor @Suite struct PrecedencePageTests {
  @Test func `The nearest value wins, and nil lets a farther one show through`() throws {
    let (list, detail) = (AlbumDetailVC(), AlbumDetailVC())
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

  @Test func `A tracker gets a sensitive value only where it asks for it`() {
    typealias UserKeys = PrecedencePage.UserKeys
    let output = Output()
    CRM.$output.withValue(output) {
      TrackableSystem.withTracker(PrecedencePage.CRMTracker()) {
        TrackableSystem.identify("john", traits: [UserKeys.email ~>> "john@apple.records", "plan" ~>> 1])
        let detail = AlbumDetailVC()
        detail.track(
          Events.User.didRateAlbum,
          trackedProperties: [
            UserKeys.email ~>> "john@apple.records", Keys.userLikesAlbum ~>> true,
          ])
        // CRM: MyApp.Events.User.didRateAlbum [MyApp.Keys.userLikesAlbum: true]
        // CRM: note john@apple.records
      }
    }
    let key = PrecedencePage.UserKeys.email.name.replacing("DocumentationTests.", with: "MyApp.")
    #expect(output.lines.first == #"john ["plan"] ["\#(key)"]"#)
    let events = output.lines.dropFirst().joined(separator: "\n")
    #expect(Page(article: "SensitiveValues").promises(events), "\(events)")
  }
}
