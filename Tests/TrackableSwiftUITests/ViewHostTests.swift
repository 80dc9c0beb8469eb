import Testing
import Trackable
import TrackableTesting

@testable import TrackableSwiftUI

@MainActor @Suite struct ViewHostTests {
  @MainActor final class Controller: @MainActor TrackableClass {
    var album: String?
    var trackedProperties: TrackedProperties { Keys.album ~>> album }
  }

  /// Hosts views, as `.trackableParent` does.
  func host(_ host: ViewHost, _ object: (any TrackableClass & Sendable)?) -> ViewParent {
    self.host(host, HostedObject(object))
  }

  func host(_ host: ViewHost, _ given: HostedObject) -> ViewParent {
    host.update(given, fileID: "MyApp/AlbumVC.swift", line: 7)
  }

  /// Hosts views of an object that is gone afterwards.
  func host(_ host: ViewHost, untilGone screen: String) -> HostedObject {
    let controller = Controller()
    controller.setupTrackableChain(trackedProperties: [Keys.screen ~>> screen], parent: nil)
    let given = HostedObject(controller)
    _ = self.host(host, given)
    return given
  }

  @Test func `Hosted views carry the object's link, its computed properties and its ancestors, live`() {
    withRecordedTracking { recorder in
      let (list, detail, host) = (Controller(), Controller(), ViewHost())
      let view = TestView(below: self.host(host, detail), [Keys.first ~>> 1])
      list.album = "Imagine"
      detail.setupTrackableChain(trackedProperties: [Keys.screen ~>> "detail"], parent: list)
      view.parent.track(Moments.tapped)
      detail.album = "Ram"
      view.parent.track(Moments.tapped)
      #expect(recorder.spoken == ["first 1, screen detail, album Imagine", "first 1, screen detail, album Ram"])
    }
  }

  @Test func `An event of a hosted view reaches the tracker that the object has added`() {
    let (app, module) = (RecordingTracker(), RecordingTracker())
    let system = ScopedSystem(bootstrapped: app, issueHandler: { Issue.record("\($0)") })
    let (controller, host) = (Controller(), ViewHost())
    let parent = self.host(host, controller)
    controller.setupTrackableChain(parent: nil)
    controller.deliver(alsoTo: module)
    system.run { parent.track(Moments.tapped) }
    #expect(app.events.count == 1 && module.events.count == 1)
  }

  @Test func `The object is linked once, replaced by another, and removed by nil`() {
    withRecordedTracking { recorder in
      let (left, right, host) = (Controller(), Controller(), ViewHost())
      (left.album, right.album) = ("left", "right")
      let parent = self.host(host, left)
      // Linking again would replace the properties of the link.
      parent.setupTrackableChain(trackedProperties: [Keys.first ~>> "set"])
      for object in [left, right, nil, left] {
        #expect(self.host(host, object) === parent)
        parent.track(Moments.tapped)
      }
      #expect(recorder.spoken == ["first set, album left", "album right", "", "album left"])
    }
  }

  @Test func `The object is not kept alive; its link still counts, and the event names the unread object`() {
    // An object that never had properties is not missed.
    let speaking = Controller()
    speaking.album = "Imagine"
    speaking.setupTrackableChain(parent: nil)
    withRecordedTracking { _ in speaking.track(Moments.tapped) }
    withRecordedTracking { recorder in
      let host = ViewHost()
      let given = self.host(host, untilGone: "detail")
      #expect(given.object == nil)
      // An update finds no object.
      let parent = self.host(host, given)
      parent.track(Moments.tapped)
      #expect(recorder.spoken == ["screen detail"])
      #expect(recorder.events.first?.unread.count == 1)
      #expect(recorder.issues.map(\.kind) == [.ancestorGone])
    }
  }

  @Test func `An object that is gone is removed by nil, and by another one`() {
    withRecordedTracking { recorder in
      let host = ViewHost()
      _ = self.host(host, untilGone: "first")
      self.host(host, nil).track(Moments.tapped)
      let alive = Controller()
      alive.album = "alive"
      _ = self.host(host, alive)
      // This one is gone before the view is updated.
      let gone = self.host(ViewHost(), untilGone: "elsewhere")
      self.host(host, gone).track(Moments.tapped)
      _ = self.host(host, untilGone: "second")
      self.host(host, alive).track(Moments.tapped)
      #expect(recorder.spoken == ["", "", "album alive"])
      #expect(recorder.issues == [])
    }
  }

  @Test func `An object that is below its own views is refused, with an issue at the modifier's line`() {
    withRecordedTracking { recorder in
      let (controller, host) = (Controller(), ViewHost())
      let parent = self.host(host, nil)
      controller.setupTrackableChain(parent: parent)
      _ = self.host(host, controller)
      #expect(recorder.issues.map(\.kind) == [.cycle])
      #expect(recorder.issues.first.map { "\($0.location)" } == "MyApp/AlbumVC.swift:7")
    }
  }
}
