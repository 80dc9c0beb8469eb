import Testing
import Trackable

/// Code without isolation tracks below a screen, on the main actor and on other threads at the same time.
@Suite struct MainActorConcurrencyTests {
  @MainActor private final class Screen: @MainActor TrackableClass {
    private var first = 0
    private var second = 0

    func change() {
      first += 1
      second = first
    }

    var trackedProperties: TrackedProperties { ["first" ~>> first, "second" ~>> second] }
  }

  private final class Model: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
    func play() { track(NumberedEvent(1)) }
  }

  @MainActor private static func change(_ screen: Screen, andPlay model: Model, _ scoped: ScopedSystem) async {
    for _ in 0..<300 {
      screen.change()
      scoped.run { model.play() }
      await Task.yield()
    }
  }

  @Test func `Every event from any thread has the properties of the screen, read on the main actor`() async {
    let recorder = RecordingTracker.plain()
    let model = Model()
    let screen = await MainActor.run { Screen() }
    await MainActor.run { model.setupTrackableChain(parent: screen) }
    let scoped = ScopedSystem(bootstrapped: recorder)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask { scoped.run { for _ in 0..<300 { model.play() } } }
      }
      group.addTask { await Self.change(screen, andPlay: model, scoped) }
    }
    await scoped.drain()
    let events = recorder.events
    expect(events.count, is: 1_200)
    #expect(events.allSatisfy { $0.properties["first"] != nil && $0.properties["first"] == $0.properties["second"] })
  }
}
