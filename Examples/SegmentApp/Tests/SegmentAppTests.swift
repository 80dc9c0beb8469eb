import Foundation
@preconcurrency import Segment
import Testing
import Trackable

@testable import SegmentAfter
@testable import SegmentBefore
@testable import SegmentMiddle

/// The app leaves the SDK, and its messages stay. The step `wire` compares what is sent.
@MainActor @Suite struct SegmentAppTests {
  private static let before = SegmentBefore.Program.play()

  @Test func `While both report, the first source gets each message once, as before`() {
    let second = Second()
    let middle = TrackableSystem.withTracker(SegmentMiddle.trackers(SegmentMiddle.Program.segment, second)) {
      SegmentMiddle.Program.play()
    }
    #expect(Self.compared(middle) == Self.compared(Self.before))
    // The account has not begun.
    let begun = Self.before.filter { message in
      !["Account", "Signed In", "Newsletter Toggled", "Signed Out"].contains { message.contains("\"\($0)\"") }
    }
    #expect(begun.count == Self.before.count - 4)
    #expect(Self.compared(second.segment.messages) == Self.compared(begun))
  }

  @Test func `After that, the app sends the same messages, and one of them has the store as well`() {
    let second = Second()
    TrackableSystem.withTracker(second.renaming(.keepingLast(1))) { SegmentAfter.Program.play() }
    let expected = Self.before.map {
      $0.replacing(#""properties":{"on":true}"#, with: #""properties":{"on":true,"store":"uk"}"#)
    }
    #expect(expected != Self.before)
    #expect(Self.compared(second.segment.messages) == Self.compared(expected))
  }

  /// The messages without their times and sources, and with a number for each anonymous ID.
  private static func compared(_ messages: [String]) -> [String] {
    var people: [String] = []
    return messages.map { message in
      let object = try? JSONSerialization.jsonObject(with: Data(message.utf8))
      guard var fields = object as? [String: Any], let person = fields["anonymousId"] as? String else { return message }
      if !people.contains(person) { people.append(person) }
      fields["anonymousId"] = people.firstIndex(of: person)
      fields["timestamp"] = nil
      fields["writeKey"] = nil
      let json = try? JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
      return String(decoding: json ?? Data(), as: UTF8.self)
    }
  }
}

/// Gives every call to an SDK of its own.
private struct Second: AnalyticsEventTracker {
  let segment = Analytics(configuration: Configuration(writeKey: "second-source"))

  func track(_ event: TrackedEvent) { OldSDK(segment: segment).track(event) }

  func update(_ property: TrackedUserProperty) {
    if case .group(let traits) = property.operation {
      segment.group(groupId: "\(property.operand)", traits: traits.dictionary)
    } else {
      segment.identify(traits: [property.name: "\(property.operand)"])
    }
  }

  func identify(_ user: TrackedUser) { segment.identify(userId: user.id, traits: user.traits.dictionary) }

  func reset() { segment.reset() }
}
