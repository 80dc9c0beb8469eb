/// Waits until a condition holds, without a limit of its own: a test that hangs runs into its time limit.
///
/// It yields instead of sleeping, because some tests block all threads that could wake it.
package func until(isolation: isolated (any Actor)? = #isolation, _ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}
