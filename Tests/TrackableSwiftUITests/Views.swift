import Trackable
import TrackableTesting

@testable import TrackableSwiftUI

// Views as SwiftUI treats them, without SwiftUI: what a modifier keeps exists from the first update of a view until the view
// is removed, and each update hands down the environment of the view above.

enum Moments: String, Event { case tapped, loaded }
enum Keys: String, Key {
  case first, second, third, fourth, screen, album
  case albumName, previousScreen, previousVC, userLikesAlbum
}

/// What a model or a state of a view holds: it changes without an update of any view.
@MainActor final class Cell<Value> {
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// A view with a `.trackedProperties`.
@MainActor final class TestView {
  private var kept: ViewProperties? = ViewProperties()
  /// What the environment hands to the views below.
  private(set) var parent: ViewParent

  init(
    below above: ViewParent = ViewParent(),
    _ properties: @autoclosure @escaping @MainActor () -> TrackedProperties = TrackedProperties()
  ) {
    parent = above
    update(below: above, properties())
  }

  func update(
    below above: ViewParent, _ properties: @autoclosure @escaping @MainActor () -> TrackedProperties
  ) {
    if let kept { parent = kept.update(properties, below: above) }
  }

  func disappear() { kept?.disappear() }

  /// Removes the view, and with it what its modifier keeps.
  func remove() { kept = nil }
}

extension TrackedEvent {
  /// The properties as text: `first 1, second 2`.
  var spoken: String {
    properties.map { "\($0.key.name.split(separator: ".").last ?? "") \($0.value)" }.joined(separator: ", ")
  }
}

extension RecordingTracker {
  /// What each event carries.
  var spoken: [String] { events.map(\.spoken) }
}
