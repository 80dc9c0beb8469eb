import Foundation
import TestSupport
import Trackable
import TrackableApp
import TrackableTesting

enum App: String, Event { case installed, updated, opened, cameBack, left, visitBegan, tapped }

/// An app on one device, which is launched again and again.
final class Launches {
  let folder = TemporaryFolder()
  let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000_000))
  /// By how many seconds the clock on the wall was set.
  let offset = Shared(0.0)
  /// Happens when the time is next asked for.
  let whenAsked = Shared<(@Sendable () -> Void)?>(nil)
  var version: AppVersion? = AppVersion("1.0", build: "1")
  /// That of the launch, for its other threads.
  private(set) var system: ScopedSystem?
  var installation: InstallationPolicy?
  var visits: VisitPolicy? = VisitPolicy(away: .seconds(60))
  var device: [DeviceKeys] = []
  var hasEarlierData = false
  /// Whether the app declares events of its lifecycle.
  var tells = true

  var url: URL { URL(filePath: folder.path) }

  var events: LifecycleEvents {
    LifecycleEvents(
      installed: App.installed, updated: App.updated, opened: App.opened, foregrounded: App.cameBack,
      backgrounded: App.left, visitBegan: App.visitBegan, hasEarlierData: hasEarlierData)
  }

  func makeApp() -> TrackableApp {
    TrackableApp(
      folder: url, installation: installation, visits: visits, device: device, lifecycle: tells ? events : nil,
      version: version)
  }

  /// One launch, which ends with `work`, without a goodbye.
  @discardableResult func launch<Result>(
    starts: Bool = true, _ work: (TrackableApp, RecordingTracker) throws -> Result
  ) rethrows -> Result {
    let app = makeApp()
    let recorder = RecordingTracker()
    let system = ScopedSystem(
      bootstrapped: recorder, root: app,
      time: SystemTime(
        clock,
        date: { [clock, offset, whenAsked] in
          whenAsked.withLock { $0.take() }?()
          return clock.date + offset.value
        }),
      issueHandler: recorder.record)
    self.system = system
    // The next launch finds nothing of this one in memory.
    defer { self.system = nil }
    return try system.run {
      if starts { app.start() }
      return try work(app, recorder)
    }
  }

  func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }
}

/// Puts a file out of reach, as before the first unlock of the device. Returns what brings it back.
func lock(_ file: URL) throws -> () throws -> Void {
  let aside = file.appendingPathExtension("aside")
  try FileManager.default.moveItem(at: file, to: aside)
  try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
  return {
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: aside, to: file)
  }
}

func come() { TrackableSystem.applicationWillEnterForeground() }

/// What `TrackableSystem.applicationDidEnterBackground` does first, for tests that are not asynchronous.
func leave(_ app: TrackableApp) { app.foregroundEnds(isolation: nil, at: .unknown) }

extension RecordingTracker {
  var names: [String] { events.map { String($0.name.split(separator: ".").last ?? "") } }
  func texts(_ key: String) -> [String] { events.map { $0.properties[key]?.description ?? "-" } }
}
