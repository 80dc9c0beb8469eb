/// Something of a module above that follows the app to the background and back.
package protocol LifecycleObserver: AnyObject, Sendable {
  /// The user leaves the app. The observer tracks the end of everything that ends now, such as a session.
  func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation)
  /// The user comes back.
  func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation)
}

/// The observers of one system, which keeps no observer alive.
package final class LifecycleObservers: Sendable {
  private struct Weak { weak var observer: (any LifecycleObserver)? }

  /// Those of the current system.
  package static var current: LifecycleObservers { SystemValues.current.value { LifecycleObservers() } }

  private let observers = Lock<[Weak]>([])

  /// Adds an observer, unless it was added before.
  package func add(_ observer: some LifecycleObserver) {
    let living = observers.withLock { observers in
      let living = observers.compactMap(\.observer)
      if !living.contains(where: { $0 === observer }) {
        observers = living.map { Weak(observer: $0) } + [Weak(observer: observer)]
      }
      return living
    }
    // After unlocking: each may be the last reference.
    withExtendedLifetime(living) {}
  }

  /// In the order in which they were added. The caller may have the last reference to one.
  var all: [any LifecycleObserver] { observers.withLock { $0 }.compactMap(\.observer) }
}
