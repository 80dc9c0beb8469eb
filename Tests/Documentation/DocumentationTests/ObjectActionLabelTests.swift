import Testing
import Trackable
import TrackableTesting

private enum ObjectActionLabelPage {
  struct SongTapped: IdentifiedEvent {
    let identifier = EventIdentifier(
      object: "Song", action: "Tapped", label: "More Info")
  }

  enum Song: String, Event { case tapped = "Song: Tapped" }
}

@Suite struct ObjectActionLabelTests {
  private typealias SongTapped = ObjectActionLabelPage.SongTapped

  @Test func `An event is named as the page says, also behind styles`() {
    let output = Output()
    let spelt = ["droppingModule": NamingStyle.droppingModule, "snakeCase": .snakeCase, "keepingLast": .keepingLast(1)]
    for (name, style) in spelt.sorted(by: { $0.key < $1.key }) {
      TrackableSystem.withTracker(ClosureTracker { output.write("\(name) \($0.name)") }.renaming(style)) {
        SongTapped().trigger()
        // Song: Tapped - More Info
        if name == "keepingLast" { ObjectActionLabelPage.Song.tapped.trigger() }
      }
    }
    #expect(
      output.lines == [
        "droppingModule Song: Tapped - More Info", "keepingLast Song: Tapped - More Info", "keepingLast Song: Tapped",
        "snakeCase song_tapped_more_info",
      ])
    #expect(EventIdentifier(object: "Song", action: "Played").formatted == "Song: Played")
    #expect(Page(article: "ObjectActionLabel").promises(SongTapped().name))
  }
}
