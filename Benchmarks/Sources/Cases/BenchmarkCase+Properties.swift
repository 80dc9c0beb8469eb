import Trackable

extension BenchmarkCase {
  /// Operations on ``TrackedProperties``, without events.
  static func properties() -> [BenchmarkCase] {
    [
      BenchmarkCase("properties: a literal of 1") {
        let album = typicalAlbum()
        return { note(one(album).count) }
      },
      BenchmarkCase("properties: a literal of 6") {
        let album = typicalAlbum()
        return { note(six(album).count) }
      },
      BenchmarkCase("properties: the builder, 6 with an if and a for") {
        let album = typicalAlbum()
        return { note(built(album).count) }
      },
      BenchmarkCase("properties: merging 6 and 6, half of them the same") {
        let (left, right) = (unknown(numbered(0..<6)), unknown(numbered(3..<9)))
        return { note(left.merging(right).count) }
      },
      BenchmarkCase("properties: merging 32 and 32, half of them the same") {
        let (left, right) = (unknown(numbered(0..<32)), unknown(numbered(16..<48)))
        return { note(left.merging(right).count) }
      },
      BenchmarkCase("properties: a lookup among 6", mostAllocations: 0) {
        let properties = unknown(numbered(0..<6))
        let key = unknown(ManyKeys.k004)
        return { note(properties[key]?.weight ?? 0) }
      },
      BenchmarkCase("properties: a lookup among 256", mostAllocations: 0) {
        let properties = unknown(numbered(0..<256))
        let key = unknown(ManyKeys.k200)
        return { note(properties[key]?.weight ?? 0) }
      },
      BenchmarkCase("properties: a lookup that finds nothing", mostAllocations: 0) {
        let properties = unknown(numbered(0..<6))
        let key = unknown(ManyKeys.k200)
        return { note(properties[key]?.weight ?? 0) }
      },
      BenchmarkCase("properties: the dictionary of 6") {
        let properties = unknown(six(typicalAlbum()))
        return { note(properties.dictionary.count) }
      },
      BenchmarkCase("properties: the dictionary of 6 inside another one") {
        let properties: TrackedProperties = [AlbumKeys.albumName ~>> six(typicalAlbum())]
        return { note(properties.dictionary.count) }
      },
      BenchmarkCase("properties: 3 encoded") {
        let album = unknown(EncodedAlbum(name: "Imagine", year: 1971, isRemastered: false))
        return { note((try? TrackedProperties(encoding: album))?.count ?? 0) }
      },
    ]
  }

  /// JSON lines, as the example app Beatles writes them.
  static func lines() -> [BenchmarkCase] {
    [
      BenchmarkCase("lines: an event with 6 properties as a line of JSON") {
        let event = TrackedEvent(AlbumEvent.rated, properties: six(typicalAlbum()))
        return {
          let line: TrackedProperties = ["event" ~>> event.name, "properties" ~>> event.properties]
          note(line.json.utf8.count)
        }
      },
      BenchmarkCase("lines: a chain of depth 4 to lines of JSON") {
        useSystem(LineTracker())
        let chain = AlbumChain.typical()
        return { chain.track() }
      },
    ]
  }

  private static func typicalAlbum() -> Album { Album(name: "Imagine", year: 1971, isRemastered: false) }

  @inline(never) private static func one(_ album: Album) -> TrackedProperties { [AlbumKeys.albumName ~>> album.name] }

  @inline(never) private static func six(_ album: Album) -> TrackedProperties {
    [
      AlbumKeys.userLikesAlbum ~>> true,
      AlbumKeys.previousVC ~>> "Album list",
      AlbumKeys.albumName ~>> album.name,
      AlbumKeys.albumYear ~>> album.year,
      AlbumKeys.isRemastered ~>> album.isRemastered,
      AlbumKeys.appVersion ~>> "1.0",
    ]
  }

  @inline(never) @TrackedPropertiesBuilder private static func built(_ album: Album) -> TrackedProperties {
    AlbumKeys.albumName ~>> album.name
    if !album.isRemastered { AlbumKeys.albumYear ~>> album.year }
    for key in ManyKeys.all.prefix(4) { key ~>> album.year }
  }

  private static func numbered(_ range: Range<Int>) -> TrackedProperties {
    TrackedProperties(range.map { ManyKeys.all[$0] ~>> $0 })
  }
}

private struct EncodedAlbum: Encodable {
  let name: String
  let year: Int
  let isRemastered: Bool
}

/// Discards lines.
private struct LineTracker: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {
    let line: TrackedProperties = ["event" ~>> event.name, "properties" ~>> event.properties]
    note(line.json.utf8.count)
  }
}
