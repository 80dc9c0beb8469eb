#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Unavailable operators for types whose values cannot be the value of a property. The messages of these operators say
// which code to write. Without these operators, the compiler says only that a type cannot be converted to
// `TrackedProperties`. Tests/Rejections/WhatIsNoValue.swift has each message, word for word.

/// Unavailable, because a dictionary of `Any` cannot be the value of a property.
@available(
  *, unavailable,
  message:
    "A dictionary of Any is no value: write Keys.a ~>> TrackedProperties(dictionary: value), or list its properties."
)
@_disfavoredOverload public func ~>> <K: Key>(key: K, value: [String: Any]) -> TrackedProperty { fatalError() }

/// Unavailable, because an array of `Any` cannot be the value of a property.
@available(
  *, unavailable,
  message: "An array of Any is no value: give it elements of one type, such as [String], or write .array([1, \"a\"])."
)
@_disfavoredOverload public func ~>> <K: Key>(key: K, value: [Any]) -> TrackedProperty { fatalError() }

/// Unavailable, because a duration cannot be the value of a property without a unit.
@available(
  *, unavailable, message: "A Duration has no unit of its own: write Keys.seconds ~>> duration / .seconds(1)."
)
@_disfavoredOverload public func ~>> <K: Key>(key: K, value: Duration) -> TrackedProperty { fatalError() }

/// Unavailable, because bytes cannot be the value of a property.
@available(
  *, unavailable,
  message: "Bytes are not sent: write what they say, such as Keys.size ~>> data.count, or data.base64EncodedString()."
)
@_disfavoredOverload public func ~>> <K: Key>(key: K, value: Data) -> TrackedProperty { fatalError() }

/// Unavailable, because an instance of this type cannot be the value of a property.
@available(
  *, unavailable,
  message:
    "This type is no value: write one of its properties, or conform it to TrackedValueConvertible. Any has to be cast first: Keys.a ~>> (value as? String)."
)
@_disfavoredOverload public func ~>> <K: Key, Value>(key: K, value: Value) -> TrackedProperty { fatalError() }

extension TrackedPropertiesBuilder {
  /// Unavailable, because a key needs a value.
  @available(*, unavailable, message: "A key needs a value: write Keys.a ~>> value.")
  public static func buildExpression(_ key: some Key) -> TrackedProperties { fatalError() }
}
