#if canImport(SwiftUI)
  import SwiftUI
  import Trackable

  extension View {
    /// Makes an object of the app, such as a coordinator or a view controller that hosts this view, the parent of this
    /// view and of everything below it.
    ///
    /// ```swift
    /// extension AlbumVC: @MainActor TrackableClass {
    ///   var trackedProperties: TrackedProperties { Keys.albumName ~>> album.name }
    /// }
    ///
    /// let songs = UIHostingController(rootView: SongList().trackableParent(self))
    /// // events of SongList carry albumName, and the properties above AlbumVC
    /// ```
    ///
    /// Each event reads the object, its links, its ancestors and their trackers. The object replaces the context of the
    /// views above. The view does not keep the object alive. After the object was deallocated, events still carry the
    /// properties of its link, and list the object in `unread`.
    ///
    /// - Parameters:
    ///   - object: The object whose properties the events below should carry; `nil` means no object.
    ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
    ///   - line: The caller's line, for messages of issues. Leave this argument out.
    public func trackableParent(
      _ object: (any TrackableClass & Sendable)?, fileID: StaticString = #fileID, line: UInt = #line
    ) -> some View {
      modifier(TrackableParentModifier(object: HostedObject(object), fileID: fileID, line: line))
    }
  }

  private struct TrackableParentModifier: ViewModifier {
    private let object: HostedObject
    private let fileID: StaticString
    private let line: UInt
    @State private var host = ViewHost()

    init(object: HostedObject, fileID: StaticString, line: UInt) {
      self.object = object
      self.fileID = fileID
      self.line = line
    }

    func body(content: Content) -> some View {
      content.environment(\.viewParent, host.update(object, fileID: fileID, line: line))
    }
  }
#endif
