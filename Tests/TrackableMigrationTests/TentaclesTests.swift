import Foundation
import Testing
import TrackableMigration

/// Patrick Fischer's library: what a tracker of before gets.
@MainActor @Suite struct TentaclesTests {
  struct WatchingVideo: ValueProposition {
    let name = "watchingVideo"
    let attributes: Attributes
    struct Attributes: AnalyticsEventAttributes {
      let published: Date
      var parts: [Part] { [Part(published: published)] }

      enum CodingKeys: String, CodingKey { case published, parts }

      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(published, forKey: .published)
        try container.encode(parts, forKey: .parts)
      }
    }
    struct Part: Encodable { let published: Date }
  }

  @available(*, deprecated)
  @Test func `Dates of a session and of its attributes are seconds since 2001, and no other date is`() throws {
    var events: [TrackedEvent] = []
    let begin = Date.timeIntervalSinceReferenceDate
    let published = Date(timeIntervalSinceReferenceDate: 5)
    // Outside of a scope with a tracker of its own, where other trackers get nothing.
    ValuePropositionSessions.$current.withValue(ValuePropositionSessions()) {
      withTrackedProperties(["installed" ~>> published]) {
        let tracker = ClosureTracker { event in MainActor.assumeIsolated { events.append(event) } }
        let video = WatchingVideo(attributes: .init(published: published))
        for action in [ValuePropositionAction.open(), .start(), .pause(), .start(), .cancel()] {
          tracker.track(for: video, with: action)
        }
      }
    }
    let properties = try #require(events.last).properties as TrackedProperties
    #expect(properties["published"] == 5.0 && properties["installed"] == .date(published))
    #expect(properties["parts"] == .array([.properties(["published" ~>> 5.0])]))
    for key in ["open", "start", "pause", "start_1", "canceled"] {
      let seconds = try #require(Double(properties[PropertyKey(key)]?.description ?? ""), "\(key)")
      #expect(seconds >= begin && seconds < begin + 3_600)
    }
  }
}
