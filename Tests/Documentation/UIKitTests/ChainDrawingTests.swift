import Testing
import Trackable
import UIKitStandIn

// The picture of the landing page, which draws the chain of `LandingPageTests`.

@MainActor @Suite struct ChainDrawingTests {
  private let beatles = BeatleListVC()
  private let albums = AlbumListVC()
  private let detail = AlbumDetailVC()
  private let event = Events.User.didRateAlbum
  private let said: TrackedProperties = [Keys.userLikesAlbum ~>> true]
  private var explanation: TrackedPropertiesExplanation { detail.explainTracking(of: event, trackedProperties: said) }

  init() {
    albums.link(to: beatles) { Keys.previousVC ~>> "Beatle list" }
    detail.link(to: albums) { Keys.previousVC ~>> "Album list" }
  }

  private func svg(_ name: String) throws -> String {
    try Repository.text("Sources/Trackable/Trackable.docc/Resources/\(name)")
  }

  /// `albumName: Imagine`, as the drawing has it.
  private func spelt(_ key: PropertyKey, _ value: TrackedValue) -> String {
    "\(key.name.split(separator: ".").last ?? ""): \(value)"
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
    let call = ["track"] + said.flatMap { ["call site", spelt($0.key, $0.value)] }
    let sources = explanation.entries.flatMap { [spelt($0.key, $0.value), "\($0.source)"] }
    return chain + call + ["Events.User.didRateAlbum"] + sources
  }

  @Test func `The drawing shows the page's events, strikes overridden values, and can be read aloud`() throws {
    let drawing = try svg("chain.svg")
    let drawn = drawing.matches(of: #/<text [^>]*>([^<]*)</text>/#).map { String($0.1) }
    #expect(drawn == texts)
    let struck = drawing.matches(of: #/<text [^>]*line-through[^>]*>([^<]*)</text>/#).map { String($0.1) }
    let overridden = explanation.entries.flatMap { entry in entry.overridden.map { spelt(entry.key, $0.value) } }
    #expect(struck == overridden && !struck.isEmpty)
    let description = drawing.firstMatch(of: #/<desc id="desc">([^<]*)</desc>/#).map { String($0.1) } ?? ""
    for entry in explanation.entries {
      #expect(description.contains(entry.key.name.split(separator: ".").last ?? "?"))
    }
    #expect(drawing.contains(#"role="img" aria-labelledby="title desc""#) && drawing.contains("<title id"))
  }

  @Test func `The dark drawing differs in its colours only`() throws {
    let drawings = try ["chain.svg", "chain~dark.svg"].map(svg)
    let colourless = drawings.map { $0.replacing(#/#[0-9a-f]{6}/#, with: "#") }
    #expect(colourless[0] == colourless[1] && drawings[0] != drawings[1])
  }
}
