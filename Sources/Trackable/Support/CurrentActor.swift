#if canImport(Darwin)
  import Darwin
#endif

/// The actor of code for which the compiler knows of no actor.
///
/// A function without isolation, such as a delegate's method or a model's, is mostly called by a screen. Then it runs
/// on the main actor, and may use what belongs to it.
package enum CurrentActor {
  /// The main actor, if the calling code runs there.
  ///
  /// Asks the runtime, in the only way there is that does not trap: a conformance that belongs to the main actor is
  /// found on the main actor only.
  package static var main: (any Actor)? {
    #if canImport(Darwin)
      // Systems that are older than such conformances do not look where they are used.
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

// Not inlined, so that the cast starts from `Any`: from a class, or where the type is known, the check is left out.
@inline(never) private func isOnMain(_ object: Any) -> Bool { object is any OnMain }
