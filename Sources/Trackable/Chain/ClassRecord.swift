/// A class whose objects were linked: one record for all of them.
final class ClassRecord: Sendable {
  /// For display.
  let type: AnyClass
  /// Whether the conformance belongs to a global actor.
  let hasIsolatedConformance: Bool
  /// Whether its objects are actors, which may be released anywhere.
  let isActor: Bool
  /// Whether an object of the class has ever said a property. What never says any is not missed when it is gone.
  let hasSpoken = AtomicFlag()
  /// Whether the conformance was found to belong to the main actor.
  private let belongsToMain = AtomicFlag()

  init(_ type: any TrackableClass.Type) {
    self.type = type
    hasIsolatedConformance = type.hasIsolatedConformance
    isActor = type is any Actor.Type
  }

  // To be called only if that is not known yet: threads that write to the same memory wait for each other. Not inlined,
  // or the record would be retained each time. Benchmarks: depth 4.
  /// Notes that one of its objects has said a property.
  @inline(never)
  func noteSpeaking() { hasSpoken.set() }

  /// Whether code in `isolation` may use an object's conformance, which is isolated.
  func mayBeRead(_ object: any TrackableClass, in isolation: (any Actor)?) -> Bool {
    let isMain = isolation === MainActor.shared
    if isMain, belongsToMain.isSet { return true }
    guard object.mayBeRead(in: isolation) else { return false }
    if isMain { belongsToMain.set() }
    return true
  }
}
