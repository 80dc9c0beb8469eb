import Trackable
import TrackableApp
import TrackableInspector
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

  /// Numbers in the order in which they are asked for, in place of random IDs.
  private static func numbered(_ kind: String) -> @Sendable () -> String {
    let last = Box(0)
    return {
      last.update {
        $0 += 1
        return "\(kind)-\($0)"
      }
    }
  }

  /// Sessions whose time is the device's.
  static func sessions(on device: Device) -> ValuePropositionSessions {
    ValuePropositionSessions(clock: device, date: { device.date }, makeID: numbered("session"))
  }

  /// The app, whose visits are on every event.
  static func makeApp() -> TrackableApp {
    let makeID = numbered("visit")
    return TrackableApp(visits: VisitPolicy(away: .seconds(1_800), id: { _ in .string(makeID()) }))
  }

  /// Says where events go, and runs `body` with sessions of the device.
  @MainActor
  static func run(
    on device: Device, drawing timeline: Timeline, _ inspector: Inspector?, _ body: @MainActor () async -> Int
  ) async -> Int {
    let tracker = CombinedTracker(ConsoleTracker(level: .verbose), timeline).renaming(naming)
    let app = makeApp()
    TrackableSystem.bootstrap(
      inspector.map { CombinedTracker(tracker.inspected(by: $0)) } ?? CombinedTracker(tracker), root: app)
    app.start()
    inspector?.recordIssues()
    return await ValuePropositionSessions.$current.withValue(sessions(on: device)) {
      TrackableSystem.applicationWillEnterForeground()
      return await body()
    }
  }
}
