/// Lower than `??` and `?:`, so that `Keys.a ~>> x ?? y` takes the whole right side; higher than assignment, so that
/// `let p = Keys.a ~>> 1` parses.
precedencegroup TrackedPropertyPrecedence {
  lowerThan: TernaryPrecedence
  higherThan: AssignmentPrecedence
}

// The operators are inlined, and with them the conversion of the usual values: one call is left, that for the key's name.
// Benchmarks: depth 4 (448 instructions a property before, about 90 now).
infix operator ~>> : TrackedPropertyPrecedence

/// A property: the key on the left says what is on the right.
///
/// ```swift
/// Keys.albumName ~>> album.name             // text
/// Keys.rating ~>> album.rating ?? 0          // ?? binds tighter
/// Keys.composer ~>> album.composer           // an optional: nil says nothing
/// Keys.plan ~>> Plan.premium                 // an enum's raw value
/// Keys.album ~>> [Keys.Details.year ~>> 1971]   // nested
/// Keys.gift ~>> .null                        // null, sent as null
/// ```
///
/// Cost: tens of nanoseconds for the key of an enum case; a plain string as key allocates its name.
@inlinable public func ~>> <K: Key, Value: TrackedValueConvertible>(key: K, value: Value) -> TrackedProperty {
  TrackedProperty(key, value)
}

/// A property from a value that is given as such: `Keys.gift ~>> .null`, `Keys.gift ~>> nil`.
@inlinable public func ~>> <K: Key>(key: K, value: TrackedValue?) -> TrackedProperty {
  TrackedProperty(key: key.propertyKey, saying: value)
}

/// A property whose value is properties: `Keys.album ~>> [Keys.Details.year ~>> 1971]`.
@inlinable public func ~>> <K: Key>(key: K, value: TrackedProperties) -> TrackedProperty {
  TrackedProperty(key, value)
}

/// A property whose value is the raw value of an enum, or of any other raw-representable type.
@_disfavoredOverload
@inlinable public func ~>> <K: Key, Value: RawRepresentable>(key: K, value: Value) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value.rawValue)
}

/// A property whose value is the raw value of an optional enum; `nil` says nothing.
@_disfavoredOverload
@inlinable public func ~>> <K: Key, Value: RawRepresentable>(key: K, value: Value?) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value?.rawValue)
}
