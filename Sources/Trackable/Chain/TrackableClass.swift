/// A class whose objects are links of the chain: they have properties and a parent, and they track events.
///
/// Any existing class can conform in an extension. The class needs no stored property, and its own file stays
/// unchanged:
///
/// ```swift
/// extension AlbumListVC: @MainActor TrackableClass {
///   var trackedProperties: TrackedProperties {
///     Keys.albumName ~>> selectedAlbum?.name
///   }
/// }
/// ```
///
/// During navigation, the app gives the next object its parent. From then on, every event tracked on that object
/// carries its ancestors' properties, with their values at the time of the event:
///
/// ```swift
/// detail.link(to: self) { Keys.previousVC ~>> "Album list" }
/// detail.track(Events.User.didRateAlbum) { Keys.userLikesAlbum ~>> true }
/// // Events.User.didRateAlbum: userLikesAlbum true, previousVC "Album list", albumName "Imagine"
/// ```
///
/// The chain never keeps an object alive, and needs nothing in `deinit`. A subclass inherits the conformance.
/// <doc:ComputedParents> explains how a subclass adds its own properties.
///
/// Isolation: the protocol is nonisolated. A main-actor class conforms with `@MainActor TrackableClass`, as above;
/// where the module's default isolation is the main actor, the compiler infers the attribute. Actors and `Sendable`
/// classes can conform as well. No program that compiles without a warning can race through a chain: see
/// <doc:Isolation>.
public protocol TrackableClass: AnyObject {
  /// The properties that the object itself knows, computed for each event on this object or below: rank 4.
  ///
  /// A class that knows no properties has an empty body: `var trackedProperties: TrackedProperties {}`. There is no
  /// default, because it would hide the properties of a subclass.
  @TrackedPropertiesBuilder var trackedProperties: TrackedProperties { get }

  /// The parent, for classes that already have one, such as a responder's `next` or a view's `superview`. The default
  /// is `nil`.
  ///
  /// The system reads the parent for each event on this object or below, unless `link(to:)` has set a parent. See
  /// <doc:ComputedParents>.
  var trackableParent: (any TrackableClass)? { get }

  /// The isolation of the conformance, chosen by the compiler: `MainActor`, which here stands for every global actor,
  /// or `Never`.
  associatedtype _ConformanceIsolation = MainActor
}

extension TrackableClass {
  /// `nil`: the object has no parent of its own.
  @_disfavoredOverload public var trackableParent: (any TrackableClass)? { nil }

  /// Whether the conformance belongs to a global actor.
  static var hasIsolatedConformance: Bool { _ConformanceIsolation.self != Never.self }

  /// Whether code in `isolation` may use the object's conformance.
  ///
  /// Normally the compiler checks the isolation. But the type `any TrackableClass & Sendable` hides the isolation from
  /// the compiler. The runtime knows the isolation, and checks it when a value is cast from `Any`.
  func mayBeRead(in isolation: (any Actor)?) -> Bool {
    if !Self.hasIsolatedConformance { return true }
    guard let isolation else { return false }
    // Swift 6.3's runtime crashes in the cast if the global actor is a `final actor` whose executor was never used
    // (swiftlang/swift#85134). The next lines use the executor, which prevents the crash for objects on their own
    // actor.
    if isolation !== MainActor.shared, let type = type(of: isolation) as? any GlobalActor.Type {
      _ = type.sharedUnownedExecutor
    }
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, macCatalyst 26, *) {
      return isTrackableClass(self)
    }
    // Older systems do not check the isolation in a cast. The link was made on a global actor, so on a global actor the
    // object may be read.
    return isolation is any GlobalActor
  }
}

extension TrackableClass {
  /// Whether code in `isolation` may use the object's conformance, which the record of its class may already know. For
  /// a class of the main actor, the library asks the runtime once.
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
  // This is a type, and not the default of a requirement. To infer whether a conformance is isolated, the compiler
  // looks at the values that satisfy its requirements. A value that depended on the answer would be a circular
  // reference.
  /// The mark of a conformance without isolation. The compiler chooses this type for every conformance that is not
  /// isolated, because only such a conformance satisfies `SendableMetatype`.
  public typealias _ConformanceIsolation = Never
}

/// The cast that lets the runtime check the isolation. The function is not inlined, so that the cast starts from `Any`:
/// in a cast from a class, the runtime omits the check.
///
/// Limits: Swift 6.3's runtime crashes in any such cast if the global actor is a `final class` or `final actor`. See
/// <doc:Isolation>.
@inline(never) private func isTrackableClass(_ object: Any) -> Bool { object is any TrackableClass }
