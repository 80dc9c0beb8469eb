/// A value in a box of its own. To copy what contains the box copies a reference, and not each field of the value.
final class Boxed<Value: Sendable>: Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
