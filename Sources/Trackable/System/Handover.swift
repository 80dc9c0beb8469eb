import Dispatch

/// An event that had to wait, while it is handed to its trackers. A change of the user waits for it, so that the event
/// does not arrive under the wrong user.
final class Handover: Sendable {
  let number: Int
  /// Where the event was tracked.
  let location: CodeLocation
  /// The user property that it updates, if it is an update.
  let property: String?
  private let group = DispatchGroup()

  init(_ number: Int, of event: IncompleteEvent) {
    self.number = number
    location = event.location
    property = event.property
    group.enter()
  }

  func finish() { group.leave() }

  /// Returns when the event was handed over, or at the deadline.
  func wait(until deadline: DispatchTime) { _ = group.wait(timeout: deadline) }
}
