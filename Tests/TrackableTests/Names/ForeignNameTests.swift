import Foundation
import Testing
import Trackable

enum `dotted.events`: String, Event { case happened }

extension Date { enum TestKeys: String, Key { case inFoundation } }

@Suite struct ForeignNameTests {
  @Test func `A dot in a raw identifier does not end the entity`() {
    expect(`dotted.events`.happened.entity, is: "dotted.events")
  }

  @Test func `A name is the same on every platform`() {
    expect(Date.TestKeys.inFoundation.name, is: "Foundation.Date.TestKeys.inFoundation")
  }
}
