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
      let steps = (0..<60).map { _ in (system: random.below(3), take: step(&random)) }
      inSystems(3) { systems in
        for (system, take) in steps { systems[system].run { take() } }
        for (number, system) in systems.enumerated() {
          withRecordedTracking { alone in
            for (other, take) in steps where other == number { take() }
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

  private func step(_ random: inout SeededGenerator) -> () -> Void {
    let actions: [ValuePropositionAction] = [.open(), .open(), .start(), .pause(), .complete(), .cancel()]
    let (action, video) = (actions[random.below(6)], ["one", "two"][random.below(2)])
    switch random.below(20) {
    case 0, 1: return { ValuePropositionSessions.current.applicationDidEnterBackground() }
    case 2, 3: return { ValuePropositionSessions.current.applicationWillEnterForeground() }
    case 4: return { TrackableSystem.reset() }
    default: return { take(action, of: video) }
    }
  }

  private func inSystems(_ count: Int, _ body: ([RecordingTracker]) -> Void) {
    withRecordedTracking { recorder in
      if count == 1 { body([recorder]) } else { inSystems(count - 1) { body([recorder] + $0) } }
    }
  }

  @Test func `In a recording with a clock or a time of day, that tells the times of sessions and timings`() {
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
      #expect(recorder.events.map { TrackedValue.date($0.timestamp) } == [0, 60, 90, 95].map { World.date($0) })
      #expect(recorder.events[2].properties["started"] == World.date(60))
      #expect(recorder.events[2].properties["secondsActive"] == 30.0)
      #expect(recorder.last["duration"] == 5.0)
    }
    withRecordedTracking(date: { clock.date }) { recorder in
      take(.open(), .start())
      #expect(recorder.events.map(\.timestamp) == [clock.date, clock.date])
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
