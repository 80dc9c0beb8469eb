import Trackable

/// A destination that sends its calls later, by itself. Its hub tells it of the app's life.
///
/// Isolation: any thread, also while another call is running. It must not wait.
package protocol StoringDestination: AnalyticsDestination {
  /// A failed request is worth another attempt now, unless a service has asked for a pause.
  func hurry()

  /// Sends everything that it has taken, as `flush` does. Returns whether all of that has arrived.
  func sendAll() async -> Bool

  /// A purge has been called for, on this thread. When this returns, no request begins with an earlier call, in no process. The
  /// purge comes in its turn, too.
  func beginPurge()

  /// The hub has ended: no request begins until the destination is configured or flushed again.
  func hubHasEnded()
}
