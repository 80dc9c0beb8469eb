/// The code to measure, with all that it needs.
package struct PreparedCase {
  /// Does it so many times.
  package let body: (Int) -> Void
  /// Ends what the operation has left to other threads, so that they do not come in between: to be called before a count.
  package let settle: () -> Void

  init(settle: @escaping () -> Void = {}, body: @escaping (Int) -> Void) {
    self.body = body
    self.settle = settle
  }
}
