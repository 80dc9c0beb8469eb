import Testing
import Trackable

private enum ObjectActionLabelPage {
  struct SongTapped: IdentifiedEvent {
    let identifier = EventIdentifier(
      object: "Song", action: "Tapped", label: "More Info")
  }

  enum Song: String, Event { case tapped = "Song: Tapped" }

  @Suite struct ObjectActionLabelTests {
    @Test func `An event is named as the page says, also behind styles`() {
      let collector = ClosureTracker { print($0.name) }
      Page(article: "ObjectActionLabel").expectOutput {
        TrackableSystem.bootstrap(collector.renaming(.droppingModule))
        SongTapped().trigger()
        // Song: Tapped - More Info
      }
      let lines = printed {
        collector.renaming(.keepingLast(1)).track(SongTapped())
        collector.renaming(.keepingLast(1)).track(Song.tapped)
        collector.renaming(.snakeCase).track(SongTapped())
      }
      #expect(lines == ["Song: Tapped - More Info", "Song: Tapped", "song_tapped_more_info"])
    }
  }
}
