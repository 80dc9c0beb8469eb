import Foundation
import Testing
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub

// The pages on memory across launches and on events that count once, and the doc comments of `UserMemory` and `once`.

extension URL {
  /// Foundation on Linux has none.
  static var applicationSupportDirectory: URL { temporaryDirectory }
}

/// Compiled and not run: it would connect to a service.
private func start() throws {
  let folder = URL.applicationSupportDirectory.appending(path: "tracking")
  let memory = UserMemory(file: folder.appending(path: "user.json"))
  let segment = try HTTPDestination(.segment(writeKey: "…"))
  let hub = TrackerHub([
    segment.requiringConsent(.analytics, from: memory.consent)
  ])
  TrackableSystem.bootstrap(hub)
  TrackableSystem.register(memory)
  memory.restore()
  hub.start()
}

@Suite final class RememberingTests: FolderSuite {
  struct FirstPurchase: AnalyticsEvent {}
  struct ProjectOpened: AnalyticsEvent {
    let pid: Int
    var name: String { "ProjectOpened \(pid)" }
    var properties: TrackedProperties { [Keys.pid ~>> pid] }
  }
  enum Screens: String, Event { case home, search }

  /// Prints the events that arrive, and their user.
  private func launch(_ work: (UserMemory) throws -> Void) rethrows {
    let mixpanel = ClosureTracker { print("\($0.name), \($0.userID ?? "no user")") }
    try inAnApp {
      let memory = UserMemory(file: folder.appending(path: "user.json"))
      TrackableSystem.bootstrap(
        mixpanel.requiringConsent(.analytics, from: memory.consent))
      TrackableSystem.register(memory)  // it hears of identify, groups and reset
      memory.restore()  // identifies the user of the last launch, in the same groups
      try work(memory)
    }
  }

  @Test func `The user and the decisions of one launch are there in the next`() {
    launch { memory in
      TrackableSystem.identify("john")
      memory.consent.grant(.analytics)
    }
    Page(article: "Remembering", of: "TrackableApp").expectOutput {
      launch { _ in
        TrackableSystem.track(Events.User.didRateAlbum)
        // MyApp.Events.User.didRateAlbum, john
      }
      launch { memory in memory.consent.deny(.analytics) }
      launch { _ in Events.User.didRateAlbum.trigger() }
    }
  }

  @Test func `The file has what the page on privacy says, and nothing else`() throws {
    try Page(article: "Privacy").expectOutput {
      try launch { memory in
        let file = folder.appending(path: "user.json")
        TrackableSystem.identify("john", traits: ["plan" ~>> "premium"])
        memory.consent.update([.analytics: .granted])
        print(try String(contentsOf: file, encoding: .utf8))
        // [["user","john"],["consent","analytics","granted"]]
      }
    }
  }

  @Test func `The first events of a period pass, as the page says`() {
    let firebase = ClosureTracker { print($0.name) }.renaming(.keepingLast(1))

    let memory = OnceMemory(file: folder.appending(path: "once.json"))
    let tracker =
      firebase
      .once(per: .launch, AppOpened.self)
      .once(per: .day(in: memory), Screens.home, Screens.search)
      .once(per: .install(in: memory), ProjectOpened.self, by: Keys.pid)

    Page(article: "Frequencies", of: "TrackableApp").expectOutput {
      for pid in [1, 2, 1] {
        tracker.track(AppOpened())
        tracker.track(Screens.home)
        tracker.track(ProjectOpened(pid: pid))
      }
      // AppOpened
      // home
      // ProjectOpened 1
      // ProjectOpened 2
    }
  }

  @Test func `The doc comments compile`() {
    let firebase = NoOpTracker()
    let memory = OnceMemory(file: folder.appending(path: "once.json"))
    let tracker =
      firebase
      .once(per: .day(in: memory), AppOpened.self)
      .once(per: .install(in: memory), FirstPurchase.self)
    #expect(tracker.name == "NoOpTracker")
    shown {
      firebase.once(per: .launch, AppOpened.self)  // in this process
      firebase.once(per: .day(in: memory), ScreenShown.self)  // each screen's event once a day, over launches
      firebase.once(per: .install(in: memory), ProjectOpened.self, by: Keys.projectID)  // each project once, ever

      firebase.once(per: .day(in: memory), Events.App.opened, Events.App.refreshed)

      firebase.once(per: .day(in: memory)) { $0.eventType == .impression }
    }
  }
}
