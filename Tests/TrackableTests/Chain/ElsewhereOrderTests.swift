import Foundation
import TestSupport
import Testing
import Trackable

/// An event that needs no other actor arrives in order, before `track` returns; nothing waits for a stranger.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereOrderTests {
  private struct Level: UserProperty {
    let value: Int
    var name: String { "level \(value)" }
  }

  private struct Failed: Error {}

  private let warehouses = [Warehouse(), Warehouse()]
  /// Below an ancestor on the warehouse with the same number.
  private let far = [SharedStation("far 0"), SharedStation("far 1")]
  private let ancestors = [SharedBranch("0"), SharedBranch("1")]

  private func linkAll() async {
    for index in 0..<2 { await warehouses[index].link(far[index], parent: ancestors[index]) }
  }

  @Test func `A change of the user comes after the earlier events, which go out as they are`() async {
    await linkAll()
    let recorder = RecordingTracker.plain()
    await TrackableSystem.withTracker(recorder) {
      warehouses[0].close()
      far[0].track(NumberedEvent(1))
      TrackableSystem.identify("john")
      far[0].updateUserProperty(Level(value: 2))
      TrackableSystem.report(Failed(), fileID: "App/File.swift", line: 3)
      TrackableSystem.track(NumberedEvent(4))
      far[0].track(NumberedEvent(5))
      TrackableSystem.reset()
      far[1].track(NumberedEvent(6))
      warehouses[0].open()
      await TrackableSystem.flush()
    }
    expect(
      recorder.calls,
      is: [
        "track 1 [computed far 0: true]", "identify john", "update level 2: 2",
        "report Failed() at App/File.swift:3", "track 4 []", "track 5 [computed far 0: true]", "reset",
        "track 6 [computed far 1: true, computed 1: true]",
      ])
  }

  @Backstage private final class BackstageBranch: @Backstage TrackableClass {
    var trackedProperties: TrackedProperties { "computed backstage" ~>> true }
  }

  @Test @Backstage func `A change of the user first completes what waits for the caller's own actor`() async {
    let branch = BackstageBranch()
    let child = SharedStation("child")
    child.setupTrackableChain(parent: branch)
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      Self.trackOutside(child)
      #expect(recorder.calls.isEmpty)
      TrackableSystem.identify("john")
      expect(recorder.calls, is: ["track 1 [computed child: true, computed backstage: true]", "identify john"])
    }
  }

  @Test @Backstage func `A change of the user reads what the caller's actor has, also above an actor that is busy`()
    async
  {
    let warehouse = Warehouse()
    let (child, busy, top) = (SharedStation("child"), SharedStation("busy"), SharedStation("top"))
    busy.setupTrackableChain(parent: top)
    await warehouse.link(child, parent: busy)
    warehouse.close()
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      Self.trackOutside(child)
      TrackableSystem.identify("john")
    }
    warehouse.open()
    expect(recorder.calls, is: ["track 1 [computed child: true, computed top: true]", "identify john"])
    expect(recorder.events.first?.unread.count, is: 1)
  }

  /// A screen calls a method without isolation, such as a model's, which tracks.
  @Test @MainActor func `On the main actor, code without isolation has at once what screens compute`() {
    let (root, branch) = (MainBranch("root"), MainBranch("main"))
    branch.parent = root
    let child = SharedStation("child")
    child.setupTrackableChain(parent: branch)
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      Self.trackOutside(child)
      expect(recorder.calls, is: ["track 1 [computed child: true, computed main: true, computed root: true]"])
    }
  }

  @Test @MainActor func `On the main actor, code without isolation completes what waits before the user changes`() {
    let branch = MainBranch("main")
    let child = SharedStation("child")
    child.setupTrackableChain(parent: branch)
    let recorder = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: recorder)
    // While this runs here, no other code can read on the main actor.
    let isTracked = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      scoped.run { Self.trackOutside(child) }
      isTracked.signal()
    }
    isTracked.wait()
    #expect(recorder.calls.isEmpty)
    scoped.run { Self.identifyOutside() }
    expect(recorder.calls, is: ["track 1 [computed child: true, computed main: true]", "identify john"])
  }

  private nonisolated static func identifyOutside() { TrackableSystem.identify("john") }

  private nonisolated static func trackOutside(_ child: SharedStation) { child.track(NumberedEvent(1)) }

  @Test func `An event has the time and the values of its call, except those of an ancestor on another actor`() async {
    await linkAll()
    let recorder = RecordingTracker.plain()
    await TrackableSystem.withTracker(recorder) {
      far[0].setupTrackableChain()
      await warehouses[0].link(far[0], saying: ["before" ~>> true], parent: ancestors[0])
      TrackableSystem.defaultProperties = ["default" ~>> "before"]
      warehouses[0].close()
      let before = Date()
      withTrackedProperties(["scope" ~>> "before"]) {
        far[0].track(NumberedEvent(1), trackedProperties: ["site" ~>> true])
      }
      let after = Date()
      while Date() <= after {}
      far[0].setupTrackableChain(trackedProperties: ["after" ~>> true])
      TrackableSystem.defaultProperties = ["default" ~>> "after"]
      ancestors[0].whenAsked { expect(TrackableSystem.defaultProperties["default"], is: "after") }
      warehouses[0].open()
      await TrackableSystem.flush()
      let event = recorder.events.first
      expect(
        event?.properties,
        is: [
          "site" ~>> true, "before" ~>> true, "computed far 0" ~>> true, "computed 0" ~>> true, "scope" ~>> "before",
          "default" ~>> "before",
        ])
      expect(event.map { $0.timestamp >= before && $0.timestamp <= after }, is: true)
    }
  }

  @Test func `A flush waits also for events that a read on another actor tracks`() async {
    await linkAll()
    let recorder = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: recorder)
    ancestors[0].whenAsked { [far] in far[1].track(NumberedEvent(2)) }
    for warehouse in warehouses { warehouse.close() }
    scoped.run { far[0].track(NumberedEvent(1)) }
    let flush = Task {
      await scoped.drain()
      return recorder.events.map(\.name)
    }
    warehouses[0].open()
    await until { !recorder.events.isEmpty }
    for _ in 0..<1_000 { await Task.yield() }
    warehouses[1].open()
    expect(await flush.value, is: ["1", "2"])
  }
}
