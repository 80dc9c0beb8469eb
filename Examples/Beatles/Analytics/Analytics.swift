import Trackable

/// The root of the chain: what it says is on every event of the app.
@MainActor
final class Analytics {
  private let device: Device
  private let startTime: Int

  init(device: Device) {
    self.device = device
    startTime = device.now
  }

  /// Says where events go. Once a process, before the first screen appears.
  ///
  /// Every name begins with the module's; the prefix says nothing to whoever reads the output.
  static func bootstrap(_ trackers: any AnalyticsEventTracker...) {
    TrackableSystem.bootstrap(CombinedTracker(trackers), naming: .droppingPrefix("Beatles."))
  }
}

extension Analytics: @MainActor TrackableClass {
  // Computed anew for each event, so both are always current.
  var trackedProperties: TrackedProperties {
    Keys.App.uptime ~>> device.now - startTime
    Keys.App.reachabilityStatus ~>> device.reachability
  }
}
