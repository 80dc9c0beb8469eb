// The other snippets of TrackableSwiftUI's pages.

import Observation
import SwiftUI
import Trackable
import TrackableSwiftUI

func load() async {}

@Observable @MainActor final class AlbumModel {
  private(set) var name: String?

  func load() async { name = "Imagine" }
  func rate() { track(Events.User.didRateAlbum) }
}

extension AlbumModel: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> name }
}

struct AlbumScreen: View {
  @Environment(\.trackableParent) private var parent
  @State private var model = AlbumModel()

  var body: some View {
    Button("Like") { model.rate() }
      .task {
        model.link(to: parent)
        await model.load()
      }
  }
}

/// What the page's table of models has.
extension AlbumModel {
  func rate(from parent: any TrackableClass & Sendable) {
    parent.track(Events.User.didRateAlbum, trackedProperties: trackedProperties)
  }
}

struct OutlivedView: View {
  @Environment(\.trackableParent) private var parent
  let model: AlbumModel

  var body: some View {
    LikeButton()
      .trackableParent(model)
      .onAppear { model.link(to: parent.makeTrackingContext()) }
  }
}

struct LoadingView: View {
  @Environment(\.trackableParent) private var parent

  var body: some View {
    Text("Loading")
      .task {
        await load()
        parent.track(Events.User.didRateAlbum)
      }
  }
}

/// An event that is tracked elsewhere.
func upload(below parent: any TrackableClass & Sendable) {
  Task.detached {
    await load()
    parent.track(Events.User.didRateAlbum)
  }
}
