/// A class whose objects take part in the chain: they have properties and a parent, and they track events.
///
/// Any existing class can conform in an extension. It needs no stored property, and its own file stays as it is:
///
/// ```swift
/// extension AlbumListVC: @MainActor TrackableClass {
///   var trackedProperties: TrackedProperties {
///     Keys.albumName ~>> selectedAlbum?.name
///   }
/// }
/// ```
///
/// During navigation the next object gets its parent. From then on, every event tracked on it carries the properties of
/// its ancestors, as they are when the event is tracked:
///
/// ```swift
/// detail.link(to: self) { Keys.previousVC ~>> "Album list" }
/// detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
/// // Events.User.didRateAlbum: userLikesAlbum true, previousVC "Album list", albumName "Imagine"
/// ```
///
/// The chain never keeps an object alive, and needs nothing in `deinit`. A subclass inherits the conformance; how it
/// adds properties of its own is explained in <doc:ComputedParents>.
///
/// Isolation: the protocol is nonisolated. A main-actor class conforms with `@MainActor TrackableClass`, as above;
/// where the module's default isolation is the main actor, the compiler infers the attribute. Actors and `Sendable`
/// classes conform as well. No program that compiles without a warning can race through a chain: see <doc:Isolation>.
public protocol TrackableClass: AnyObject {
  /// The properties that the object itself knows, evaluated each time an event passes: rank 4.
  ///
  /// A class that knows no properties has an empty body: `var trackedProperties: TrackedProperties {}`. There is no
  /// default, because it would hide the properties of a subclass.
  @TrackedPropertiesBuilder var trackedProperties: TrackedProperties { get }

  /// The parent, for classes that know it already: a responder's `next`, a view's `superview`. The default is `nil`.
  ///
  /// Each event that passes the object evaluates it, unless `link(to:)` has set a parent. See
  /// <doc:ComputedParents>.
  var trackableParent: (any TrackableClass)? { get }

  /// What the conformance is isolated to: `MainActor`, which here stands for every global actor, or else `Never`. The
  /// compiler chooses it.
  associatedtype _ConformanceIsolation = MainActor
}

extension TrackableClass {
  /// No parent.
  @_disfavoredOverload public var trackableParent: (any TrackableClass)? { nil }

  /// Whether the conformance belongs to a global actor.
  static var hasIsolatedConformance: Bool { _ConformanceIsolation.self != Never.self }

  /// Whether code in `isolation` may use the object's conformance.
  ///
  /// Normally the compiler makes sure of it. But the type `any TrackableClass & Sendable` hides the isolation. The
  /// runtime knows it, and checks it where a value is cast from `Any`.
  func mayBeRead(in isolation: (any Actor)?) -> Bool {
    if !Self.hasIsolatedConformance { return true }
    guard let isolation else { return false }
    // Swift 6.3's runtime crashes in the cast where the global actor is a `final actor`, unless its executor was asked
    // for before (swiftlang/swift#85134). So much can be done for objects that are used where they belong.
    if isolation !== MainActor.shared, let type = type(of: isolation) as? any GlobalActor.Type {
      _ = type.sharedUnownedExecutor
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, macCatalyst 26, *) {
      return isTrackableClass(self)
    }
    // Older systems do not look where a conformance is used. Its link was made on a global actor: on one it may be
    // read.
    return isolation is any GlobalActor
  }
}

extension TrackableClass {
  /// Whether code in `isolation` may use the object's conformance, by the record of its class. For a class of the main
  /// actor, the runtime is asked once.
  func mayBeRead(in isolation: (any Actor)?, _ record: ClassRecord) -> Bool {
    if !record.hasIsolatedConformance { return true }
    let isMain = isolation === MainActor.shared
    if isMain, record.belongsToMain.value != 0 { return true }
    guard mayBeRead(in: isolation) else { return false }
    if isMain { record.belongsToMain.set(1) }
    return true
  }
}

extension TrackableClass where Self: SendableMetatype {
  // A type, and not a default for a requirement: to infer whether a conformance is isolated, the compiler looks at the
  // values that satisfy its requirements, and one that depends on the answer would be a circular reference.
  /// Nothing: chosen for every conformance that is not isolated, because only these satisfy `SendableMetatype`.
  public typealias _ConformanceIsolation = Never
}

/// The cast that asks the runtime. Not inlined, so that it starts from `Any`: from a class the check is left out.
///
/// Swift 6.3's runtime crashes in it, as in any such cast of an adopter's own, where the global actor is declared as a
/// `final class` or `final actor`. See <doc:Isolation>.
@inline(never) private func isTrackableClass(_ object: Any) -> Bool { object is any TrackableClass }
