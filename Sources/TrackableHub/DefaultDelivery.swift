import Trackable

/// Finds out whether a destination implements neither `track` nor `deliver`: then the default of the one calls that of
/// the other.
final class DefaultDelivery: Sendable {
  /// The default `deliver` that is running.
  @TaskLocal static var current: DefaultDelivery?

  private let destination: ObjectIdentifier
  private let isRefused = AtomicFlag()

  /// - Parameter destination: The type whose default `deliver` this is.
  init(_ destination: Any.Type) {
    self.destination = ObjectIdentifier(destination)
  }

  /// Called by the default `track` of a type. Returns whether its default `deliver` has called it.
  static func refuseEvent(of destination: Any.Type) -> Bool {
    guard let current, current.destination == ObjectIdentifier(destination) else { return false }
    current.isRefused.set()
    return true
  }

  /// Whether the last delivery was an event that the destination has no method for.
  func takeRefusal() -> Bool { isRefused.exchange(false) }
}
