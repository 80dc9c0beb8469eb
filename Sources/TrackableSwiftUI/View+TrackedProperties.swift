#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension View {
    /// Adds properties to every event that is tracked in this view and below it.
    ///
    /// ```swift
    /// AlbumView(album: album).trackedProperties { Keys.albumName ~>> album.name }
    /// ```
    ///
    /// Nearer views win over those above them, as nearer objects do. Each event calls the closure, so it carries a model's
    /// present values, and not those from the moment when a view below was made. SwiftUI's updates of the view, and its
    /// disappearance, call it, too: an event that a task tracks after that carries the last values.
    ///
    /// Isolation: the closure is called on the main actor. An event that is tracked elsewhere goes out when that was
    /// done, within the time that `TrackableSystem.readTimeout` allows.
    ///
    /// Cost: two links for as long as the view exists. An update calls the closure once, and links nothing again.
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
