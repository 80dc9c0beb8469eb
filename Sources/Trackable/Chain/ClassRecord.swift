/// A class whose objects were linked, or asked: one record for all of them.
final class ClassRecord: Sendable {
  /// For display.
  let type: AnyClass
  /// Whether the conformance belongs to a global actor.
  let hasIsolatedConformance: Bool
  /// Whether its objects are actors, which may be released anywhere.
  let isActor: Bool
  /// Not zero if an object of the class has ever given a property. Otherwise no property is missing when an object is
  /// gone.
  let hasSpoken = AtomicWord()
  /// Not zero if one has ever computed a parent.
  let hasComputedParent = AtomicWord()
  /// Not zero if the conformance was found to belong to the main actor.
  let belongsToMain = AtomicWord()

  private init(_ type: any TrackableClass.Type) {
    self.type = type
    hasIsolatedConformance = type.hasIsolatedConformance
    isActor = type is any Actor.Type
  }

  // Bounded by the classes of the program.
  private static let known = Lock(AddressTable<ClassRecord>())

  /// The record of an object's class.
  @inline(never) static func of(_ object: any TrackableClass) -> ClassRecord {
    let type = Swift.type(of: object)
    return known.withLock { known in
      if let record = known.value(at: ObjectIdentifier(type)) { return record }
      let record = ClassRecord(type)
      known.insert(record, at: ObjectIdentifier(type))
      return record
    }
  }

  // Called only while `hasSpoken` is zero, because threads that write to the same memory wait for each other. Not
  // inlined, because the record would be retained each time. Benchmarks: depth 4.
  /// Notes that one of its objects has said a property.
  @inline(never) func noteSpeaking() { hasSpoken.set(1) }

  /// Notes that one of its objects has computed a parent.
  func noteComputedParent() { if hasComputedParent.value == 0 { hasComputedParent.set(1) } }

  /// What is missing if an object is gone; `nil` if nothing is.
  ///
  /// - Parameter isLast: Whether the object would be asked for its parent.
  func lossOfObject(isLast: Bool) -> ReadFailure? {
    if isLast, hasComputedParent.value != 0 { return .goneWithParent }
    return hasSpoken.value != 0 ? .gone : nil
  }
}
