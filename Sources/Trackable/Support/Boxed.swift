/// A box around a value, so that a copy of the structure that contains the box copies one reference instead of each
/// field.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
