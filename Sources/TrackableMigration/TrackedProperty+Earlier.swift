/// The earlier name of `TrackedProperty`.
@available(*, deprecated, renamed: "TrackedProperty")
public typealias AnalyticsEventProperty = TrackedProperty

/// Unavailable: the compiler's message says what to write instead.
@available(*, unavailable, message: "Write 'TrackedProperties' in place of 'Set<TrackedProperty>'.")
extension TrackedProperty: Hashable {
  /// Not available.
  public func hash(into hasher: inout Hasher) { fatalError() }
}

extension TrackedProperty {
  /// Creates a property from a plain string and a value, as written for the earlier library.
  ///
  /// - Parameters:
  ///   - key: The name of the property.
  ///   - value: The value of the property.
  @available(*, deprecated, message: "Write 'Keys.amount ~>> 20', or '\"amount\" ~>> 20' for a plain string.")
  public init(key: String, value: some TrackedValueConvertible) { self.init(key, value) }

  /// Whether both have the same key.
  @available(*, deprecated, message: "It compares the keys, as it did: write 'left.key == right.key'.")
  public static func == (left: TrackedProperty, right: TrackedProperty) -> Bool { left.key == right.key }
  /// Whether both have different keys.
  @available(*, deprecated, message: "It compares the keys, as it did: write 'left.key != right.key'.")
  public static func != (left: TrackedProperty, right: TrackedProperty) -> Bool { left.key != right.key }
}
