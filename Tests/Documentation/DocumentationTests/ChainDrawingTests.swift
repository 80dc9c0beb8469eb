import Foundation
import Testing
import Trackable
import TrackableTesting

/// The chain that the landing page draws.
private enum Beatles {
  enum Events { enum User: String, Event { case didRateAlbum } }
  enum Keys: String, Key { case beatleName, albumName, previousVC, userLikesAlbum }

  final class BeatleListVC: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { Keys.beatleName ~>> "John Lennon" }
  }
  final class AlbumListVC: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties { Keys.albumName ~>> "Imagine" }
  }
  final class AlbumDetailVC: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }
}

@Suite struct ChainDrawingTests {
  private static let drawings = ["chain.svg", "chain~dark.svg"]
  private let beatles = Beatles.BeatleListVC()
  private let albums = Beatles.AlbumListVC()
  private let detail = Beatles.AlbumDetailVC()
  private let event = Beatles.Events.User.didRateAlbum
  private let said: TrackedProperties = [Beatles.Keys.userLikesAlbum ~>> true]

  init() {
    albums.link(to: beatles) { Beatles.Keys.previousVC ~>> "Beatle list" }
    detail.link(to: albums) { Beatles.Keys.previousVC ~>> "Album list" }
  }

  private func svg(_ name: String) throws -> String {
    try Repository.text("Sources/Trackable/Trackable.docc/Resources/\(name)")
  }

  /// `albumName: Imagine`, as the drawing has it.
  private func spelt(_ property: TrackedProperty) -> String {
    "\(property.key.name.split(separator: ".").last ?? ""): \(property.value)"
  }

  /// What the drawing says from top to bottom: the chain, the call, the event.
  private var texts: [String] {
    // A line has a type; or a label, a key and a value.
    let chain = detail.trackableChainDescription().description.split(separator: "\n").flatMap { line in
      let words = line.drop { " └─".contains($0) }.split(separator: " ", maxSplits: 2)
      if words.count == 1 { return words.map(String.init) }
      let key = words[1].split(separator: ".").last ?? ""
      return [String(words[0]), "\(key): \(words[2].filter { $0 != "\"" })"]
    }
    let call = ["track"] + said.flatMap { ["call site", spelt($0)] }
    let received = withRecordedTracking { recorder in
      detail.track(event, trackedProperties: said)
      return recorder.events[0]
    }
    let explanation = detail.explainTracking(of: event, trackedProperties: said)
    let sources = received.properties.flatMap { property in
      [spelt(property), explanation[property.key].map { "\($0.source)" } ?? "?"]
    }
    return chain + call + [received.name.split(separator: ".").suffix(3).joined(separator: ".")] + sources
  }

  @Test(arguments: drawings) func `The drawing shows the events of the page, and nothing else`(name: String) throws {
    let drawn = try svg(name).matches(of: #/<text [^>]*>([^<]*)</text>/#).map { String($0.1) }
    #expect(drawn == texts)
  }

  @Test(arguments: drawings) func `The drawing strikes through overridden values`(name: String) throws {
    let struck = try svg(name).matches(of: #/<text [^>]*line-through[^>]*>([^<]*)</text>/#).map { String($0.1) }
    let explanation = detail.explainTracking(of: event, trackedProperties: said)
    let overridden = explanation.entries.flatMap { entry in
      entry.overridden.map { "\(entry.key.name.split(separator: ".").last ?? ""): \($0.value)" }
    }
    #expect(struck == overridden && !struck.isEmpty)
  }

  @Test func `Both drawings differ in their colours only, and can be read aloud`() throws {
    let drawings = try Self.drawings.map(svg)
    let colourless = drawings.map { $0.replacing(#/#[0-9a-f]{6}/#, with: "#") }
    #expect(colourless[0] == colourless[1] && drawings[0] != drawings[1])
    let description = drawings[0].firstMatch(of: #/<desc id="desc">([^<]*)</desc>/#).map { String($0.1) } ?? ""
    let keys = detail.explainTracking(of: event, trackedProperties: said).entries.map(\.key.name)
    for key in keys { #expect(description.contains(key.split(separator: ".").last ?? "?")) }
    #expect(drawings[0].contains(#"role="img" aria-labelledby="title desc""#) && drawings[0].contains("<title id"))
  }
}
