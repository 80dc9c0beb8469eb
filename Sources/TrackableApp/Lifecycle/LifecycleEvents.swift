public import Trackable

/// The events that a ``TrackableApp`` tracks when the app is installed, updated, opened and left. The app passes only
/// the events that it wants.
///
/// ```swift
/// enum AppEvents: String, Event { case installed, updated, opened, cameBack, left, visitBegan }
///
/// LifecycleEvents(
///   installed: AppEvents.installed, updated: AppEvents.updated, opened: AppEvents.opened,
///   backgrounded: AppEvents.left, hasEarlierData: UserDefaults.standard.bool(forKey: "didOnboard"))
/// ```
///
/// | event | tracked | additional properties |
/// |---|---|---|
/// | installed | once on an installation | the app's version and build |
/// | updated | once for each new version or build | these, and ``LifecycleKeys`` with the earlier ones |
/// | opened | once in a process, when the user comes for the first time | the app's version and build |
/// | foregrounded | when the user returns to the app | |
/// | backgrounded | when the user leaves the app | |
/// | visitBegan | when a visit begins | |
///
/// The mistake to avoid: if an app that already has users adopts the library, each existing user would count as a new
/// installation. So pass in `hasEarlierData` whether the app finds data of an earlier launch. If it does, the library
/// tracks the first launch as an update.
public struct LifecycleEvents: Sendable {
  let installed, updated, opened, foregrounded, backgrounded, visitBegan: (any AnalyticsEvent)?
  let hasEarlierData: Bool

  /// - Parameters:
  ///   - installed: The app runs for the first time on this installation.
  ///   - updated: The app runs for the first time in another version or build.
  ///   - opened: The app comes to the foreground for the first time in this process.
  ///   - foregrounded: The app returns to the foreground.
  ///   - backgrounded: The app leaves the foreground.
  ///   - visitBegan: A visit begins.
  ///   - hasEarlierData: Whether the app finds data from a launch without this library.
  public init(
    installed: (any AnalyticsEvent)? = nil, updated: (any AnalyticsEvent)? = nil, opened: (any AnalyticsEvent)? = nil,
    foregrounded: (any AnalyticsEvent)? = nil, backgrounded: (any AnalyticsEvent)? = nil,
    visitBegan: (any AnalyticsEvent)? = nil, hasEarlierData: Bool
  ) {
    (self.installed, self.updated, self.opened) = (installed, updated, opened)
    (self.foregrounded, self.backgrounded, self.visitBegan) = (foregrounded, backgrounded, visitBegan)
    self.hasEarlierData = hasEarlierData
  }
}

/// The keys of the event for an update. The names of these keys have no path.
public enum LifecycleKeys: String, Key {
  /// The version and the build before the update.
  case previousVersion, previousBuild

  /// The case's raw value.
  public var name: String { rawValue }
}
