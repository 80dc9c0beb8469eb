/// The facts about a class whose objects were linked or read. All objects of the class share the record.
final class ClassRecord: Sendable {
  /// The class, whose name a drawing shows.
  let type: AnyClass
  /// Whether the conformance belongs to a global actor.
  let hasIsolatedConformance: Bool
  /// Whether the objects of the class are actors, which any thread may release.
  let isActor: Bool
  /// Not zero if an object of the class has ever had a property. If it is zero, no property is missing after an object
  /// was deallocated.
  let hasSpoken = AtomicWord()
  /// Not zero if an object of the class has ever computed a parent.
  let hasComputedParent = AtomicWord()
  /// Not zero if the runtime has said that the conformance belongs to the main actor.
  let belongsToMain = AtomicWord()

  private init(_ type: any TrackableClass.Type) {
    self.type = type
    hasIsolatedConformance = type.hasIsolatedConformance
    isActor = type is any Actor.Type
  }

  // There are at most as many records as classes in the program.
  private static let known = Lock(AddressTable<ClassRecord>())

  /// The record of an object's class.
  static func of(_ object: any TrackableClass) -> ClassRecord {
    let type = Swift.type(of: object)
    return known.withLock { known in
      if let record = known.value(at: ObjectIdentifier(type)) { return record }
      let record = ClassRecord(type)
      known.insert(record, at: ObjectIdentifier(type))
      return record
    }
  }

  // Call this only while `hasSpoken` is zero, because threads that write to the same memory wait for each other.
  /// Notes that an object of the class has had a property.
  func recordSpeaking() { hasSpoken.set(1) }

  /// Notes that an object of the class has computed a parent.
  func recordComputedParent() { if hasComputedParent.value == 0 { hasComputedParent.set(1) } }

  /// What an event misses if an object of the class was deallocated: properties, or also a parent; `nil` if the event
  /// misses nothing.
  ///
  /// - Parameter isLast: Whether the walk needs the object's computed parent.
  func lossOfObject(isLast: Bool) -> ReadFailure? {
    if isLast, hasComputedParent.value != 0 { return .goneWithParent }
    return hasSpoken.value != 0 ? .gone : nil
  }
}
