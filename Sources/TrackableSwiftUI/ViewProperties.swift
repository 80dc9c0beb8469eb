import Trackable

/// The state of a `.trackedProperties` while its view exists: the last closure of the view.
@MainActor final class ViewProperties {
  private var properties: @MainActor () -> TrackedProperties = { TrackedProperties() }
  // The layer is made on first use, because SwiftUI creates an object of this type with each value of the view, and
  // keeps only the first object.
  private var made: (layer: ViewLayer, parent: ViewParent)?

  /// Takes over the view's closure. Call it at each update of the view.
  ///
  /// - Returns: The parent of the views below, always the same object, which causes no update of a view.
  func update(_ properties: @escaping @MainActor () -> TrackedProperties, below parent: ViewParent) -> ViewParent {
    self.properties = properties
    let (layer, below) = made ?? make()
    layer.link(to: parent)
    layer.read()
    return below
  }

  /// Reads the view's last properties. Call it when the view disappears.
  func disappear() { made?.layer.read() }

  /// The current properties of the view.
  func current() -> TrackedProperties { properties() }

  private func make() -> (layer: ViewLayer, parent: ViewParent) {
    let layer = ViewLayer(of: self)
    let new = (layer, ViewParent(layer))
    made = new
    return new
  }
}
