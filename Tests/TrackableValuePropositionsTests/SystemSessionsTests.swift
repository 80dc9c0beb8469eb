import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting
import TrackableValuePropositions

/// Sessions of one system never meet those of another.
@Suite struct SystemSessionsTests {
  enum Events: String, Event { case tapped }

  private func take(_ actions: ValuePropositionAction..., of video: String = "Learning Swift") {
    for action in actions { TrackingContext().track(for: Watching(video: video), with: action) }
  }

  @Test func `Of several systems, each behaves as if it were alone`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let steps = (0..<60).map { _ in
        (system: Int.random(in: 0..<3, using: &random), step: Step(using: &random))
      }
      inSystems(3) { systems in
        for (system, step) in steps { systems[system].run { step.take() } }
        for (number, system) in systems.enumerated() {
          withRecordedTracking { alone in
            for (other, step) in steps where other == number { step.take() }
            #expect(system.statuses == alone.statuses)
            #expect(system.events.map { $0.text("video") } == alone.events.map { $0.text("video") })
            #expect(system.errors.map(\.step) == alone.errors.map(\.step))
            _ = alone.issues
          }
          _ = system.issues
        }
      }
    }
  }

  private enum Step {
    case take(ValuePropositionAction, String)
    case leave, comeBack, signOut

    init(using random: inout SeededGenerator) {
      let actions: [ValuePropositionAction] = [.open(), .open(), .start(), .pause(), .complete(), .cancel()]
      switch Int.random(in: 0..<20, using: &random) {
      case 0, 1: self = .leave
      case 2, 3: self = .comeBack
      case 4: self = .signOut
      default:
        self = .take(actions[random.below(6)], ["one", "two"][random.below(2)])
      }
    }

    func take() {
      switch self {
      case .take(let action, let video): TrackingContext().track(for: Watching(video: video), with: action)
      case .leave: ValuePropositionSessions.current.applicationDidEnterBackground()
      case .comeBack: ValuePropositionSessions.current.applicationWillEnterForeground()
      case .signOut: TrackableSystem.reset()
      }
    }
  }

  private func inSystems(_ count: Int, _ body: ([RecordingTracker]) -> Void) {
    withRecordedTracking { recorder in
      if count == 1 { body([recorder]) } else { inSystems(count - 1) { body([recorder] + $0) } }
    }
  }

  @Test func `In a recording with a clock, it tells the times and the durations of sessions and timings`() {
    let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000_000))
    withRecordedTracking(clock: clock) { recorder in
      take(.open())
      clock.advance(by: .seconds(60))
      take(.start())
      clock.advance(by: .seconds(30))
      take(.complete())
      let load = TrackingContext().startTiming(Events.tapped)
      clock.advance(by: .seconds(5))
      load.end()
      let start = clock.date - 95
      #expect(recorder.events.map { $0.timestamp.timeIntervalSince(start) } == [0, 60, 90, 95])
      #expect(recorder.events[2].properties["started"] == World.date(60))
      #expect(recorder.events[2].properties["secondsActive"] == 30.0)
      #expect(recorder.last["duration"] == 5.0)
    }
  }

  @Test func `In a recording with a time of day, it tells the times of sessions`() {
    let date = Date(timeIntervalSince1970: 1_000_000)
    withRecordedTracking(date: { date }) { recorder in
      take(.open(), .start())
      #expect(recorder.events.map(\.timestamp) == [date, date])
    }
  }

  @Test func `Sessions that are given win over those of a system`() {
    let world = World()
    ValuePropositionSessions.$current.withValue(world.app) {
      withRecordedTracking { recorder in
        take(.open())
        withRecordedTracking { inner in
          take(.start())
          #expect(inner.statuses == ["started"])
        }
        #expect(recorder.last["valuePropositionSessionId"] == "id-2")
        take(.complete())
      }
    }
  }

  @Test func `A session opened in a system is found wherever that system is entered again`() async {
    await withRecordedTracking { recorder in
      take(.open())
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          recorder.run { take(.start()) }
          continuation.resume()
        }
      }
      withTrackedProperties(["place": "queue"]) { take(.complete()) }
      #expect(recorder.statuses == ["opened", "started", "completed"])
    }
  }

  @Test func `A task that outlives its scope still finds the session that was opened there`() async {
    let (isOver, over) = AsyncStream<Void>.makeStream()
    let task = withRecordedTracking { recorder in
      take(.open())
      return Task {
        for await _ in isOver {}
        take(.start())
        return recorder.statuses
      }
    }
    over.finish()
    #expect(await task.value == ["opened", "started"])
  }

  @Test func `A session that is left open keeps no system, and nothing else, after its scope`() {
    final class Vendor: AnalyticsEventTracker {
      func track(_ event: TrackedEvent) {}
    }
    weak var vendor: Vendor?
    weak var other: Vendor?
    do {
      let tracker = Vendor()
      vendor = tracker
      TrackableSystem.withTracker(tracker) { TrackingContext().track(for: Watching(), with: .open()) }
      let through = Vendor()
      other = through
      withRecordedTracking(through: { $0.combined(with: through) }) { recorder in
        TrackingContext().delivering(to: recorder).track(for: Watching(video: "directly"), with: .open())
        TrackingContext().track(for: Watching(), with: .open())
      }
    }
    #expect(vendor == nil)
    #expect(other == nil)
  }
}
