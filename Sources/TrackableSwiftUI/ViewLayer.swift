import Trackable

/// The properties of one `.trackedProperties`, as an object of the chain.
///
/// The layer outlives the view as long as a task still tracks, and the end of that task may release the layer on any
/// thread. So the layer holds only the view's last properties, and not the view's closure, which may hold a model of
/// the main actor.
@MainActor final class ViewLayer {
  private weak var source: ViewProperties?
  private var properties = TrackedProperties()
  private var parent: ViewParent?

  init(of source: ViewProperties) { self.source = source }

  /// Reads the current properties of the view, as long as the view exists.
  func read() {
    if let source { properties = source.current() }
  }

  /// Links the layer to a parent, unless it is already linked to that parent. A needless call would be expensive,
  /// because each link makes all chains look for changes.
  func link(to parent: ViewParent) {
    if self.parent === parent { return }
    self.parent = parent
    link(to: parent.object)
  }
}

extension ViewLayer: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    read()
    return properties
  }
}
