import Testing
import TestSupport
import Trackable

private struct Level: UserProperty {
  let value: Int
  var name = "level"
}

/// Notes everything, and is an object.
private final class Account: AnalyticsEventTracker {
  let log = CallLog()
  private let noting: NotingTracker

  init() { noting = NotingTracker(log: log, name: "") }

  /// Its notes, in few words.
  var calls: [String] {
    log.calls.map { call in
      String(call.dropFirst(2).replacing(/\ \|.*/, with: "")).replacing(/TrackableTests\.(.*\.)?/, with: "")
    }
  }

  func track(_ event: TrackedEvent) { noting.track(event) }
  func update(_ property: TrackedUserProperty) { noting.update(property) }
  func identify(_ user: TrackedUser) { noting.identify(user) }
  func reset() { noting.reset() }
  func report(_ error: any Error, at location: CodeLocation) { noting.report(error, at: location) }
  func purge() { noting.purge() }
  func flush() async { await noting.flush() }
}

/// Changes the user while it is told of a change.
private struct Answering: AnalyticsEventTracker {
  var identifies: @Sendable () -> Void = {}
  var updates: @Sendable () -> Void = {}

  func track(_ event: TrackedEvent) {}
  func identify(_ user: TrackedUser) { identifies() }
  func update(_ property: TrackedUserProperty) { updates() }
}

/// Trackers that keep a user and are not the system's.
@Suite struct RegisteredTrackersTests {
  private let system = Account()
  private let module = Account()
  private let late = Account()
  private let issues = RecordingTracker.plain()
  private static let userCalls = ["identify john", "update level = 1", "purge", "reset", "flush"]

  /// Runs `operation` in a system with this tracker.
  private func within(
    _ tracker: (any AnalyticsEventTracker)? = nil, isolation: isolated (any Actor)? = #isolation,
    _ operation: () async -> Void
  ) async {
    await withSystem(tracker ?? system, issues: issues, operation: operation)
  }

  /// Makes each call that concerns the user, and others.
  private func makeCalls(isolation: isolated (any Actor)? = #isolation) async {
    TrackableSystem.identify("john")
    Level(value: 1).update()
    Noted().trigger()
    TrackableSystem.report(Sample.Failure(description: "lost"))
    TrackableSystem.purge()
    TrackableSystem.reset()
    await TrackableSystem.flush()
  }

  @Test func `Calls about the user reach the system's tracker and each registered one once, and events do not`()
    async
  {
    let other = Account()
    await within {
      TrackableSystem.register(module)
      TrackableSystem.register(other.filter { _ in true })
      await makeCalls()
    }
    expect(system.calls.count, is: 7)
    expect(module.calls, is: Self.userCalls)
    expect(other.calls, is: Self.userCalls)
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
    let (third, fourth) = (Account(), Account())
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
        "identify john", "update level = 2", "update rank = 3", "update level = 4", "identify paul", "reset",
      ])
    #expect(module.log.calls[0].contains("plan"))
    expect(third.calls, is: ["identify paul", "reset"])
    // It may know a user of an earlier launch.
    expect(fourth.calls, is: ["reset"])
  }

  @Test func `Of two threads that change the user, events and a tracker that registers then name the same one`() {
    for _ in 0..<SearchScale.times(300, long: 3_000) {
      let (events, late) = (RecordingTracker.plain(), RecordingTracker.plain())
      let system = ScopedSystem(bootstrapped: events)
      _ = onThreads(2) { number in
        system.run {
          TrackableSystem.identify("user \(number)")
          TrackableSystem.group("group \(number)", type: "team")
        }
      }
      system.run {
        TrackableSystem.register(late)
        Noted().trigger()
      }
      let event = events.events[0]
      let group = event.groups["team"].map { ["update team: \($0)"] } ?? []
      expect(late.calls, is: ["identify \(event.userID ?? "")"] + group)
    }
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
    let (inner, scope) = (Account(), Account())
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
    let trackers = (0..<50).map { _ in Account() }
    scoped.run {
      _ = onThreads(4) { thread in
        scoped.run {
          for number in 0..<50 {
            if thread == 0 {
              TrackableSystem.identify("user \(number)")
            } else if thread == 1 {
              TrackableSystem.register(trackers[number])
            }
          }
        }
      }
    }
    scoped.run { TrackableSystem.reset() }
    for tracker in trackers { expect(tracker.calls.suffix(2), is: ["identify user 49", "reset"]) }
  }

  @Test func `Each identify reports the flaws of its traits`() async {
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    let traits: TrackedProperties = ["plan" ~>> "free", "plan" ~>> "premium", "age" ~>> Double.nan]
    scoped.run {
      TrackableSystem.bootstrap(recorder)
      TrackableSystem.identify("john", traits: traits)
      expect(Set(issues.issues.map(\.kind)), is: [.duplicateKey, .valueDoesNotFit])
      TrackableSystem.identify("john", traits: traits)
    }
    #expect(issues.issues.map(\.kind).count { $0 == .duplicateKey } == 2, "once for each place")
    expect(issues.issues.map(\.kind).count { $0 == .valueDoesNotFit }, is: 2)
  }

  @Test func `A tracker may update hundreds of properties in an identify`() async {
    let passing = Answering(identifies: { for number in 0..<900 { Level(value: number).update() } })
    await within(passing) {
      TrackableSystem.register(module)
      TrackableSystem.identify("john")
      await TrackableSystem.flush()
    }
    expect(module.calls.count, is: 902)
    expect(issues.issues.map(\.kind), is: [])
  }

  @Test func `Changes of the user that lead to two others each come to an end after a thousand`() async {
    let doubling = Answering(updates: { for number in 1...2 { Level(value: number).update() } })
    await within(doubling) {
      TrackableSystem.register(module)
      Level(value: 0).update()
      await TrackableSystem.flush()
      // What another call leads to is its own.
      TrackableSystem.identify("john")
    }
    expect(module.calls.filter { $0.hasPrefix("update") }.count, is: 1_000)
    expect(module.calls.last, is: "identify john")
    expect(issues.issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `A hundred user properties are kept, and an issue says so once`() async {
    await within {
      for number in 0..<110 { Level(value: number, name: "level \(number)").update() }
      Level(value: 7, name: "level 3").update()
      TrackableSystem.register(module)
    }
    expect(issues.issues.map(\.kind), is: [.tooManyUserProperties])
    expect(module.calls.count, is: 100)
    #expect(module.calls.contains("update level 3 = 7"))
    #expect(!module.calls.contains("update level 100 = 100"))
  }

  @Test func `Each user may have a hundred user properties`() async {
    await within {
      for changeUser in [{}, { TrackableSystem.reset() }, { TrackableSystem.identify("john") }] {
        changeUser()
        for number in 0..<110 { Level(value: number, name: "level \(number)").update() }
      }
      TrackableSystem.identify("paul")
      for number in 0..<110 { Level(value: number, name: "level \(number)").update() }
      TrackableSystem.register(module)
    }
    // Those that were known before `john` was are his.
    expect(issues.issues.map(\.kind), is: [.tooManyUserProperties])
    expect(module.calls.count, is: 101)
  }
}
