#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension EnvironmentValues {
    /// The context of the views above, as an object of the chain. Call `track` on this object, or make the object the
    /// parent of a view model.
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
    /// The context is live: an event carries the current properties of the views above, even in a task that began
    /// earlier. The object stays the same while the views above exist, so reading it causes no update of a view. If no
    /// view above has properties, an event carries the system's root and default properties.
    ///
    /// Isolation: any thread. If code on the main actor tracks an event, the library sends the event immediately. For
    /// an event from another actor, the library first reads the properties of the views on the main actor, as for a
    /// screen of the main actor.
    public var trackableParent: any TrackableClass & Sendable { viewParent }

    /// The context, as the type that only this module creates.
    var viewParent: ViewParent {
      get { self[ViewParentKey.self] }
      set { self[ViewParentKey.self] = newValue }
    }
  }

  private struct ViewParentKey: EnvironmentKey {
    static let defaultValue = ViewParent()
  }
#endif
