/// An object of another module that follows the app to the background and back.
package protocol LifecycleObserver: AnyObject, Sendable {
  /// Called when the app leaves the foreground. The observer tracks the end of everything that ends at that moment,
  /// such as a session.
  func foregroundEnds(isolation: isolated (any Actor)?, at location: CodeLocation)
  /// Called when the app returns to the foreground.
  func foregroundBegins(isolation: isolated (any Actor)?, at location: CodeLocation)
}

/// The observers of one system. The list keeps no observer alive.
package final class LifecycleObservers: Sendable {
  private struct Weak { weak var observer: (any LifecycleObserver)? }

  /// The observers of the current system.
  package static var current: LifecycleObservers { SystemValues.current.value { LifecycleObservers() } }

  private let observers = Lock<[Weak]>([])
  private let background = Lock(false)

  /// Whether the app has left the foreground, and has not returned.
  package var isInBackground: Bool {
    get { background.withLock { $0 } }
    set { background.withLock { $0 = newValue } }
  }

  /// Adds an observer, unless it was added before.
  package func add(_ observer: some LifecycleObserver) {
    let living = observers.withLock { observers in
      let living = observers.compactMap(\.observer)
      if !living.contains(where: { $0 === observer }) {
        observers = living.map { Weak(observer: $0) } + [Weak(observer: observer)]
      }
      return living
    }
    // The references are released after unlocking, because each of them may be the last.
    withExtendedLifetime(living) {}
  }

  /// The observers in the order in which they were added. A returned reference may be the last reference to its
  /// observer.
  var all: [any LifecycleObserver] { observers.withLock { $0 }.compactMap(\.observer) }
}
