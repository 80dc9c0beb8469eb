import Foundation
import Synchronization
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

  @Test func `The front tracks on an object of the chain, and without one, for the user it was told of`() throws {
    let heard = Mutex<[String]>([])
    let spoken = Mutex<[String]>([])
    let tracker = ClosureTracker { event in
      let properties = event.properties.map { property -> String in
        "\(property.key.name.split(separator: ".").last ?? "") \(property.value.json)"
      }
      spoken.withLock { $0.append("\(event.name): \(properties.joined(separator: ", "))") }
      heard.withLock { $0.append("\(event.name) \(event.properties.json) \(event.userID ?? "-")") }
    }
    TrackableSystem.withTracker(tracker) {
      let (list, song) = (SongListVC(), SongVC())
      song.song = "Yesterday"
      Front.identify("john")
      Front.link(song, to: list, properties: ["row": 1])
      Front.track("Song Rated", on: song, properties: ["stars": NSNumber(value: 5)])
      Front.reset()
      Front.link(Plain(), to: list, properties: ["row": 2])
      Front.track("App Opened", on: nil, properties: [:])
      Front.track("Plain", on: Plain(), properties: ["a": "b"])
    }
    #expect(
      heard.withLock { $0 } == [
        #"Song Rated {"stars":5,"row":1,"UIKitTests.SongKeys.song":"Yesterday","UIKitTests.SongKeys.album":"Imagine"} john"#,
        #"App Opened {} -"#, #"Plain {"a":"b"} -"#,
      ])
    let page = URL(filePath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Trackable/Trackable.docc/ObjectiveC.md")
    let line = spoken.withLock { $0.first ?? "" }
    #expect(try String(contentsOf: page, encoding: .utf8).contains("\n// \(line)\n"), "\(line)")
  }
}
