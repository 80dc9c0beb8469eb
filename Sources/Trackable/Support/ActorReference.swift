#if canImport(Darwin)
  import Darwin
#endif

/// An actor that is not kept alive.
final class ActorReference: Sendable {
  let identity: ObjectIdentifier
  /// Whether this is the main actor, which lives for ever, so that its identity is enough.
  let isMain: Bool
  /// `nil` for the main actor: once an object was referred to weakly, everybody's retains of it are slower.
  private weak let reference: (any Actor)?

  static let main = ActorReference(MainActor.shared)

  init(_ actor: any Actor) {
    identity = ObjectIdentifier(actor)
    isMain = actor === MainActor.shared
    reference = isMain ? nil : actor
  }

  /// The actor, while it exists.
  var actor: (any Actor)? { isMain ? MainActor.shared : reference }

  /// Whether `isolation` is this actor. An actor that is gone is not mistaken for a new one at the same address.
  @inline(__always)
  func isHere(_ isolation: (any Actor)?) -> Bool {
    guard let isolation, ObjectIdentifier(isolation) == identity else { return false }
    return isMain || reference != nil
  }
}

/// The actor on which code runs that the compiler knows of no actor for.
///
/// A function without isolation, such as a delegate's method or a model's, is mostly called by a screen. Then it runs on the
/// main actor, and may use what belongs to it.
enum CurrentActor {
  /// The main actor, if the calling code runs there.
  static var main: (any Actor)? { isMain ? MainActor.shared : nil }

  /// Asks the runtime, in the only way there is that does not trap: a conformance that belongs to the main actor is found
  /// on the main actor only.
  private static var isMain: Bool {
    #if canImport(Darwin)
      // Systems that are older than such conformances do not look where they are used.
      if pthread_main_np() == 0 { return false }
    #endif
    return isOnMain(Probe.shared)
  }
}

private protocol OnMain {}

private final class Probe: Sendable {
  static let shared = Probe()
}

extension Probe: @MainActor OnMain {}

// Not inlined, so that the cast starts from `Any`: from a class, or where the type is known, the check is left out.
@inline(never)
private func isOnMain(_ object: Any) -> Bool { object is any OnMain }
