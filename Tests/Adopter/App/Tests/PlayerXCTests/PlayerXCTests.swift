import Player
import Trackable
import TrackableTesting
import XCTest

final class PlayerXCTests: XCTestCase {
  @MainActor func testOpeningAnAlbumIsTrackedWithItsName() {
    withRecordedTracking { recorder in
      _ = LibraryScreen().open("Imagine")
      XCTAssertNil(
        recorder.difference(from: [.event(Events.Library.didOpenAlbum, [Keys.albumName ~>> "Imagine"])]))
    }
  }

  @MainActor func testWhatIsPlayedOnThePlayersQueueIsTrackedWithTheAlbum() async throws {
    try await withRecordedTracking { recorder in
      let library = LibraryScreen()
      library.deliver(to: recorder)
      library.open("Help!").play("Yesterday")
      try await recorder.next(
        .event(Events.Player.didPlay, [Keys.song ~>> "Yesterday", Keys.albumName ~>> "Help!"]))
      withExtendedLifetime(library) {}
    }
  }
}
