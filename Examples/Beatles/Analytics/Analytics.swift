import Trackable

/// The root of the chain: its properties are on every event of the app.
@MainActor
final class Analytics {
  private let device: Device
  private let startTime: Int

  init(device: Device) {
    self.device = device
    startTime = device.now
  }

  /// Every name begins with the module's name, which would tell readers of the output nothing, so it is dropped.
  static let naming = NamingStyle.droppingPrefix("Beatles.")

  /// Says where events go. Call it once per process, before the first screen appears.
  static func bootstrap(_ trackers: [any AnalyticsEventTracker]) {
    TrackableSystem.bootstrap(CombinedTracker(trackers), naming: naming)
  }
}

extension Analytics: @MainActor TrackableClass {
  // Computed anew for each event, so both values are always current.
  var trackedProperties: TrackedProperties {
    Keys.App.uptime ~>> device.now - startTime
    Keys.App.reachabilityStatus ~>> device.reachability
  }
}
