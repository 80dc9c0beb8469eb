import Trackable

/// The properties of one `.trackedProperties`, as an object of the chain.
///
/// It outlives the view while a task still tracks, and may be released wherever that task ends. So it holds no closure of
/// the view, which may hold a model that belongs to the main actor, but only the properties that the view gave last.
@MainActor final class ViewLayer {
  private weak var source: ViewProperties?
  private var properties = TrackedProperties()
  private var parent: ViewParent?

  init(of source: ViewProperties) { self.source = source }

  /// Reads what the view says now, as long as there is a view.
  func read() {
    if let source { properties = source.current() }
  }

  /// Links the layer, unless it is linked already: linking again makes all chains look for changes.
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
