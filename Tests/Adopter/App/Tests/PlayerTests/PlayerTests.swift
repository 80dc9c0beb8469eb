import Player
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct PlayerTests {
  @MainActor @Test(arguments: 1...20)
  func `An event from the player's queue has the album`(_ number: Int) async throws {
    try await withRecordedTracking { recorder in
      let library = LibraryScreen()
      library.deliver(to: recorder)
      library.open("Album \(number)").play("Song \(number)")
      try await recorder.next(
        .event(Events.Player.didPlay, [Keys.song ~>> "Song \(number)", Keys.albumName ~>> "Album \(number)"]))
      withExtendedLifetime(library) {}
    }
  }

  @MainActor @Test func `Opening an album is tracked with its name, and a report of it can be attached`() {
    withRecordedTracking { recorder in
      _ = LibraryScreen().open("Imagine")
      let difference = recorder.difference(from: [.event(Events.Library.didOpenAlbum, [Keys.albumName ~>> "Imagine"])])
      // An app's test would do so only if there is a difference. This one shows that it can be done.
      Attachment.record(recorder.makeReport(title: "Player").html, named: "player.html")
      #expect(difference == nil)
    }
  }

  @Test func `Logging in and out says who the user is`() {
    withRecordedTracking { recorder in
      Account().logIn("john", password: "imagine")
      Account().logOut()
      Account().logIn("paul", password: "")
      #expect(
        recorder.difference(from: [
          .identify("john", traits: [Keys.plan ~>> "premium"]),
          .userProperty(Volume(value: 11)),
          .reset,
          .error(Account.WrongPassword()),
        ]) == nil)
    }
  }
}
