import Foundation
import Testing
import Trackable

extension Date { enum TestKeys: String, Key { case inFoundation } }

@Suite struct ForeignNameTests {
  @Test func `A name is the same on every platform`() {
    expect(Date.TestKeys.inFoundation.name, is: "Foundation.Date.TestKeys.inFoundation")
  }
}
