import BlockerFeature
import BrowserCore
import Foundation
import SearchFeature
import TabsFeature
import Trackable
import TrackableApp

/// What the app's analytics service may know, and how often.
enum Analytics {
  static func tracker(_ service: some AnalyticsEventTracker, counting memory: OnceMemory) -> some AnalyticsEventTracker
  {
    service
      .once(per: .install(in: memory), BlockerEvent.firstBlocked)
      .once(per: .launch, BlockerEvent.blocked)
      .once(per: .day(in: memory, calendar: .tour)) { $0.name.hasSuffix("_daily") }
      .flatMap(daily)
      // From here on, up to the service, names are its own.
      .renaming(events: .droppingModule.followed(by: .snakeCase), keys: .keepingLast(1).followed(by: .snakeCase))
      // The service gets these keys only.
      .allowing(
        keys: [DeviceKeys.appVersion, VisitKeys.id],
        ofEvents: [
          (AppEvent.self, [LifecycleKeys.previousVersion]),
          (TabEvent.self, [Keys.tabCount]), (SearchEvent.self, [Keys.engine, Keys.error]),
          (BlockerEvent.self, [Keys.tabCount]),
        ]
      )
  }

  /// Searches count each time, and once a day.
  @Sendable private static func daily(_ event: TrackedEvent) -> [TrackedEvent] {
    guard event.base as? SearchEvent == .submitted else { return [event] }
    var daily = event
    daily.name += "_daily"
    return [event, daily]
  }
}

enum AppEvent: String, Event, CaseIterable { case installed, updated, opened, left }

extension TrackableApp {
  /// The browser: its version and its visits are on every event.
  static func browser(_ version: String, in folder: URL) -> TrackableApp {
    TrackableApp(
      folder: folder, visits: VisitPolicy(away: .seconds(1_800), id: VisitPolicy.startInMilliseconds),
      device: [.appVersion],
      lifecycle: LifecycleEvents(
        installed: AppEvent.installed, updated: AppEvent.updated, opened: AppEvent.opened, backgrounded: AppEvent.left,
        hasEarlierData: false),
      version: AppVersion(version))
  }
}

extension Calendar {
  /// Days begin at midnight in Greenwich, wherever the tour is played.
  static let tour: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
