import TestSupport
import Testing
import Trackable
import TrackableTesting

@testable import TrackableSwiftUI

/// Random hierarchies against an oracle that keeps the present and the last properties of each view.
@MainActor @Suite struct HierarchyTests {
  private static let keys: [Keys] = [.first, .second, .third, .fourth]

  /// What a view is known to say, by plain values.
  @MainActor private final class Known {
    let view: TestView
    let above: Known?
    /// What the model holds now, and which of its keys the view speaks of.
    let model = Cell([Keys: Int]())
    var keys: [Keys] = []
    var saidLast: [Keys: Int] = [:]
    var isThere = true

    init(below above: Known?) {
      self.above = above
      view = TestView(below: above?.view.parent ?? ViewParent())
    }

    func update() {
      let (model, keys) = (model, keys)
      view.update(
        below: above?.view.parent ?? ViewParent(),
        TrackedProperties(keys.compactMap { key in model.value[key].map { key ~>> $0 } }))
      say()
    }

    func say() {
      if isThere { saidLast = model.value.filter { keys.contains($0.key) } }
    }

    /// What an event that is tracked below carries.
    func expected() -> [Keys: Int] {
      say()
      return saidLast.merging(above?.expected() ?? [:]) { nearer, _ in nearer }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `Through any changes of views, an event carries the present or last properties of the nearest`(seed: UInt64) {
    withRecordedTracking { recorder in
      var generator = SeededGenerator(seed: seed)
      var all: [Known] = []
      for _ in 0..<120 {
        let known = all.isEmpty ? nil : all[generator.below(all.count)]
        switch (generator.below(7), known) {
        case (0, _) where known?.isThere != false:
          all.append(Known(below: known))
        case (1, let known?) where known.isThere:
          known.keys = Self.keys.filter { _ in generator.chance(50) }
          known.update()
        case (2, let known?), (3, let known?):
          known.model.value[Self.keys[generator.below(4)]] = generator.below(1_000)
        case (4, let known?) where known.isThere:
          known.view.disappear()
          known.say()
        case (5, let known?) where generator.chance(30):
          // With all that is below it, from the leaves up.
          for view in all.reversed()
          where view === known || sequence(first: view, next: \.above).contains(where: { $0 === known }) {
            view.view.remove()
            view.isThere = false
          }
        case (_, let known?):
          recorder.removeAll()
          known.view.parent.track(Moments.tapped)
          let found = recorder.events.first?.properties.dictionary ?? [:]
          let expected = Dictionary(uniqueKeysWithValues: known.expected().map { ($0.key.name, $0.value) })
          #expect(found.compactMapValues { $0 as? Int } == expected)
          #expect(found.count == expected.count && recorder.events.first?.unread == [])
        default: break
        }
      }
      #expect(recorder.issues == [])
    }
  }
}
