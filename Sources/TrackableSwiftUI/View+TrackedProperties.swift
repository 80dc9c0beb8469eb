#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension View {
    /// Adds properties to every event of this view and the views below.
    ///
    /// ```swift
    /// AlbumView(album: album).trackedProperties { Keys.albumName ~>> album.name }
    /// ```
    ///
    /// The properties of a nearer view win over those of a farther view, as with objects. Each event calls the closure,
    /// so the event carries the current values of a model. The closure is also called when SwiftUI updates the view,
    /// and when the view disappears. An event that a task tracks after the disappearance carries the last values.
    ///
    /// Isolation: the main actor runs the closure. An event from another actor is sent after the main actor has run the
    /// closure, or when the time of `TrackableSystem.readTimeout` has passed.
    ///
    /// Cost: while the view exists, the library keeps two links of the chain, each from an object to the object's
    /// parent. An update of the view calls the closure once, and creates no such link.
    ///
    /// - Parameter trackedProperties: The properties of this view.
    public func trackedProperties(
      @TrackedPropertiesBuilder _ trackedProperties: @escaping @MainActor () -> TrackedProperties
    ) -> some View {
      modifier(TrackedPropertiesModifier(properties: trackedProperties))
    }
  }

  private struct TrackedPropertiesModifier: ViewModifier {
    let properties: @MainActor () -> TrackedProperties
    @Environment(\.viewParent) private var parent
    @State private var kept = ViewProperties()

    init(properties: @escaping @MainActor () -> TrackedProperties) { self.properties = properties }

    func body(content: Content) -> some View {
      content
        .environment(\.viewParent, kept.update(properties, below: parent))
        .onDisappear { kept.disappear() }
    }
  }
#endif
