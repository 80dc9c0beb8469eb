import Trackable
import TrackableHTTP

/// A ClickHouse server. Its address is the first argument of this program; an app has it in its settings.
enum Warehouse {
  static var destinations: [any AnalyticsEventTracker] {
    guard let server = CommandLine.arguments.dropFirst().first else { return [] }
    do {
      return [try HTTPDestination(.clickHouse(at: WireServer(server)), name: "Warehouse")]
    } catch {
      print("No warehouse: \(error)")
      return []
    }
  }
}
