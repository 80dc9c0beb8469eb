#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension View {
    /// Tracks an event once for each appearance of this view. An evaluation of the view's body alone tracks nothing.
    ///
    /// ```swift
    /// enum Screens: String, ScreenEvent { case album }
    ///
    /// AlbumView(album: album)
    ///   .tracksScreen(Screens.album)
    ///   .trackedProperties { Keys.albumName ~>> album.name }
    /// // Screens.album: albumName "Imagine"
    /// ```
    ///
    /// The event carries the properties of the modifiers that follow this one, and of the views above. Destinations
    /// recognize a `ScreenEvent` as a screen. You can also track any other event.
    ///
    /// An appearance lasts from SwiftUI's `onAppear` to `onDisappear`. Limits: if the view gets another event, or shows
    /// another album in the same place, this does not count as a new appearance, unless you give the view an `id`.
    ///
    /// - Parameters:
    ///   - event: The event to track.
    ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
    ///   - line: The caller's line, for messages of issues. Leave this argument out.
    ///   - trackedProperties: The properties of this event, evaluated at each appearance.
    public func tracksScreen(
      _ event: some AnalyticsEvent, fileID: StaticString = #fileID, line: UInt = #line,
      @TrackedPropertiesBuilder _ trackedProperties: @escaping @MainActor () -> TrackedProperties = {
        TrackedProperties()
      }
    ) -> some View {
      modifier(TracksScreenModifier(event: event, properties: trackedProperties, fileID: fileID, line: line))
    }
  }

  private struct TracksScreenModifier<ShownEvent: AnalyticsEvent>: ViewModifier {
    let event: ShownEvent
    let properties: @MainActor () -> TrackedProperties
    let fileID: StaticString
    let line: UInt
    @Environment(\.viewParent) private var parent
    @State private var appearance = ScreenAppearance()

    init(event: ShownEvent, properties: @escaping @MainActor () -> TrackedProperties, fileID: StaticString, line: UInt)
    {
      self.event = event
      self.properties = properties
      self.fileID = fileID
      self.line = line
    }

    func body(content: Content) -> some View {
      content
        .onAppear {
          if appearance.begins() {
            parent.track(event, trackedProperties: properties(), fileID: fileID, line: line)
          }
        }
        .onDisappear { appearance.ends() }
    }
  }
#endif
