import Trackable

/// The state of a `.trackedProperties` while its view exists: the closure that the view gave last.
@MainActor final class ViewProperties {
  private var properties: @MainActor () -> TrackedProperties = { TrackedProperties() }
  // Made when they are needed: SwiftUI makes this object with each value of the view, and drops all but the first.
  private var made: (layer: ViewLayer, parent: ViewParent)?

  /// Notes what the view says from now on. Call it with each update of the view.
  ///
  /// - Returns: The parent of everything below, always the same, so that no view below is updated for its sake.
  func update(_ properties: @escaping @MainActor () -> TrackedProperties, below parent: ViewParent) -> ViewParent {
    self.properties = properties
    let (layer, below) = made ?? make()
    layer.link(to: parent)
    layer.read()
    return below
  }

  /// Notes what the view says last. Call it when the view disappears.
  func disappear() { made?.layer.read() }

  /// The present properties of the view.
  func current() -> TrackedProperties { properties() }

  private func make() -> (layer: ViewLayer, parent: ViewParent) {
    let layer = ViewLayer(of: self)
    let new = (layer, ViewParent(layer))
    made = new
    return new
  }
}
