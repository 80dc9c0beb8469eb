// The builder is inlined, so that a body of one statement costs no more than that statement. The benchmark `depth 4`
// shows the difference.
/// The result builder with which `trackedProperties` is a list of statements.
///
/// ```swift
/// extension BeatleListVC: @MainActor TrackableClass {
///   var trackedProperties: TrackedProperties {
///     Keys.beatleName ~>> beatle.name
///     if let album = selectedAlbum {
///       Keys.albumName ~>> album.name
///     }
///     for tag in tags { "tag.\(tag)" ~>> true }
///   }
/// }
/// ```
///
/// The builder applies to `trackedProperties` of a `TrackableClass`, `properties` of an `AnalyticsEvent`, and the
/// closures of `link`, `track` and `TrackedProperties { … }`. Add the attribute to a function or variable of your own,
/// and to an override in a subclass:
///
/// ```swift
/// @TrackedPropertiesBuilder func properties(of album: Album) -> TrackedProperties {
///   Keys.albumName ~>> album.name
///   Keys.year ~>> album.year
/// }
/// ```
///
/// A list in brackets works as well. The mistake to avoid: an early `return`. With a `return`, the body is not a list
/// of statements any more, and the result is only the returned value. Write `if` and `else` instead.
@resultBuilder
public enum TrackedPropertiesBuilder: Sendable {
  // This is a separate method, because the method for an optional takes more instructions for each property. The
  // benchmark `depth 4, computed` shows the difference.
  /// One property.
  @inlinable public static func buildExpression(_ property: TrackedProperty) -> TrackedProperties {
    TrackedProperties(statement: property)
  }

  /// One property, or none.
  @inlinable public static func buildExpression(_ property: TrackedProperty?) -> TrackedProperties {
    property.map { TrackedProperties(statement: $0) } ?? TrackedProperties()
  }

  /// Several properties, or none.
  @inlinable public static func buildExpression(_ properties: TrackedProperties?) -> TrackedProperties {
    properties ?? TrackedProperties()
  }

  /// A body of one statement, or an empty one.
  @inlinable public static func buildBlock(_ component: TrackedProperties = []) -> TrackedProperties { component }

  // The argument array does not escape, so the compiler never allocates it.
  /// Joins the statements of a body. The body is one collection, so the library reports an issue if it has two values
  /// for one key.
  @inlinable public static func buildBlock(_ components: TrackedProperties...) -> TrackedProperties {
    joined(components)
  }

  /// The body of an `if` without `else`.
  @inlinable public static func buildOptional(_ component: TrackedProperties?) -> TrackedProperties {
    component ?? TrackedProperties()
  }

  /// The branch of a true condition, or the first case of a `switch`.
  @inlinable public static func buildEither(first component: TrackedProperties) -> TrackedProperties { component }

  /// The branch of a false condition, or a later case of a `switch`.
  @inlinable public static func buildEither(second component: TrackedProperties) -> TrackedProperties { component }

  /// The bodies of a `for` loop, one for each element.
  public static func buildArray(_ components: [TrackedProperties]) -> TrackedProperties { joined(components) }

  /// The body of an `if #available`.
  public static func buildLimitedAvailability(_ component: TrackedProperties) -> TrackedProperties { component }

  // The method is visible to the inlined ``buildBlock(_:)``.
  @inlinable static func joined(_ components: [TrackedProperties]) -> TrackedProperties {
    var count = 0
    for component in components { count += component.count }
    if count <= 1 {
      for component in components where !component.isEmpty { return component }
      return TrackedProperties()
    }
    var keyed = KeyedProperties(capacity: count)
    for component in components {
      for property in component { keyed.set(property) }
    }
    return keyed.take(isWhole: false)
  }

  /// The result of the whole body. Only this method leaves out properties without a value: see <doc:Entities>.
  @inlinable public static func buildFinalResult(_ component: consuming TrackedProperties) -> TrackedProperties {
    switch component.storage {
    case .many(_, isSpecial: true): return component.withoutOmitted()
    default: return component
    }
  }
}

extension TrackedProperties {
  /// Creates a list from statements, for lists with conditions or loops.
  ///
  /// ```swift
  /// let traits = TrackedProperties {
  ///   Keys.plan ~>> plan
  ///   if isTrial { Keys.daysLeft ~>> daysLeft }
  /// }
  /// TrackableSystem.identify("john", traits: traits)
  /// ```
  public init(@TrackedPropertiesBuilder _ properties: () -> TrackedProperties) { self = properties() }

  /// Creates a list from one statement of a builder. A property without a value stays in the list until the body is
  /// complete.
  @inlinable init(statement property: consuming TrackedProperty) {
    switch property.kind {
    case .ordinary: storage = .one(property)
    case .omitted, .special, .open: storage = Self.storage(ofStatement: property)
    }
  }

  /// The properties of a builder's body, without those that have no value.
  @usableFromInline consuming func withoutOmitted() -> TrackedProperties {
    elements.contains { $0.isOmitted } ? TrackedProperties(elements) : self
  }
}
