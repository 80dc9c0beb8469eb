/// A value in a box of its own, so that a copy of the value around it copies a reference instead of each field.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
