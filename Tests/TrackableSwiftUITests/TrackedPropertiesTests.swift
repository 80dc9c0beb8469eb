import Testing
import Trackable
import TrackableTesting

@testable import TrackableSwiftUI

@MainActor @Suite struct TrackedPropertiesTests {
  @Test func `An update with the same views above hands down the same parent, and links nothing again`() {
    withRecordedTracking { recorder in
      let above = ViewParent()
      let view = TestView(below: above, [Keys.first ~>> 1])
      let parent = view.parent
      // Linking again replaces the properties of the link.
      parent.object.setupTrackableChain(trackedProperties: [Keys.second ~>> "set"])
      view.update(below: above, [Keys.first ~>> 2])
      view.parent.track(Moments.tapped)
      #expect(recorder.spoken == ["second set, first 2"])
      // Nothing below is updated for its sake.
      view.update(below: ViewParent(), [Keys.first ~>> 3])
      #expect(view.parent === parent)
    }
  }

  @Test func `A view that gets another environment has it above from then on, also for contexts made before`() {
    withRecordedTracking { recorder in
      let (left, right) = (TestView([Keys.screen ~>> "left"]), TestView([Keys.screen ~>> "right"]))
      let view = TestView(below: left.parent, [Keys.first ~>> 1])
      let below = TestView(below: view.parent, [Keys.second ~>> 2])
      view.update(below: right.parent, [Keys.first ~>> 1])
      below.parent.track(Moments.tapped)
      #expect(recorder.spoken == ["second 2, first 1, screen right"])
    }
  }

  @MainActor final class Model: @MainActor TrackableClass {
    var trackedProperties: TrackedProperties { [Keys.first ~>> "model"] }
  }

  @Test func `A view model is a child of the views above it; once they are gone, its events name the unread layer`() {
    withRecordedTracking { recorder in
      let (screen, model) = (Cell("list"), Model())
      do {
        let view = TestView([Keys.first ~>> "view", Keys.screen ~>> screen.value])
        let environment: any TrackableClass & Sendable = view.parent
        model.setupTrackableChain(parent: environment)
        screen.value = "detail"
        model.track(Moments.tapped)
        withExtendedLifetime(view) {}
      }
      model.track(Moments.tapped)
      #expect(recorder.spoken == ["first model, screen detail", "first model"])
      #expect(recorder.events.last?.unread.count == 1)
      #expect(recorder.issues.map(\.kind) == [.ancestorGone])
    }
  }

  @Test func `Views with nothing above them have the system's root and defaults`() {
    final class Root: TrackableClass, Sendable {
      var trackedProperties: TrackedProperties { [Keys.first ~>> "root"] }
    }
    withRecordedTracking(root: Root()) { recorder in
      ViewParent().track(Moments.tapped)
      TestView([Keys.second ~>> "view"]).parent.track(Moments.tapped)
      #expect(recorder.spoken == ["first root", "second view, first root"])
    }
  }

  @Test func `Nothing is kept: a model that its view speaks of, and that keeps the parent, goes with the view`() {
    @MainActor final class Model {
      var name = "Imagine"
      var parent: (any TrackableClass & Sendable)?
    }
    weak var gone: Model?
    weak var layers: ViewParent?
    withRecordedTracking { recorder in
      do {
        let model = Model()
        let view = TestView([Keys.album ~>> model.name])
        let below = TestView(below: view.parent, [Keys.first ~>> model.name])
        model.parent = below.parent
        model.parent?.track(Moments.tapped)
        (gone, layers) = (model, below.parent)
      }
      #expect(recorder.spoken == ["first Imagine, album Imagine"])
    }
    #expect(gone == nil)
    #expect(layers == nil)
  }
}
