import Foundation
import Testing
import Trackable

@testable import TrackableSwiftUI
import TestSupport

enum Events { enum User: String, Event { case didRateAlbum } }
enum Screens: String, ScreenEvent { case albums, album }

/// The app of the landing page, without SwiftUI.
@MainActor @Suite struct PageTests {
  @Test func `The app of the landing page prints the output of the page`() throws {
    let printed = Shared<[String]>([])
    let console = ConsoleTracker(level: .verbose) { line in printed.withLock { $0.append(line) } }
    TrackableSystem.withTracker(console.renaming(.droppingModule)) {
      let list = ViewParent()
      if ScreenAppearance().begins() { list.track(Screens.albums) }
      let destination = TestView(below: list, [Keys.previousScreen ~>> "albums"])
      let album = TestView(below: destination.parent, [Keys.albumName ~>> "Imagine"])
      if ScreenAppearance().begins() { album.parent.track(Screens.album) }
      album.parent.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
    }
    let page = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/TrackableSwiftUI/TrackableSwiftUI.docc/TrackableSwiftUI.md")
    let output = printed.withLock { $0.joined(separator: "\n") }
    #expect(try String(contentsOf: page, encoding: .utf8).contains("```\n\(output)\n```"), "\(output)")
  }
}
