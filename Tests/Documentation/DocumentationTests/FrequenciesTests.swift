import Foundation
import Testing
import Trackable
import TrackableApp

// The page on events that count once, and the doc comments of `once`.

enum OnceDoc {
  struct FirstPurchase: AnalyticsEvent {}
  struct ProjectOpened: AnalyticsEvent {
    let pid: Int
    var name: String { "ProjectOpened \(pid)" }
    var properties: TrackedProperties { [Keys.pid ~>> pid] }
  }
  enum Screens: String, Event { case home, search }

  @Suite final class FrequenciesTests: FolderSuite {
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
}
