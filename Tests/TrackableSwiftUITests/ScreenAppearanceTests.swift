import TestSupport
import Testing

@testable import TrackableSwiftUI

@MainActor @Suite struct ScreenAppearanceTests {
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `In any order of SwiftUI's calls, each appearance has one event, and nothing else has one`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    // true: it appeared.
    let said = (0..<50).map { _ in generator.chance(50) }
    let appearance = ScreenAppearance()
    let tracked = said.map { appears in
      if appears { return appearance.begins() }
      appearance.ends()
      return false
    }
    // An appearance begins at a call for it, unless the call before was the same.
    let expected = said.indices.map { said[$0] && ($0 == 0 || !said[$0 - 1]) }
    #expect(tracked == expected)
  }
}
