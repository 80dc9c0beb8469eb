#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

import Synchronization

/// When something was tracked, as far as consent is concerned: how many decisions had been made in the process by then. What
/// else has to be told apart then, as visits are, is counted with them: see ``next()``.
///
/// Whoever keeps a delivery for later keeps its moment as well, so that a gate which gets it later can tell what had been
/// decided when it was tracked. See ``KeptDelivery``. No clock says which moment comes first, because clocks are set.
package struct ConsentMoment: Sendable, Comparable {
  private static let decisions = Atomic(0)

  private let number: Int

  /// Before every decision.
  static let beginning = ConsentMoment(number: 0)

  /// The moment of the call that is being made on this thread: that of what is made later than it was tracked, or now.
  package static var current: ConsentMoment { kept ?? now }

  /// The moment after all decisions that have been made.
  static var now: ConsentMoment { ConsentMoment(number: decisions.load(ordering: .relaxed)) }

  /// That of a call that is made later than it was due; `nil` if the call that is being made on this thread is none.
  package static var ofLateCall: ConsentMoment? { kept }

  /// A moment after all that there have been: what begins now was not there for what was tracked before.
  package static func next() -> ConsentMoment {
    ConsentMoment(number: decisions.add(1, ordering: .relaxed).newValue)
  }

  /// The moment of a decision that is just being made. What this thread tracks from here on is tracked after it, even in
  /// the middle of a call that is made late.
  static func ofDecision() -> ConsentMoment {
    let moment = next()
    if kept != nil { kept = moment }
    return moment
  }

  /// Makes calls that are late: they count as of this moment. Tasks that are started meanwhile do not.
  package func apply<Result>(_ body: () -> Result) -> Result {
    let outer = Self.kept
    Self.kept = self
    defer { Self.kept = outer }
    return body()
  }

  package static func < (first: ConsentMoment, second: ConsentMoment) -> Bool { first.number < second.number }

  // The pointer is only a number, one more than that of the moment, and nothing is read there. A thread's value and not a
  // task's: a task that a tracker starts when it gets its first event would be taken for late as long as it lives.
  private static var kept: ConsentMoment? {
    get { pthread_getspecific(key).map { ConsentMoment(number: Int(bitPattern: $0) - 1) } }
    set { pthread_setspecific(key, newValue.flatMap { UnsafeMutableRawPointer(bitPattern: $0.number + 1) }) }
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
