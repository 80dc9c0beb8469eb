import Trackable

/// Where something was opened: a context and, if that was an object's, the object to read again.
struct Origin: Sendable {
  /// As it was when it was read for the first time.
  let context: TrackingContext
  private let object: OriginObject?

  init(_ context: TrackingContext) {
    self.context = context
    object = nil
  }

  /// An object's chain, as it is now.
  ///
  /// - Parameter isSendable: Whether the object is known to be `Sendable`.
  init(
    _ object: some TrackableClass, isSendable: Bool = false, isolation: isolated (any Actor)?, at site: CodeLocation
  ) {
    context = object.makeTrackingContext(isolation: isolation, fileID: site.file, line: UInt(site.line))
    self.object = OriginObject(object, isSendable: isSendable, home: isolation)
  }

  /// The object's chain as it is now; `nil` if the object cannot be read here, or is gone, or there is none.
  func reread(isolation: isolated (any Actor)?, at site: CodeLocation) -> TrackingContext? {
    object?.read(in: isolation)?
      .makeTrackingContext(isolation: isolation, fileID: site.file, line: UInt(site.line))
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

extension TrackingContext {
  /// Tracks an event that happened at a moment.
  func track(
    _ event: some AnalyticsEvent, _ properties: TrackedProperties = [], at moment: Moment, _ site: CodeLocation
  ) {
    let (file, line) = (site.file, UInt(site.line))
    track(
      TrackedEvent(event, timestamp: moment.date, fileID: file, line: line), trackedProperties: properties,
      fileID: file, line: line)
  }
}
