import Trackable

/// The value in the environment of views: an object at the lower end of the chain above them.
///
/// The object has no properties of its own. Any thread may use the object. Its layer belongs to the main actor, as a
/// screen does. So if another actor tracks an event, the library completes the event on the main actor.
final class ViewParent: Sendable {
  // In contrast to the chain, this reference is strong: a task may track after its views were removed, and the
  // reference keeps their last values.
  private let layer: ViewLayer?

  /// Creates a parent without a layer above.
  init() { layer = nil }

  /// Creates a parent with a layer above.
  @MainActor init(_ layer: ViewLayer) {
    self.layer = layer
    link(to: layer)
  }

  /// The parent for a layer below.
  @MainActor var object: any TrackableClass & Sendable { layer ?? self }
}

extension ViewParent: TrackableClass {
  var trackedProperties: TrackedProperties {}
}
