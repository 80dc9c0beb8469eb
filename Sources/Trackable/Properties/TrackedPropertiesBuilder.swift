// Inlined, so that a body of one statement costs no more than that statement. Benchmarks: depth 4.
/// The result builder with which `trackedProperties` is written as a list of statements.
///
/// ```swift
/// extension AlbumListVC: TrackableClass {
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
/// A list in brackets works as well, and so does an explicit `return`. The builder applies where a property satisfies
/// the requirement of ``TrackableClass``; anywhere else, such as in an override in a subclass, write a list.
@resultBuilder
public enum TrackedPropertiesBuilder: Sendable {
  /// One property.
  @inlinable public static func buildExpression(_ property: TrackedProperty) -> TrackedProperties {
    TrackedProperties(property)
  }

  /// Several properties.
  @inlinable public static func buildExpression(_ properties: TrackedProperties) -> TrackedProperties { properties }

  /// A property that may be missing.
  @inlinable public static func buildExpression(_ property: TrackedProperty?) -> TrackedProperties {
    property.map { TrackedProperties($0) } ?? TrackedProperties()
  }

  /// An empty body.
  @inlinable public static func buildBlock() -> TrackedProperties { TrackedProperties() }

  /// A body of one statement.
  @inlinable public static func buildBlock(_ part: TrackedProperties) -> TrackedProperties { part }

  /// A body of two statements: a faster special case of several, which copies nothing.
  @inlinable
  public static func buildBlock(
    _ first: consuming TrackedProperties, _ second: consuming TrackedProperties
  ) -> TrackedProperties {
    first.followed(by: second)
  }

  // The argument array does not escape, so the compiler never allocates it.
  /// A body of several statements. It counts as one place, so two values for one key are reported.
  @inlinable @inline(__always)
  public static func buildBlock(_ parts: TrackedProperties...) -> TrackedProperties { joined(parts) }

  /// `if` without `else`.
  @inlinable public static func buildOptional(_ part: TrackedProperties?) -> TrackedProperties {
    part ?? TrackedProperties()
  }

  /// The first branch.
  @inlinable public static func buildEither(first part: TrackedProperties) -> TrackedProperties { part }

  /// The other branch.
  @inlinable public static func buildEither(second part: TrackedProperties) -> TrackedProperties { part }

  /// `for`.
  public static func buildArray(_ parts: [TrackedProperties]) -> TrackedProperties { joined(parts) }

  /// `if #available`.
  public static func buildLimitedAvailability(_ part: TrackedProperties) -> TrackedProperties { part }

  // Visible to the inlined ``buildBlock(_:)``.
  @inlinable @inline(__always)
  static func joined(_ parts: [TrackedProperties]) -> TrackedProperties {
    var count = 0
    for part in parts { count += part.count }
    if count == 1 { for part in parts where !part.isEmpty { return part } }
    var keyed = KeyedProperties(capacity: count)
    for part in parts { keyed.say(part) }
    return keyed.takeProperties()
  }
}
