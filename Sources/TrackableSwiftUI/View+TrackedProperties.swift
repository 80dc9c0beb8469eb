#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension View {
    /// Adds properties to every event that is tracked in this view and below it.
    ///
    /// ```swift
    /// AlbumView(album: album).trackedProperties([Keys.albumName ~>> album.name])
    /// ```
    ///
    /// Nearer views win over those above them, as nearer objects do. The expression is evaluated for each event, so it
    /// says what a model has at that moment, and not what it had when a view below was made. It is also evaluated when
    /// the view is updated and when it disappears: an event that a task tracks after that carries what was said last.
    ///
    /// Isolation: the expression is evaluated on the main actor. An event that is tracked elsewhere goes out when that was
    /// done, within the time that `TrackableSystem.readTimeout` allows.
    ///
    /// Cost: two links for as long as the view exists. An update evaluates the expression once, and links nothing again.
    ///
    /// - Parameter trackedProperties: What is true here: `[Keys.albumName ~>> album.name]`.
    public func trackedProperties(
      _ trackedProperties: @autoclosure @escaping @MainActor () -> TrackedProperties
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
