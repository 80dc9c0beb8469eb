import Foundation
import Testing
import Trackable

@testable import TrackableSwiftUI
import TestSupport

enum Events { enum User: String, Event { case didRateAlbum } }
enum Screens: String, ScreenEvent { case albums, album }

/// The app of the landing page, without SwiftUI.
@MainActor @Suite struct PageTests {
  /// What an app prints, which is written to this console.
  private func output(_ app: (ConsoleTracker) -> Void) -> String {
    let printed = Shared<[String]>([])
    app(ConsoleTracker(level: .verbose) { line in printed.withLock { $0.append(line) } })
    return printed.value.joined(separator: "\n")
  }

  @Test func `The app of the landing page prints the output of the page`() throws {
    let output = output { console in
      TrackableSystem.withTracker(console.renaming(.droppingModule)) {
        let list = ViewParent()
        if ScreenAppearance().begins() { list.track(Screens.albums) }
        let destination = TestView(below: list, [Keys.previousScreen ~>> "albums"])
        let album = TestView(below: destination.parent, [Keys.albumName ~>> "Imagine"])
        if ScreenAppearance().begins() { album.parent.track(Screens.album) }
        album.parent.track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> true])
      }
    }
    let page = try text("Sources/TrackableSwiftUI/TrackableSwiftUI.docc/TrackableSwiftUI.md")
    #expect(page.contains("```\n\(output)\n```"), "\(output)")
  }

  @Test func `The button of the README prints the output of the README`() throws {
    let printed = output { console in
      TrackableSystem.withTracker(console) {
        let album = TestView(below: ViewParent(), [Keys.previousVC ~>> "Album list", Keys.albumName ~>> "Imagine"])
        album.parent.track(Events.User.didRateAlbum)
      }
    }
    // The README's module is an app.
    let output = printed.replacing("TrackableSwiftUITests.", with: "MyApp.")
    #expect(try text("README.md").contains("```\n\(output)\n```"), "\(output)")
  }

  /// The text of a page, by its path from the root of the repository.
  private func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
