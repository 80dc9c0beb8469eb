#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension EnvironmentValues {
    /// The context of the views above, as an object of the chain: track on it, or make it the parent of a view model.
    ///
    /// ```swift
    /// struct RateButton: View {
    ///   @Environment(\.trackableParent) private var parent
    ///
    ///   var body: some View {
    ///     Button("Like") { parent.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]) }
    ///   }
    /// }
    /// // Events.User.didRateAlbum: userLikesAlbum true, albumName "Imagine"
    /// ```
    ///
    /// It is live: an event carries what the views above say when it is tracked, also in a task that began earlier. It
    /// stays the same object while the views above exist, so to read it costs no update of a view. Where no view above
    /// says anything, an event carries the system's root and default properties.
    ///
    /// Isolation: use it anywhere. On the main actor, an event goes out at once. Elsewhere, what the views say is read
    /// on the main actor, as with a screen that belongs to it.
    public var trackableParent: any TrackableClass & Sendable { viewParent }

    /// The same, as the type that only this module makes.
    var viewParent: ViewParent {
      get { self[ViewParentKey.self] }
      set { self[ViewParentKey.self] = newValue }
    }
  }

  private struct ViewParentKey: EnvironmentKey {
    static let defaultValue = ViewParent()
  }
#endif
