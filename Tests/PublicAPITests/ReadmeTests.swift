import Foundation
import Testing
import Trackable

// The README's snippets, as they stand there.

private enum Readme {
  enum Events { enum User: String, Event { case didRateAlbum } }
  enum Keys: String, Key { case albumName, userLikesAlbum, previousVC }

  struct Album { let name: String }

  @MainActor final class AlbumListVC { var selectedAlbum: Album? = Album(name: "Imagine") }
  @MainActor final class AlbumDetailVC {}
}

extension Readme.AlbumListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { Readme.Keys.albumName ~>> selectedAlbum?.name }
}
extension Readme.AlbumDetailVC: @MainActor TrackableClass {}

/// Collects lines; the tests' own, so that they use the public API only.
final class Lines: @unchecked Sendable {
  // Invariant: `lines` is only touched between lock and unlock.
  private let lock = NSLock()
  private var lines: [String] = []

  var text: String { lock.withLock { lines.joined(separator: "\n") } }
  func append(_ line: String) { lock.withLock { lines.append(line) } }
}

@MainActor @Suite struct ReadmeTests {
  @Test func theFiveLinesPrintWhatTheReadmeSays() throws {
    let albumList = Readme.AlbumListVC()
    let detail = Readme.AlbumDetailVC()
    let lines = Lines()
    let asInBeatles = IdentifierStyle.custom { $0.replacing("PublicAPITests.Readme.", with: "Beatles.") }
    let console = ConsoleTracker(level: .verbose) { lines.append($0) }

    TrackableSystem.withTracker(console.renaming(asInBeatles)) {
      detail.setupTrackableChain(trackedProperties: [Readme.Keys.previousVC ~>> "Album list"], parent: albumList)
      detail.track(Readme.Events.User.didRateAlbum, trackedProperties: [Readme.Keys.userLikesAlbum ~>> true])
    }

    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(lines.text.contains("EVENT TRIGGERED"))
    #expect(readme.contains("```\n\(lines.text)\n```"))
  }

  @Test func theIssueReadsAsTheReadmeSays() throws {
    let albumList = Readme.AlbumListVC()
    let detail = Readme.AlbumDetailVC()
    let lines = Lines()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { lines.append("\($0.message) To fix this, \($0.remedy)") }
      detail.setupTrackableChain(parent: albumList)
      albumList.setupTrackableChain(parent: detail)
    }
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    #expect(!lines.text.isEmpty)
    #expect(readme.replacing("\n", with: " ").contains(lines.text))
  }

  @Test func aFeaturesTrackerIsComposedAsTheReadmeShows() {
    struct ReceiptShared: AnalyticsEvent {}
    let lines = Lines()
    let payPalsOwn = ClosureTracker { lines.append("PayPal \($0.name) \($0.properties)") }
    let venmo = ClosureTracker { lines.append("Venmo \($0.name) \($0.properties)") }

    let payPal = payPalsOwn.renaming(.snakeCase).prohibiting(ReceiptShared.self).adding(["src": "wallet"])
    let both = payPal.combined(with: venmo)
    both.track(Readme.Events.User.didRateAlbum)
    both.track(ReceiptShared())

    #expect(
      lines.text.split(separator: "\n").map(String.init) == [
        "PayPal public_api_tests_readme_events_user_did_rate_album [src: wallet]",
        "Venmo PublicAPITests.Readme.Events.User.didRateAlbum []",
        "Venmo PublicAPITests.ReadmeTests.ReceiptShared []",
      ])
  }

  private var root: URL {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }
}
