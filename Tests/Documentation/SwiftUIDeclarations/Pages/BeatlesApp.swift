// The app of TrackableSwiftUI's landing page, as it is written there.

import SwiftUI
import Trackable
import TrackableSwiftUI

enum Events { enum User: String, Event { case didRateAlbum } }
enum Screens: String, ScreenEvent { case albums, album }
enum Keys: String, Key { case albumName, previousScreen, userLikesAlbum }

@main struct BeatlesApp: App {
  init() { TrackableSystem.bootstrap(ConsoleTracker(level: .verbose), naming: .droppingModule) }

  var body: some Scene {
    WindowGroup {
      NavigationStack { AlbumList() }
    }
  }
}

struct AlbumList: View {
  var body: some View {
    List(["Imagine", "Ram"], id: \.self) { album in
      NavigationLink(album) {
        AlbumView(album: album)
          .trackedProperties { Keys.previousScreen ~>> "albums" }
      }
    }
    .tracksScreen(Screens.albums)
  }
}

struct AlbumView: View {
  let album: String

  var body: some View {
    VStack {
      Text(album)
      LikeButton()
    }
    .tracksScreen(Screens.album)
    .trackedProperties { Keys.albumName ~>> album }
  }
}

struct LikeButton: View {
  @Environment(\.trackableParent) private var parent

  var body: some View {
    Button("Like") {
      parent.track(Events.User.didRateAlbum) {
        Keys.userLikesAlbum ~>> true
      }
    }
  }
}
