import Testing

/// Expects a value, and shows both where it is another one.
///
/// `#expect(value == expected)` says the same. The compiler works five times as long on it, and these tests have a thousand.
func expect<Value: Equatable>(
  _ value: Value, is expected: Value, at location: SourceLocation = #_sourceLocation
) {
  #expect(value == expected, sourceLocation: location)
}
