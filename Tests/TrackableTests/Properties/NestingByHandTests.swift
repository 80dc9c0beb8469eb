import Testing
import Trackable

@Suite struct NestingByHandTests {
  /// Each level is mended as it is made: the text below level 32 must not be quoted anew on every level above it.
  @Test func `A literal nested far too deep grows by a level and not by doubling`() {
    var properties: TrackedProperties = ["leaf" ~>> "\"quoted\""]
    for _ in 0..<60 { properties = ["k" ~>> properties] }
    #expect(properties.first?.flaws.contains(.tooDeep) == true)
    #expect(properties.json.utf8.count < 2_000)
  }
}
