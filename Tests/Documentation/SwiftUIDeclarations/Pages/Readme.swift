// The README's lines for SwiftUI.

import SwiftUI
import Trackable
import TrackableSwiftUI

enum ReadmePage {
  enum Keys: String, Key { case albumName, previousVC }

  struct AlbumRow: View {
    let album: Album

    var body: some View {
      NavigationLink(album.name) {
        RateButton().trackedProperties {
          Keys.previousVC ~>> "Album list"
          Keys.albumName ~>> album.name
        }
      }
    }
  }

  struct RateButton: View {
    @Environment(\.trackableParent) private var parent

    var body: some View {
      Button("Like") { parent.track(Events.User.didRateAlbum) }
    }
  }
}
