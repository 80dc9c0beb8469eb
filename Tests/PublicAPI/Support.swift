import Trackable
import TestSupport

/// A number that several threads count up.
final class Counter: Sendable {
  private let value = Shared(0)
  var count: Int { value.value }
  func increment() { value.add(1) }
}

/// Keeps text in order.
final class Log: Sendable {
  private let kept = Shared<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  var text: String { lines.joined(separator: "\n") }
  func write(_ line: String) { kept.withLock { $0.append(line) } }
}

/// A tracker that writes its calls into a log.
struct LogTracker: AnalyticsEventTracker {
  let log = Log()
  func track(_ event: TrackedEvent) { log.write("\(event)") }
  func update(_ property: TrackedUserProperty) { log.write("\(property)") }
}
