import Testing
import Trackable
import TrackableTesting

import TrackableSwiftUI

@MainActor @Suite struct ViewConcurrencyTests {
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
