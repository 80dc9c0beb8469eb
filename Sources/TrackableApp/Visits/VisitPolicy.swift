#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

public import Trackable

/// When a visit ends, and how its ID looks.
///
/// ```swift
/// // As Amplitude wants it.
/// let app = TrackableApp(visits: .endingAfter(.seconds(300), id: VisitPolicy.startInMilliseconds))
/// ```
///
/// A visit begins when the user comes, and ends when the user has been away for a while. A launch in the background begins none:
/// its events have no ``VisitKeys/id``, unless the last visit still goes on.
public struct VisitPolicy: Sendable {
  let away: Duration
  let inactivity: Duration?
  let maximum: Duration?
  let survivesLaunch: Bool
  let makeID: @Sendable (Date) -> TrackedValue

  /// Visits that end after a while in the background.
  ///
  /// - Parameters:
  ///   - away: How long the user must have been away for the next visit to be a new one.
  ///   - inactivity: If you give it, a visit that is visible also ends after this time without an event.
  ///   - maximum: If you give it, no visit is longer.
  ///   - survivesLaunch: Whether a launch within `away` goes on with the visit of the launch before. It needs the
  ///     ``TrackableApp``'s folder.
  ///   - id: Makes the ID of a visit that begins at a time. The default is a random UUID.
  public static func endingAfter(
    _ away: Duration, inactivity: Duration? = nil, maximum: Duration? = nil, survivesLaunch: Bool = true,
    id: @escaping @Sendable (Date) -> TrackedValue = VisitPolicy.random
  ) -> VisitPolicy {
    VisitPolicy(away: away, inactivity: inactivity, maximum: maximum, survivesLaunch: survivesLaunch, makeID: id)
  }

  /// A random UUID.
  @Sendable public static func random(_ start: Date) -> TrackedValue { .string(UUID().uuidString) }

  /// The milliseconds from 1970 to the begin of the visit.
  @Sendable public static func startInMilliseconds(_ start: Date) -> TrackedValue {
    .int(Int((start.timeIntervalSince1970 * 1_000).rounded()))
  }
}

/// The keys of a visit. Their names have no path.
public enum VisitKeys: String, Key {
  /// The ID of the visit.
  case id = "sessionId"
  /// How many visits there have been on this installation, with this one. It needs the ``TrackableApp``'s folder.
  case number = "sessionNumber"

  /// The case's raw value.
  public var name: String { rawValue }
}
