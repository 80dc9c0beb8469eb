// Helpers for code that writes plans and reports: `ifAny` and `ifTrue` leave out empty values, and `inOrder` sorts
// values by name.

extension Collection {
  /// The collection; `nil` if it has no elements.
  package var ifAny: Self? { isEmpty ? nil : self }
}

extension Bool {
  /// The value `true`, and `nil` for `false`.
  package var ifTrue: Bool? { self ? true : nil }
}

extension Dictionary where Key == String {
  /// The members of the dictionary, sorted by name.
  var inOrder: [(key: String, value: Value)] { sorted { $0.key < $1.key } }
}
