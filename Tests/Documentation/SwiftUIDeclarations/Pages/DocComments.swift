// The doc comments of Sources/TrackableSwiftUI.

import SwiftUI
import Trackable
import TrackableSwiftUI

#if canImport(UIKit)
  import UIKit
#else
  // https://developer.apple.com/documentation/uikit/uiviewcontroller
  @MainActor class UIViewController { init() {} }

  // https://developer.apple.com/documentation/swiftui/uihostingcontroller
  class UIHostingController<Content: View>: UIViewController {
    init(rootView: Content) { super.init() }
  }
#endif

struct Album { let name: String }

struct SongList: View {
  var body: some View { Text("Songs") }
}

final class AlbumVC: UIViewController {
  let album = Album(name: "Imagine")

  func showAllSongs() -> UIViewController {
    let songs = UIHostingController(rootView: SongList().trackableParent(self))
    // events of SongList carry albumName, and the properties above AlbumVC
    return songs
  }
}

extension AlbumVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> album.name }
}

struct RateButton: View {
  @Environment(\.trackableParent) private var parent

  var body: some View {
    Button("Like") { parent.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true]) }
  }
}
// Events.User.didRateAlbum: userLikesAlbum true, albumName "Imagine"

enum AlbumPage {
  enum Screens: String, ScreenEvent { case album }

  struct AlbumView: View {
    let album: Album
    var body: some View { Text(album.name) }
  }

  struct Screen: View {
    let album: Album

    var body: some View {
      AlbumView(album: album).trackedProperties { Keys.albumName ~>> album.name }

      AlbumView(album: album)
        .tracksScreen(Screens.album)
        .trackedProperties { Keys.albumName ~>> album.name }
      // Screens.album: albumName "Imagine"
    }
  }
}
