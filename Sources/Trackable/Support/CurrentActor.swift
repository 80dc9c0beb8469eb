#if canImport(Darwin)
  import Darwin
#endif

/// The actor of the running code, if the compiler knows of none.
///
/// A function without isolation, such as a delegate's method or a model's method, is mostly called by a screen. Then
/// the function runs on the main actor, and may use the main actor's objects.
package enum CurrentActor {
  /// The main actor, if the calling code runs on it.
  ///
  /// The getter asks the runtime in the only way that does not trap: a cast finds a conformance of the main actor only
  /// on the main actor.
  package static var main: (any Actor)? {
    #if canImport(Darwin)
      // In older systems, the cast does not check the isolation.
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

// Not inlined, so that the cast starts from `Any`. If a cast starts from a class or from a known type, the runtime does
// not check the actor.
@inline(never) private func isOnMain(_ object: Any) -> Bool { object is any OnMain }
