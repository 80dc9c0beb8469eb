import Trackable

/// The origin of a session: the context in which it was opened and, if an object has opened it, a reference to that
/// object, whose chain can be read again.
struct Origin: Sendable {
  /// The context when the session was opened.
  let context: TrackingContext
  private let object: OriginObject?

  init(_ context: TrackingContext) {
    self.context = context
    object = nil
  }

  /// The current chain of an object.
  ///
  /// - Parameter isSendable: Whether the object is known to be `Sendable`.
  init(
    _ object: some TrackableClass, isSendable: Bool = false, isolation: isolated (any Actor)?, at site: CodeLocation
  ) {
    context = object.makeTrackingContext(isolation: isolation, fileID: site.file, line: UInt(site.line))
    self.object = OriginObject(object, isSendable: isSendable, home: isolation)
  }

  /// The current chain of the object; `nil` if there is no object, if it was deallocated, or if the calling code may
  /// not read it.
  func reread(isolation: isolated (any Actor)?, at site: CodeLocation) -> TrackingContext? {
    object?.read(in: isolation)?
      .makeTrackingContext(isolation: isolation, fileID: site.file, line: UInt(site.line))
  }
}

/// A weak reference to an object, with the actor of the call that passed it.
///
/// Invariant behind `@unchecked Sendable`: the references are written only in `init`. `object` is loaded only on the
/// actor of the call or, if there was none, only if the object is `Sendable`. From that call on, an object that is not
/// `Sendable` belongs to the region of the actor. A load takes a strong reference for a moment, and that reference may
/// turn out to be the last. Even then, the object's `deinit` runs on the right actor.
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
  /// Tracks an event with a given time.
  func track(
    _ event: some AnalyticsEvent, _ properties: TrackedProperties = [], at moment: Moment, _ site: CodeLocation
  ) {
    let (file, line) = (site.file, UInt(site.line))
    track(
      TrackedEvent(event, timestamp: moment.date, fileID: file, line: line), trackedProperties: properties,
      fileID: file, line: line)
  }
}
