import Testing
import Trackable

private enum Failure: Error, Equatable { case expected }

private struct Plan: UserProperty { let value: String }

@Suite struct ScopeTests {
  @Test func `A system of its own has no tracker of the surrounding task`() {
    let (task, task2, system) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    withTrackedProperties([Keys.a ~>> 1], in: .current.delivering(to: task)) {
      withSystem(system) {
        Plain().track(NumberedEvent(1))
        withTrackedProperties([Keys.b ~>> 2], in: .current.delivering(to: task2)) { Plain().track(NumberedEvent(2)) }
        withSystem(system) { TrackingContext().track(NumberedEvent(3)) }
      }
      Plain().track(NumberedEvent(4))
    }
    expect(system.events.map(\.name), is: ["1", "3"])
    expect(system.events.map(\.properties), is: [[Keys.a ~>> 1], [Keys.a ~>> 1]])
    expect(task2.events.map(\.name), is: ["2"])
    expect(task.events.map(\.name), is: ["4"])
  }

  @Test func `Nothing reaches the trackers of links, contexts and tasks inside a system of its own`() async {
    let (vendor, system) = (RecordingTracker.plain(), RecordingTracker.plain())
    let (child, parent) = (SharedStation("child"), SharedBranch("parent"))
    let warehouse = Warehouse()
    parent.deliver(to: vendor)
    await warehouse.link(child, parent: parent, adding: vendor)
    let kept = TrackingContext().appending([Keys.b ~>> 2]).delivering(to: vendor).delivering(alsoTo: vendor)
    await TrackableSystem.withTracker(system) {
      parent.track(NumberedEvent(1))
      kept.track(NumberedEvent(2))
      await withTrackedProperties([Keys.a ~>> 1], in: kept.delivering(to: vendor)) {
        Plain().track(NumberedEvent(3))
        NumberedEvent(4).trigger()
        // It waits for an ancestor elsewhere.
        child.track(NumberedEvent(5))
        await TrackableSystem.flush()
        TrackableSystem.identify("john")
        Plain().updateUserProperty(Plan(value: "free"))
        TrackableSystem.report(Failure.expected, fileID: "App/File.swift", line: 3)
        TrackableSystem.purge()
      }
    }
    #expect(vendor.calls.isEmpty)
    expect(system.events.map(\.name), is: ["1", "2", "3", "4", "5"])
    #expect(system.events.dropFirst(2).allSatisfy { $0.properties[Keys.a] == 1 })
    expect(system.calls.count, is: 9)
  }

  @Test func `A scope begins with the defaults and the issue handler outside, and keeps its own`() {
    let (recorder, outer, inner) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.defaultProperties = [Keys.a ~>> "outer", Keys.b ~>> "outer"]
      TrackableSystem.issueHandler = { outer.record($0) }
      TrackableSystem.withTracker(recorder) {
        TrackableSystem.defaultProperties += [Keys.a ~>> "inner"]
        Plain().track(NumberedEvent(1), trackedProperties: [Keys.c ~>> Double.nan])
        TrackableSystem.issueHandler = { inner.record($0) }
        Plain().track(NumberedEvent(1), trackedProperties: [Keys.c ~>> Double.nan])
      }
      Plain().track(NumberedEvent(2), trackedProperties: [Keys.b ~>> "call"])
    }
    let inside: TrackedProperties = [Keys.a ~>> "inner", Keys.b ~>> "outer", Keys.c ~>> "NaN"]
    expect(recorder.events.map(\.properties), is: [inside, inside, [Keys.a ~>> "outer", Keys.b ~>> "call"]])
    expect([outer.issues.map(\.kind), inner.issues.map(\.kind)], is: [[.valueDoesNotFit], [.valueDoesNotFit]])
    #expect(TrackableSystem.defaultProperties.isEmpty)
  }

  @Test func `Results and errors pass through, and end the scope`() async throws {
    let (outer, inner) = (RecordingTracker.plain(), RecordingTracker.plain())
    await TrackableSystem.withTracker(outer) {
      expect(TrackableSystem.withTracker(inner) { 7 }, is: 7)
      expect(await TrackableSystem.withTracker(inner) { () async in 8 }, is: 8)
      do throws(Failure) {
        try TrackableSystem.withTracker(inner) { () throws(Failure) in throw .expected }
      } catch {
        let typed: Failure = error
        expect(typed, is: .expected)
      }
      do throws(Failure) {
        try await TrackableSystem.withTracker(inner) { () async throws(Failure) in throw .expected }
      } catch {
        let typed: Failure = error
        expect(typed, is: .expected)
      }
      Plain().track(NumberedEvent(1))
    }
    expect([outer.events.count, inner.events.count], is: [1, 0])
  }

  @Test func `Child tasks inherit the scope, and detached tasks do not`() async {
    let recorder = RecordingTracker.plain()
    let outside = await withSystem(recorder) { () async -> ObjectIdentifier? in
      async let child: Void = Plain().track(NumberedEvent(1))
      await child
      await withTaskGroup(of: Void.self) { group in group.addTask { Plain().track(NumberedEvent(2)) } }
      await Task { Plain().track(NumberedEvent(3)) }.value
      return await Task.detached { ScopedSystem.currentIdentity }.value
    }
    expect(recorder.events.map(\.name), is: ["1", "2", "3"])
    #expect(outside == nil)
  }

  @MainActor @Test func `An asynchronous scope stays on the caller's actor`() async {
    await TrackableSystem.withTracker(NoOpTracker()) {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
    }
  }

}
