import Testing
import TestSupport
import Trackable

private struct Level: UserProperty {
  let value: Int
  var name = "level"
}

/// Trackers that keep a user and are not the system's.
@Suite struct RegisteredTrackersTests {
  private let system = RecordingTracker.plain()
  private let module = RecordingTracker.plain()
  private let late = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  /// Runs `operation` in a system with this tracker.
  private func within(
    _ tracker: (any AnalyticsEventTracker)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async -> Void
  ) async {
    await withSystem(tracker ?? system, issues: issues, operation: operation)
  }

  /// Counts flushes.
  private struct Flushed: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let count = Shared(0)
    func flush() async { count.add(1) }
  }

  @Test func `Calls about the user reach the system's tracker and each registered one once, and events do not`()
    async
  {
    let (other, flushed) = (RecordingTracker.plain(), Flushed(base: module))
    await within {
      TrackableSystem.register(flushed)
      TrackableSystem.register(other.filter { _ in true })
      TrackableSystem.identify("john")
      Level(value: 1).update()
      Noted().trigger()
      TrackableSystem.report(Sample.Failure(description: "lost"))
      TrackableSystem.purge()
      TrackableSystem.reset()
      await TrackableSystem.flush()
    }
    expect(system.calls.count, is: 6)
    for tracker in [module, other] {
      expect(tracker.calls, is: ["identify john", "update level: 1", "purge", "reset"])
    }
    expect(flushed.count.value, is: 1)
  }

  @Test func `Registered trackers get an identify also if a tracker of a link calls it`() async {
    // In a task with a tracker of its own, that one is told in place of the system's.
    let telling = ClosureTracker { event in if event.base is Noted { TrackableSystem.identify("john") } }
    await within {
      TrackableSystem.register(module)
      withTrackedProperties([:], in: .current.delivering(to: telling)) {
        Noted().trigger()
        TrackableSystem.purge()
      }
      TrackableSystem.register(late)
    }
    expect(module.calls, is: ["identify john", "purge"])
    expect(system.calls, is: ["purge"])
    expect(late.calls, is: ["identify john"])
  }

  @Test func `A tracker that registers later first gets who the user is`() async {
    let (third, fourth) = (RecordingTracker.plain(), RecordingTracker.plain())
    await within {
      Level(value: 1).update()
      TrackableSystem.identify("john", traits: ["plan" ~>> "gold"])
      Level(value: 2).update()
      Level(value: 3, name: "rank").update()
      TrackableSystem.register(module)
      Level(value: 4).update()
      TrackableSystem.identify("paul")
      TrackableSystem.register(third)
      TrackableSystem.reset()
      TrackableSystem.register(fourth)
    }
    expect(
      module.calls,
      is: [
        "identify john", "update level: 2", "update rank: 3", "update level: 4", "identify paul", "reset",
      ])
    expect(module.users[0].traits, is: ["plan" ~>> "gold"])
    expect(third.calls, is: ["identify paul", "reset"])
    // It may know a user of an earlier launch.
    expect(fourth.calls, is: ["reset"])
  }

  @Test func `Registered trackers do not wait for the bootstrap`() {
    ScopedSystem(bootstrapped: nil, issueHandler: issues.record).run {
      TrackableSystem.identify("john")
      TrackableSystem.register(module)
      TrackableSystem.bootstrap(system)
      TrackableSystem.reset()
    }
    expect(module.calls, is: ["identify john", "reset"])
    expect(system.calls, is: ["identify john", "reset"])
  }

  @Test func `A scope has registered trackers of its own`() async {
    let (inner, scope) = (RecordingTracker.plain(), RecordingTracker.plain())
    await within {
      TrackableSystem.register(module)
      TrackableSystem.identify("john")
      TrackableSystem.withTracker(scope) {
        TrackableSystem.register(inner)
        TrackableSystem.identify("test")
      }
      TrackableSystem.reset()
    }
    expect(module.calls, is: ["identify john", "reset"])
    expect(inner.calls, is: ["identify test"])
    expect(scope.calls, is: ["identify test"])
  }

  @Test func `A tracker that registers while the user changes knows the last user`() async {
    let scoped = ScopedSystem(bootstrapped: system, issueHandler: issues.record)
    let trackers = (0..<50).map { _ in RecordingTracker.plain() }
    _ = onThreads(2) { thread in
      scoped.run {
        for number in 0..<50 {
          if thread == 0 {
            TrackableSystem.identify("user \(number)")
          } else {
            TrackableSystem.register(trackers[number])
          }
        }
      }
    }
    scoped.run { TrackableSystem.reset() }
    for tracker in trackers { expect(tracker.calls.suffix(2), is: ["identify user 49", "reset"]) }
  }

  @Test func `Each identify reports the flaws of its traits, once for each place`() async {
    let traits: TrackedProperties = ["plan" ~>> "free", "plan" ~>> "premium", "age" ~>> Double.nan]
    await within {
      TrackableSystem.identify("john", traits: traits)
      TrackableSystem.identify("john", traits: traits)
    }
    let kinds = issues.issues.map(\.kind)
    expect([kinds.count { $0 == .duplicateKey }, kinds.count { $0 == .valueDoesNotFit }, kinds.count], is: [2, 2, 4])
  }

  @Test func `A tracker may update hundreds of properties in an identify`() async {
    struct Passing: AnalyticsEventTracker {
      func track(_ event: TrackedEvent) {}
      func identify(_ user: TrackedUser) { for number in 0..<900 { Level(value: number).update() } }
    }
    await within(Passing()) {
      TrackableSystem.register(module)
      TrackableSystem.identify("john")
      await TrackableSystem.flush()
    }
    expect(module.calls.count, is: 901)
    expect(issues.issues.map(\.kind), is: [])
  }

  @Test func `A hundred user properties are kept for each user, and an issue says so once`() async {
    func update() { for number in 0..<110 { Level(value: number, name: "level \(number)").update() } }
    await within {
      update()
      Level(value: 7, name: "level 3").update()
      TrackableSystem.register(module)
      expect(module.calls.count, is: 100)
      #expect(module.calls.contains("update level 3: 7") && !module.calls.contains("update level 100: 100"))
      // Those that were known before `john` was are his.
      for changeUser in [{ TrackableSystem.reset() }, { TrackableSystem.identify("john") }] {
        changeUser()
        update()
      }
      TrackableSystem.identify("paul")
      update()
      TrackableSystem.register(late)
    }
    expect(issues.issues.map(\.kind), is: [.tooManyUserProperties])
    expect(late.calls.count, is: 101)
  }
}
