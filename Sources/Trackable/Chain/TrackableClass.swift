/// A class whose objects take part in the chain: they carry properties, have a parent, and track events.
///
/// Any existing class conforms in an extension, without a stored property and without touching its file:
///
/// ```swift
/// extension AlbumListVC: TrackableClass {
///   var trackedProperties: TrackedProperties {
///     Keys.albumName ~>> selectedAlbum?.name
///   }
/// }
/// ```
///
/// During navigation the next object gets its parent, and from then on every event tracked on it carries what its
/// ancestors say at that moment:
///
/// ```swift
/// detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
/// detail.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
/// // Events.User.didRateAlbum: userLikesAlbum true, previousVC "Album list", albumName "Imagine"
/// ```
///
/// Isolation: the protocol is nonisolated. A main-actor class conforms with
/// `extension AlbumListVC: @MainActor TrackableClass` (the compiler infers it where the module's default isolation is
/// the main actor); actors and `Sendable` classes conform as well. No program that compiles without a warning can race
/// through a chain.
///
/// The chain never keeps an object alive, and nothing is required of `deinit`.
public protocol TrackableClass: TrackableObject {}

/// The requirements of ``TrackableClass``, which is what to conform to.
///
/// That this protocol stands below it lets the compiler tell what a `Sendable` object may be linked to from what any
/// object may: see <doc:Isolation>.
public protocol TrackableObject: AnyObject {
  /// What the object itself knows, evaluated each time an event passes: rank 4. The default is nothing.
  @TrackedPropertiesBuilder var trackedProperties: TrackedProperties { get }

  /// The parent, for classes that know it by themselves: a responder's `next`, a view's `superview`. The default is
  /// none.
  ///
  /// ```swift
  /// extension UIResponder: @MainActor TrackableClass {
  ///   public var trackableParent: (any TrackableClass)? { next }
  /// }
  /// ```
  ///
  /// It is asked each time an event passes an object that has no parent by its link: a parent that was set with
  /// `setupTrackableChain(parent:)` wins. Where it leads back to an object that the event has passed, the way ends,
  /// and an issue is reported.
  var trackableParent: (any TrackableClass)? { get }

  /// Whether the conformance belongs to a global actor. Answered by the compiler; nothing needs to write it.
  static var hasIsolatedConformance: Bool { get }
}

extension TrackableObject {
  /// Nothing.
  public var trackedProperties: TrackedProperties { TrackedProperties() }

  /// None.
  public var trackableParent: (any TrackableClass)? { nil }

  /// Chosen where the extension below does not apply: an isolated conformance does not satisfy `SendableMetatype`.
  public static var hasIsolatedConformance: Bool { true }
}

extension TrackableClass where Self: SendableMetatype {
  /// Chosen for every conformance that is not isolated.
  public static var hasIsolatedConformance: Bool { false }
}
