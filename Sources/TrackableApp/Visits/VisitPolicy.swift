#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// The rules for the end of a visit, and for its ID.
///
/// ```swift
/// // As Amplitude wants it.
/// let app = TrackableApp(visits: VisitPolicy(away: .seconds(300), id: VisitPolicy.startInMilliseconds))
/// ```
///
/// A visit begins when the app comes to the foreground, and ends when the app has been in the background for a while. A
/// launch in the background begins no visit: its events have no ``VisitKeys/id``, unless the last visit has not ended.
public struct VisitPolicy: Sendable {
  let away: Duration
  let inactivity: Duration?
  let maximum: Duration?
  let survivesLaunch: Bool
  let makeID: @Sendable (Date) -> TrackedValue

  /// Creates a policy for visits that end after a while in the background.
  ///
  /// - Parameters:
  ///   - away: The time after which a returning user begins a new visit. The default is 30 minutes.
  ///   - inactivity: The time without an event after which a visit ends even while the app is in the foreground; `nil`
  ///     means that such a visit does not end.
  ///   - maximum: The longest duration of a visit; `nil` means no limit.
  ///   - survivesLaunch: Whether a launch within `away` continues the visit of the launch before. This needs the
  ///     ``TrackableApp``'s folder.
  ///   - id: Makes the ID of a visit from the time at which the visit begins. The default is a random UUID.
  public init(
    away: Duration = .seconds(1_800), inactivity: Duration? = nil, maximum: Duration? = nil,
    survivesLaunch: Bool = true, id: @escaping @Sendable (Date) -> TrackedValue = VisitPolicy.random
  ) {
    self.away = away
    self.inactivity = inactivity
    self.maximum = maximum
    self.survivesLaunch = survivesLaunch
    makeID = id
  }

  /// A random UUID.
  @Sendable public static func random(_ start: Date) -> TrackedValue { .string(UUID().uuidString) }

  /// The start of the visit, in milliseconds since 1970.
  @Sendable public static func startInMilliseconds(_ start: Date) -> TrackedValue {
    .int(Int((start.timeIntervalSince1970 * 1_000).rounded()))
  }
}

/// The keys of a visit. The names of these keys have no path.
public enum VisitKeys: String, Key {
  /// The ID of the visit.
  case id = "sessionId"
  /// The number of visits of this installation, including the current one. This needs the ``TrackableApp``'s folder.
  case number = "sessionNumber"

  /// The case's raw value.
  public var name: String { rawValue }
}
