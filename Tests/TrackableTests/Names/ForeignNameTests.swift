import Foundation
import Testing

@testable import Trackable

enum `dotted.events`: String, Event { case happened }

extension Date { enum TestKeys: String, Key { case inFoundation } }

@Suite struct ForeignNameTests {
  @Test func aSpaceInARawIdentifierStaysASpace() {
    #expect(`my keys`.`first key`.name == "TrackableTests.my keys.first key")
  }

  @Test func aDotInARawIdentifierDoesNotEndTheEntity() {
    #expect(`dotted.events`.happened.entity == "dotted.events")
  }

  @Test func aNameIsTheSameOnEveryPlatform() {
    #expect(Date.TestKeys.inFoundation.name == "Foundation.Date.TestKeys.inFoundation")
  }
}
