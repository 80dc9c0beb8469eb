import Trackable
import TrackableTesting
import TrackableValuePropositions

enum Keys: String, Key { case player, position, target, inBackground }

enum Events {
  enum Player: String, Event { case didLoad, didSeek }
}

extension Player: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.player ~>> place
    Keys.position ~>> position
  }
}

extension VideoApp: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    if isInBackground { Keys.inBackground ~>> true }
  }
}

enum Analytics {
  static let naming = NamingStyle.droppingModule

  /// An app session whose time is the device's.
  static func session(on device: Device) -> AppSession {
    let ids = Box(0)
    return AppSession(clock: device, date: { device.date }) {
      ids.update {
        $0 += 1
        return "session-\($0)"
      }
    }
  }

  /// Says where events go, and runs `body` in an app session.
  @MainActor
  static func run(
    on device: Device, drawing timeline: Timeline, _ recorder: RecordingTracker?, _ body: @MainActor () async -> Int
  ) async -> Int {
    let session = session(on: device)
    let others: [any AnalyticsEventTracker] = recorder.map { [$0] } ?? []
    TrackableSystem.bootstrap(
      CombinedTracker([ConsoleTracker(level: .verbose), timeline] + others), root: session, naming: naming)
    recorder?.recordIssues()
    return await AppSession.$current.withValue(session) { await body() }
  }
}
