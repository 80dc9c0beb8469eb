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

  @Test func `Updates, removals and events of many tasks: each event arrives once, with what some update said`() async {
    let (tasks, events) = (4, 100)
    await withRecordedTracking { recorder in
      let number = Cell(0)
      let app = TestView([Keys.screen ~>> "app"])
      var view = TestView(below: app.parent, [Keys.first ~>> number.value])
      await withTaskGroup(of: Void.self) { group in
        for task in 0..<tasks {
          let parent: any TrackableClass & Sendable = view.parent
          group.addTask {
            for event in 0..<events {
              parent.track(Moments.loaded, trackedProperties: [Keys.second ~>> task * events + event])
              await Task.yield()
            }
          }
        }
        for update in 1...200 {
          number.value = update
          view.update(below: app.parent, [Keys.first ~>> number.value])
          if update == 100 {
            view.disappear()
            view.remove()
            view = TestView(below: app.parent, [Keys.first ~>> number.value])
          }
          await Task.yield()
        }
      }
      await TrackableSystem.flush()
      let seconds = recorder.events.compactMap { $0.properties.dictionary[Keys.second.name] as? Int }
      #expect(seconds.sorted() == Array(0..<tasks * events))
      let firsts = recorder.events.compactMap { $0.properties.dictionary[Keys.first.name] as? Int }
      // The first view says nothing after the hundredth update.
      #expect(firsts.count == tasks * events && firsts.allSatisfy { (0...100).contains($0) })
      #expect(recorder.events.allSatisfy { $0.spoken.hasSuffix("screen app") })
      #expect(recorder.issues == [])
    }
  }
}
