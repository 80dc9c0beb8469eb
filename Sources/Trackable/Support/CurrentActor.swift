#if canImport(Darwin)
  import Darwin
#endif

/// Finds the actor of the running code if the compiler does not know it.
///
/// A screen often calls a function without isolation, such as a method of a delegate or a model. That function then
/// runs on the main actor, and may use the main actor's objects.
package enum CurrentActor {
  /// The main actor, if the calling code runs on it.
  ///
  /// The getter asks the runtime in the only way that does not stop the app on another thread: a cast finds a
  /// conformance of the main actor only on the main actor.
  package static var main: (any Actor)? {
    #if canImport(Darwin)
      // This line is for older systems, in which the cast does not check the isolation.
      if pthread_main_np() == 0 { return nil }
    #endif
    return isOnMain(Probe.shared) ? MainActor.shared : nil
  }
}

private protocol OnMain {}

private final class Probe: Sendable {
  static let shared = Probe()
}

extension Probe: @MainActor OnMain {}

// The function is not inlined, so that the cast starts from `Any`. If a cast starts from a class or from a known type,
// the runtime does not check the actor.
@inline(never) private func isOnMain(_ object: Any) -> Bool { object is any OnMain }
