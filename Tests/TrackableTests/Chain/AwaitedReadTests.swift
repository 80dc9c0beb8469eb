import TestSupport
import Testing
import Trackable
import TrackableTesting

/// A worker's event that is tracked and awaited carries what its screen says at that moment, and arrives in the order of the
/// program: the read is enqueued on the screen's actor before `track` returns.
struct AwaitedReadTests {
  private enum Steps: String, Event { case first, second, third, fourth, fifth }
  private enum Keys: String, Key { case number }

  @MainActor private final class MainScreen: @MainActor TrackableClass {
    var number = 0
    var trackedProperties: TrackedProperties { Keys.number ~>> number }
  }

  private actor Worker: TrackableClass {
    nonisolated var trackedProperties: TrackedProperties {}
    func go(_ step: Steps) { track(step) }
  }

  private static let expected = ["first 1", "second 1", "third 2", "fourth 2", "fifth 3"]
  private let rounds = SearchScale.times(200, long: 1_000)

  private func told(_ recorder: RecordingTracker) -> [String] {
    recorder.events.map { "\($0.name.split(separator: ".").last ?? "") \($0.properties[Keys.number] ?? .null)" }
  }

  @Test @MainActor func `A worker's event that the screen awaits is of that moment, and in order`() async {
    var different: [[String]] = []
    for _ in 0..<rounds {
      let (screen, worker, recorder) = (MainScreen(), Worker(), RecordingTracker())
      await TrackableSystem.withTracker(recorder) {
        worker.setupTrackableChain(parent: screen)
        screen.number = 1
        screen.track(Steps.first)
        await worker.go(.second)
        screen.number = 2
        screen.track(Steps.third)
        await worker.go(.fourth)
        screen.number = 3
        screen.track(Steps.fifth)
      }
      if told(recorder) != Self.expected { different.append(told(recorder)) }
    }
    expect(different, is: [])
  }

  /// A screen of another actor: the system reads its isolated properties there.
  private actor Player: TrackableClass {
    private let page = Shared(0)
    private var begun = 0
    nonisolated var trackedProperties: TrackedProperties { Keys.number ~>> page.value }
    // With optimisation, a task enters an actor only for what is the actor's.
    func begin() { begun += 1 }

    func run(_ rounds: Int, _ priority: TaskPriority, _ recorder: RecordingTracker) async -> Int {
      let worker = Worker()
      worker.setupTrackableChain(parent: self)
      var late = 0
      for round in 1...rounds {
        page.set(round)
        await Task(priority: priority) { @concurrent in
          // So the awaiting code has given up the actor.
          await self.begin()
          await worker.go(.first)
        }.value
        if recorder.events.count < round { late += 1 }
      }
      return late
    }
  }

  @Test(arguments: [TaskPriority.low, .high])
  func `Who awaits a task of the same or of lower priority gets the order of the program, too`(priority: TaskPriority)
    async
  {
    let recorder = RecordingTracker()
    let rounds = rounds
    let late = await TrackableSystem.withTracker(recorder) {
      await Task(priority: .high) { await Player().run(rounds, priority, recorder) }.value
    }
    expect(late, is: 0)
    expect(told(recorder), is: (1...rounds).map { "first \($0)" })
  }
}
