/// Waits until a condition holds, however long that takes: a test that waits for ever runs into its time limit.
///
/// It looks again every millisecond. A loop that only yields keeps a processor busy, which the code that it waits for needs:
/// with such loops, all tests together took twice as long.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  while !condition() {
    // A test that was cancelled goes on, and says what it misses.
    guard (try? await Task.sleep(for: .milliseconds(1))) != nil else { return }
  }
}
