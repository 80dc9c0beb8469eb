import Foundation
import Testing
import Trackable
import TrackableApp

// The page on events that count once, and the doc comments of `once`.

enum OnceDoc {
  enum Keys: String, Key { case pid, projectID }
  struct AppOpened: AnalyticsEvent { let name = "AppOpened" }
  struct FirstPurchase: AnalyticsEvent {}
  struct ScreenShown: AnalyticsEvent {}
  struct ProjectOpened: AnalyticsEvent {
    let pid: Int
    var name: String { "ProjectOpened \(pid)" }
    var properties: TrackedProperties { [Keys.pid ~>> pid] }
  }
  enum Screens: String, Event {
    case home, search
    var name: String { rawValue }
  }
  enum Events { enum App: String, Event { case opened, refreshed } }

  @Suite struct FrequenciesTests {
    private let page = Page("Sources/TrackableApp/TrackableApp.docc/Frequencies.md")
    private let folder = FileManager.default.temporaryDirectory.appending(path: "once-\(UUID().uuidString)")

    @Test func `The first events of a period pass, as the page says`() {
      defer { try? FileManager.default.removeItem(at: folder) }
      let output = Output()
      let firebase = ClosureTracker { output.write($0.name) }

      let memory = OnceMemory(file: folder.appending(path: "once.json"))
      let tracker =
        firebase
        .once(per: .launch, AppOpened.self)
        .once(per: .day(in: memory), Screens.home, Screens.search)
        .once(per: .install(in: memory), ProjectOpened.self, by: Keys.pid)

      for pid in [1, 2, 1] {
        tracker.track(AppOpened())
        tracker.track(Screens.home)
        tracker.track(ProjectOpened(pid: pid))
      }
      // AppOpened
      // home
      // ProjectOpened 1
      // ProjectOpened 2
      #expect(page.promises(output.text), "\(output.text)")
    }

    @Test func `The doc comments compile`() {
      let (firebase, memory) = (NoOpTracker(), OnceMemory(file: folder.appending(path: "once.json")))
      let trackers =
        shown {
          firebase.once(per: .launch, AppOpened.self)  // in this process
          firebase.once(per: .day(in: memory), ScreenShown.self)  // each screen's event once a day, over launches
          firebase.once(per: .install(in: memory), ProjectOpened.self, by: Keys.projectID)  // each project once, ever
        }
        + shown {
          firebase.once(per: .day(in: memory), Events.App.opened, Events.App.refreshed)
        }
        + shown {
          firebase.once(per: .day(in: memory)) { $0.eventType == .impression }
        }
      #expect(trackers.count == 5)
      do {
        let memory = OnceMemory(file: folder.appending(path: "once.json"))
        let tracker =
          firebase
          .once(per: .day(in: memory), AppOpened.self)
          .once(per: .install(in: memory), FirstPurchase.self)
        #expect(tracker.name == "NoOpTracker")
      }
    }
  }
}
