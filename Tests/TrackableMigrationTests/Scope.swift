import TestSupport
import TrackableMigration

/// What an app tracks and reports in a system of its own.
final class Recorded: Sendable {
  private let found = Shared<(events: [TrackedEvent], properties: [TrackedUserProperty], issues: [TrackableIssue])>(
    ([], [], []))

  var events: [TrackedEvent] { found.withLock { $0.events } }
  /// Each event as `name [properties]`.
  var lines: [String] { events.map { "\($0.name) \($0.properties as TrackedProperties)" } }
  var properties: [TrackedUserProperty] { found.withLock { $0.properties } }
  /// Without that of a bootstrap inside the scope.
  var issues: [TrackableIssue] { found.withLock { $0.issues.filter { $0.kind != .bootstrappedTwice } } }
  /// How often the system was bootstrapped: the scope has a tracker before.
  var bootstraps: Int { found.withLock { $0.issues.filter { $0.kind == .bootstrappedTwice }.count } }
  var messages: [String] { issues.map { "\($0.message) To fix this, \($0.remedy)" } }

  init() {}

  /// Runs an app.
  @MainActor convenience init(_ app: () -> Void) {
    self.init()
    TrackableSystem.withTracker(Tracker(recorded: self)) {
      TrackableSystem.issueHandler = { issue in self.found.withLock { $0.issues.append(issue) } }
      app()
    }
  }

  /// Runs an app that waits.
  @MainActor convenience init(_ app: () async -> Void) async {
    self.init()
    await TrackableSystem.withTracker(Tracker(recorded: self)) {
      TrackableSystem.issueHandler = { issue in self.found.withLock { $0.issues.append(issue) } }
      await app()
    }
  }

  private struct Tracker: AnalyticsEventTracker {
    let recorded: Recorded
    func track(_ event: TrackedEvent) { recorded.found.withLock { $0.events.append(event) } }
    func update(_ property: TrackedUserProperty) { recorded.found.withLock { $0.properties.append(property) } }
  }
}

/// Lines that are written from anywhere.
final class Lines: Sendable {
  private let lines = Shared<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func write(_ line: String) { lines.withLock { $0.append(line) } }
}

/// Keys of another file than that of the test.
enum ArtistKeys: String, Key { case name, screen }
