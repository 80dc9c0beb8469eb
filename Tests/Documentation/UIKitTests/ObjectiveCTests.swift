import Foundation
import Testing
import Trackable
import UIKitStandIn

// The front of <doc:ObjectiveC>, as it is written there but for `@objc`, which Linux refuses.

private enum ObjectiveCPage {
  @MainActor final class ObjectiveCFront: NSObject {
    /// Tracks an event on an object, with the properties of its ancestors.
    static func track(
      _ name: String, on object: Any?, properties: [String: Any]
    ) {
      let event = NamedEvent(name: name)
      let properties = TrackedProperties(dictionary: properties)
      guard let object = object as? any TrackableClass else {
        return TrackableSystem.track(event, trackedProperties: properties)
      }
      object.track(event, trackedProperties: properties)
    }

    /// Links a screen to the one that the user came from.
    static func link(
      _ screen: UIViewController, to parent: UIViewController,
      properties: [String: Any]
    ) {
      guard
        let child = screen as? any UIViewController & TrackableClass,
        let parent = parent as? any UIViewController & TrackableClass
      else { return }
      child.setupTrackableChain(
        trackedProperties: TrackedProperties(dictionary: properties),
        parent: parent)
    }

    static func identify(_ userID: String) {
      TrackableSystem.identify(userID)
    }

    static func reset() { TrackableSystem.reset() }
  }

  struct NamedEvent: AnalyticsEvent { let name: String }
}

private final class Plain: UIViewController {}

@MainActor @Suite struct ObjectiveCTests {
  private typealias Front = ObjectiveCPage.ObjectiveCFront

  @Test func `The front tracks on an object of the chain, and without one, for the user it was told of`() {
    let (list, song) = (SongListVC(), SongVC())
    song.song = "Yesterday"
    let lines = printed {
      TrackableSystem.bootstrap(ClosureTracker { print("\($0.name): \($0.properties.spoken)|\($0.userID ?? "-")") })
      Front.identify("john")
      Front.link(song, to: list, properties: ["row": 1])
      Front.track("Song Rated", on: song, properties: ["stars": NSNumber(value: 5)])
      Front.reset()
      Front.link(Plain(), to: list, properties: ["row": 2])
      Front.track("App Opened", on: nil, properties: [:])
      Front.track("Plain", on: Plain(), properties: ["a": "b"])
    }
    let rated = lines[0].split(separator: "|").map(String.init)
    Page(article: "ObjectiveC").expect([rated[0]])
    #expect(rated[1] == "john" && lines.dropFirst() == ["App Opened: |-", #"Plain: a "b"|-"#])
  }
}
