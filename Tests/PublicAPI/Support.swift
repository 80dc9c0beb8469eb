import Trackable
import TestSupport

/// Keeps text in order.
final class Log: Sendable {
  private let kept = Shared<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func write(_ line: String) { kept.withLock { $0.append(line) } }
}

/// A tracker that writes its calls into a log.
struct LogTracker: AnalyticsEventTracker {
  let log = Log()
  func track(_ event: TrackedEvent) { log.write("\(event)") }
  func update(_ property: TrackedUserProperty) { log.write("\(property)") }
}
