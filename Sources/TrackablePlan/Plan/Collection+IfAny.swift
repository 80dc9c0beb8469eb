// Files and pages leave out empty values, and sort the rest by name.

extension Collection {
  /// `nil` if there are no elements.
  package var ifAny: Self? { isEmpty ? nil : self }
}

extension Bool {
  /// `nil` instead of `false`.
  package var ifTrue: Bool? { self ? true : nil }
}

extension Dictionary where Key == String {
  /// The members, sorted by name.
  var inOrder: [(key: String, value: Value)] { sorted { $0.key < $1.key } }
}
