/// A class whose objects were linked: one record for all of them.
final class ClassRecord: Sendable {
  /// For display.
  let type: AnyClass
  /// Whether the conformance belongs to a global actor.
  let hasIsolatedConformance: Bool
  /// Whether its objects are actors, which may be released anywhere.
  let isActor: Bool
  /// Not zero if an object of the class has ever said a property. What never says any is not missed when it is gone.
  let hasSpoken = AtomicWord()
  /// Not zero if the conformance was found to belong to the main actor.
  let belongsToMain = AtomicWord()

  init(_ type: any TrackableClass.Type) {
    self.type = type
    hasIsolatedConformance = type.hasIsolatedConformance
    isActor = type is any Actor.Type
  }

  // To be called only if that is not known yet: threads that write to the same memory wait for each other. Not inlined,
  // or the record would be retained each time. Benchmarks: depth 4.
  /// Notes that one of its objects has said a property.
  @inline(never) func noteSpeaking() { hasSpoken.set(1) }
}
