// The other snippets of TrackableSwiftUI's pages.

import Observation
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

enum PlayerEvents: String, Event { case didPlay, didLoad }
enum PlayerKeys: String, Key { case song }

func load() async {}

@MainActor final class PlayerModel {
  var song = "Yesterday"

  func play() { track(PlayerEvents.didPlay) }
}

extension PlayerModel: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { PlayerKeys.song ~>> song }
}

struct PlayerView: View {
  @Environment(\.trackableParent) private var parent
  @State private var player = PlayerModel()

  var body: some View {
    Button("Play") { player.play() }
      .onAppear { player.link(to: parent) }
  }
}

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
        parent.track(PlayerEvents.didLoad)
      }
  }
}

/// An event that is tracked elsewhere.
func upload(below parent: any TrackableClass & Sendable) {
  Task.detached {
    await load()
    parent.track(PlayerEvents.didLoad)
  }
}

final class AlbumVC: UIViewController {
  let album = Album(name: "Imagine")

  func showSongs() -> UIViewController {
    let songs = UIHostingController(rootView: LikeButton().trackableParent(self))
    return songs
  }
}

extension AlbumVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Keys.albumName ~>> album.name }
}
