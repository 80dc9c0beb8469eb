@preconcurrency import Segment

extension Analytics {
  static let main = Analytics(
    configuration: Configuration(writeKey: "first-source")
      .trackApplicationLifecycleEvents(false))
}

/// The app's wrapper: it adds what every call has.
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
