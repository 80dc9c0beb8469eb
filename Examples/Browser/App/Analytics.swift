import BlockerFeature
import BrowserCore
import Foundation
import SearchFeature
import TabsFeature
import Trackable
import TrackableApp

/// What the app's analytics service may know, and how often.
enum Analytics {
  static func tracker(_ service: some AnalyticsEventTracker, in folder: URL) -> some AnalyticsEventTracker {
    let memory = OnceMemory(file: folder.appending(path: "once.json"))
    return
      service
      .once(per: .install(in: memory), BlockerEvent.firstBlocked)
      .once(per: .launch, BlockerEvent.blocked)
      .once(per: .day(in: memory, calendar: .tour)) { $0.name.hasSuffix("_daily") }
      .flatMap(daily)
      // From here on, up to the service, names are its own.
      .renaming(events: .droppingModule.followed(by: .snakeCase), keys: .keepingLast(1).followed(by: .snakeCase))
      // The service gets these keys only. Another one is an issue, unless the app leaves it out on purpose.
      .allowing(
        keys: [Keys.version],
        ofEvents: [
          TabEvent.self: [Keys.tabCount], SearchEvent.self: [Keys.engine, Keys.error],
          BlockerEvent.self: [Keys.tabCount],
        ]
      )
      .prohibiting(keys: [Keys.url], ofEvents: [SearchEvent.self: [Keys.tabCount]])
  }

  /// Searches count each time, and once a day.
  @Sendable private static func daily(_ event: TrackedEvent) -> [TrackedEvent] {
    guard event.base as? SearchEvent == .submitted else { return [event] }
    var daily = event
    daily.name += "_daily"
    return [event, daily]
  }
}

/// What every event says.
final class Device: TrackableClass, Sendable {
  let version = "1.0"
  var trackedProperties: TrackedProperties { Keys.version ~>> version }
}

extension Calendar {
  /// Days begin at midnight in Greenwich, wherever the tour is played.
  static let tour: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }()
}
