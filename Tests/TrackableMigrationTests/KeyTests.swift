import Testing
import TrackableMigration

struct KeyTests {
  @Test func `A key of another file may have the case name`() {
    let properties: TrackedProperties = [ArtistKeys.name ~>> "Queen", ArtistKeys.screen ~>> "Search"]
    #expect(properties.map(\.key.name) == ["name", "screen"].map { "TrackableMigrationTests.ArtistKeys.\($0)" })
    #expect(ArtistKeys.name.name == "TrackableMigrationTests.ArtistKeys.name")
  }
}
