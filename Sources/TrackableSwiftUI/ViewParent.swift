import Trackable

/// The value that the environment hands to views: an object at the lower end of the chain above them.
///
/// It says nothing of its own. It may be used anywhere, which the layer above it may not: that one belongs to the main
/// actor, as a screen does, and an event that is tracked elsewhere is completed there.
final class ViewParent: Sendable {
  // Not weak, as the chain is: a task may track when its views are gone, and then this keeps their last values.
  private let layer: ViewLayer?

  /// A parent with nothing above it.
  init() { layer = nil }

  /// A parent with a layer above it.
  @MainActor init(_ layer: ViewLayer) {
    self.layer = layer
    link(to: layer)
  }

  /// The parent of a layer below.
  @MainActor var object: any TrackableClass & Sendable { layer ?? self }
}

extension ViewParent: TrackableClass {
  var trackedProperties: TrackedProperties {}
}
