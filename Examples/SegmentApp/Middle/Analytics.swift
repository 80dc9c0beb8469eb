import Foundation
@preconcurrency import Segment
import Trackable

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Analytics {
  static let main = Analytics(
    configuration: Configuration(writeKey: "first-source")
      .trackApplicationLifecycleEvents(false))
}

/// The app's wrapper, as before, for the modules that still call it.
struct Log {
  static func event(_ name: String, _ properties: [String: Any] = [:]) {
    Analytics.main.track(name: name, properties: common(properties))
  }

  static func screen(
    _ title: String, category: String? = nil, _ properties: [String: Any] = [:]
  ) {
    Analytics.main.screen(
      title: title, category: category, properties: common(properties))
  }

  private static func common(_ properties: [String: Any]) -> [String: Any] {
    properties.merging(["store": "uk"]) { own, _ in own }
  }
}

/// Hands events to the SDK. The old calls still sign the user in and out, so it has no `identify` and no `reset`.
struct OldSDK: AnalyticsEventTracker {
  let segment: Analytics

  func track(_ event: TrackedEvent) {
    var properties = event.properties.forJSON
    if let screen = event.screenName {
      let category = properties.removeValue(forKey: "category") as? String
      segment.screen(
        title: screen, category: category, properties: properties)
    } else {
      segment.track(name: event.name, properties: properties)
    }
  }
}

extension Configuration {
  /// For the comparison: messages go to this machine, not to Segment.
  func sendingHere(port: Int) -> Configuration {
    requestFactory { request in
      var request = request
      if request.httpMethod == "POST" {
        request.url = URL(string: "http://127.0.0.1:\(port)/v1/b")
      }
      return request
    }
  }
}

/// The modules whose old calls are gone.
let migrated: [any AnalyticsEvent.Type] = [
  CatalogScreens.self, CatalogEvents.self,
]

func trackers(
  _ segment: Analytics, _ second: some AnalyticsEventTracker
) -> some AnalyticsEventTracker {
  OldSDK(segment: segment).allowing(eventTypes: migrated)
    .combined(with: second)
    .renaming(.keepingLast(1))
}
