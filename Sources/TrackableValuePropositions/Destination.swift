#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Trackable

/// Where a call stands in the source of the app.
struct CallSite: Sendable {
  let fileID: StaticString
  let line: UInt

  var location: SourceLocation { SourceLocation(fileID: fileID, line: line) }
}

/// Where events are tracked: a chain as a value, or a tracker.
enum Destination: Sendable {
  case context(TrackingContext)
  case tracker(any AnalyticsEventTracker)

  /// Tracks an event that happened at `date`.
  func track(
    _ event: some AnalyticsEvent, trackedProperties: TrackedProperties = [], at date: Date, _ site: CallSite
  ) {
    let (file, line) = (site.fileID, site.line)
    switch self {
    case .context(let context):
      let event = TrackedEvent(event, timestamp: date, fileID: file, line: line)
      context.track(event, trackedProperties: trackedProperties, fileID: file, line: line)
    case .tracker(let tracker):
      let event = TrackedEvent(event, timestamp: date, fileID: file, line: line)
      tracker.overridingProperties(with: trackedProperties, fileID: file, line: line)
        .track(event, fileID: file, line: line)
    }
  }

  /// Reports an error to the tracker; for a chain, to the system's.
  func report(_ error: any Error, at site: CallSite) {
    switch self {
    case .context: TrackableSystem.tracker.report(error, fileID: site.fileID, line: site.line)
    case .tracker(let tracker): tracker.report(error, fileID: site.fileID, line: site.line)
    }
  }
}

/// Where something was opened: a destination and, if that was an object's chain, the object to read again.
struct Origin: Sendable {
  /// As it was when it was read for the first time.
  let destination: Destination
  private let object: OriginObject?

  init(_ destination: Destination) {
    self.destination = destination
    object = nil
  }

  /// An object's chain, as it is now.
  ///
  /// - Parameter isSendable: Whether the object is known to be `Sendable`.
  init(
    _ object: some TrackableClass, isSendable: Bool = false, isolation: isolated (any Actor)?, at site: CallSite
  ) {
    destination = .context(
      object.makeTrackingContext(isolation: isolation, fileID: site.fileID, line: site.line))
    self.object = OriginObject(object, isSendable: isSendable, home: isolation)
  }

  /// The object's chain as it is now; `nil` if the object cannot be read here, or is gone, or there is none.
  func reread(isolation: isolated (any Actor)?, at site: CallSite) -> Destination? {
    guard let object = object?.read(in: isolation) else { return nil }
    return .context(object.makeTrackingContext(isolation: isolation, fileID: site.fileID, line: site.line))
  }
}

/// An object, kept weakly, together with the actor on which it was given.
///
/// Invariant behind `@unchecked Sendable`: the references are written in `init` only, and `object` is loaded on the actor
/// on which it was given, or, if that was none, only if it is `Sendable`. An object that is not `Sendable` belongs to that
/// actor's region since it was given there; and a load takes a strong reference for a moment, which may turn out to be the
/// last, so the object's `deinit` runs where it belongs.
private final class OriginObject: @unchecked Sendable {
  private weak var object: (any TrackableClass)?
  private weak var home: (any Actor)?
  private let hasHome: Bool

  init(_ object: any TrackableClass, isSendable: Bool, home: (any Actor)?) {
    self.object = home == nil && !isSendable ? nil : object
    self.home = home
    hasHome = home != nil
  }

  func read(in isolation: (any Actor)?) -> (any TrackableClass)? {
    if hasHome {
      guard let isolation, isolation === home else { return nil }
    }
    return object
  }
}
