import Trackable

/// The properties of one `.trackedProperties`, as an object of the chain.
///
/// While a task still tracks, the layer outlives the view, and the end of that task may release the layer on any
/// thread. So the layer holds only the view's last properties, and not the view's closure, which may hold a model of
/// the main actor.
@MainActor final class ViewLayer {
  private weak var source: ViewProperties?
  private var properties = TrackedProperties()
  private var parent: ViewParent?

  init(of source: ViewProperties) { self.source = source }

  /// Reads the current properties of the view, as long as there is a view.
  func read() {
    if let source { properties = source.current() }
  }

  /// Links the layer, unless it is linked, because each link makes all chains look for changes.
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
