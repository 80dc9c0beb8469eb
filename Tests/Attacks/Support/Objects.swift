import Trackable

/// An event with a number.
struct Numbered: AnalyticsEvent {
  let number: Int
  init(_ number: Int) { self.number = number }
}

extension TrackedEvent {
  /// The number of the event, or -1 if it has none.
  var number: Int { (base as? Numbered)?.number ?? -1 }

  func says(_ key: String) -> Bool { properties[key] != nil }
}

/// An object for any thread. It computes one property, and runs a given closure at each read.
final class Branch: TrackableClass, Sendable {
  let name: String
  // In a structure: each time a bare closure goes through a generic `inout`, it is wrapped once more.
  private struct Action: Sendable {
    let run: @Sendable () -> Void
  }

  private let whenRead: Guarded<Action>

  init(_ name: String, whenRead: @escaping @Sendable () -> Void = {}) {
    self.name = name
    self.whenRead = Guarded(Action(run: whenRead))
  }

  deinit { HeldLocks.mustBeNone() }

  func whenRead(_ body: @escaping @Sendable () -> Void) { whenRead.current = Action(run: body) }

  var trackedProperties: TrackedProperties {
    let _ = HeldLocks.mustBeNone()
    let _ = whenRead.current.run()
    name ~>> true
  }
}

/// An object that lasts as long as the process: the optimiser ends others after their last use.
func lasting<Object: AnyObject & Sendable>(_ object: Object) -> Object {
  everything.withLock { $0.append(object) }
  return object
}

private let everything = Guarded<[any AnyObject & Sendable]>([])
