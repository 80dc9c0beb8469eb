import Foundation
import TestSupport
import Testing
import Trackable

private enum Field: String, Key { case city, plan }
private enum Secret: String, SensitiveKey { case email }

private struct Level: UserProperty {
  let value: Int
  var operation = UserPropertyOperation.set
  var name: String { "level" }
}
private struct Profile: UserProperty {
  let value: TrackedProperties
  var name: String { "profile" }
}

/// A tracker with an identity, which runs a closure for each call.
private final class Acting: AnalyticsEventTracker {
  let recorder = RecordingTracker.plain()
  private let onTrack: @Sendable () -> Void
  private let onIdentify: @Sendable () -> Void

  init(onTrack: @escaping @Sendable () -> Void = {}, onIdentify: @escaping @Sendable () -> Void = {}) {
    (self.onTrack, self.onIdentify) = (onTrack, onIdentify)
  }

  func track(_ event: TrackedEvent) {
    recorder.track(event)
    onTrack()
  }
  func update(_ property: TrackedUserProperty) { recorder.update(property) }
  func identify(_ user: TrackedUser) {
    recorder.identify(user)
    onIdentify()
  }
  func purge() { recorder.purge() }
}

/// Promises that hold where two features meet.
@Suite(.timeLimit(.minutes(10))) struct FeaturesTogetherTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  // MARK: - Registered trackers

  @Test func `A registered tracker that a link or the task has set is told of each user property once`() {
    let module = Acting()
    withSystem(recorder) {
      TrackableSystem.register(module)
      let (added, settled) = (SharedStation("a"), SharedStation("b"))
      added.deliver(alsoTo: module)
      settled.deliver(to: module)
      added.updateUserProperty(Level(value: 1, operation: .increment))
      settled.updateUserProperty(Level(value: 2, operation: .increment))
      withTrackedProperties([:], in: .current.delivering(to: module)) {
        Level(value: 3, operation: .increment).update()
      }
      Level(value: 4, operation: .increment).update()
      withTrackedProperties([:], in: .current.delivering(to: module)) { TrackableSystem.identify("john") }
    }
    expect(module.recorder.userProperties.map(\.operand), is: [1, 2, 3, 4])
    expect(module.recorder.calls.last, is: "identify john")
    expect(recorder.userProperties.map(\.operand), is: [1, 4])
  }

  @Test func `A tracker that changes the user whenever it hears of one hears of each change once`() {
    let module = Acting(onIdentify: { Level(value: 1).update() })
    withSystem(recorder, issues: issues) {
      TrackableSystem.identify("john")
      TrackableSystem.register(module)
      TrackableSystem.identify("paul")
    }
    expect(
      module.recorder.calls, is: ["identify john", "update level: 1", "identify paul", "update level: 1"])
    expect(issues.issues.map(\.kind), is: [])
  }

  @Test func `A value that is set once does not make a tracker that registers later miss the one that is set`() {
    withSystem(NoOpTracker()) {
      Level(value: 1).update()
      Level(value: 2, operation: .setOnce).update()
      TrackableSystem.register(recorder)
    }
    expect(recorder.userProperties.map(\.operand), is: [1])
  }

  @Test(arguments: [true, false])
  func `Of two identify of one user, the traits of both reach a tracker that hears of them later`(_ isGate: Bool) {
    let consent = Consent()
    let log = CallLog()
    ScopedSystem(bootstrapped: isGate ? log.tracker("leaf").requiringConsent(.analytics, from: consent) : nil).run {
      TrackableSystem.identify("paul", traits: ["age" ~>> 1])
      TrackableSystem.identify("john", traits: ["plan" ~>> "free", "city" ~>> "Bath"])
      TrackableSystem.identify("john", traits: ["city" ~>> "Liverpool"])
      if isGate { consent.grant(.analytics) } else { TrackableSystem.bootstrap(log.tracker("leaf")) }
      TrackableSystem.register(log.tracker("late"))
    }
    let traits = "{plan=\"free\", city=\"Liverpool\"}"
    expect(log.calls, is: ["leaf: identify john | \(traits)", "late: identify john | \(traits)"])
  }

  @Test func `An empty ID changes no user, and is an issue`() {
    withSystem(recorder, issues: issues) {
      TrackableSystem.identify("john")
      TrackableSystem.identify("")
      Noted().trigger()
    }
    expect(recorder.calls, is: ["identify john", "track \(Noted().name) []"])
    expect(recorder.events.map(\.userID), is: ["john"])
    expect(issues.issues.map(\.kind), is: [.valueDoesNotFit])
  }

  // MARK: - Trackers that track, where calls are held

  @Test(arguments: [true, false])
  func `A tracker that tracks ends at a depth of 16, also where held calls go out`(_ isGate: Bool) async {
    let consent = Consent()
    let tracker = Acting(onTrack: { Noted().trigger() })
    let system = ScopedSystem(
      bootstrapped: isGate ? tracker.requiringConsent(.analytics, from: consent) : nil, issueHandler: issues.record)
    await system.run {
      Noted().trigger()
      if isGate { consent.grant(.analytics) } else { TrackableSystem.bootstrap(tracker) }
      await TrackableSystem.flush()
    }
    expect(tracker.recorder.events.count, is: 16)
    expect(issues.issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `Where a tracker identifies in identify, also a replay comes to an end, and the last user counts`() async {
    let (count, end) = (Shared(0), 3_000_000)
    let system = ScopedSystem(bootstrapped: nil, issueHandler: issues.record)
    let tracker = Acting(onIdentify: { if count.add(1) < end { system.identify("user \(count.value)") } })
    system.identify("user 0")
    system.bootstrap(tracker)
    #expect(count.value < end)
    count.set(end)
    system.identify("paul")
    await until { tracker.recorder.users.last?.id == "paul" }
    expect(issues.issues.map(\.kind), is: [.recursiveTracking])
  }

  private final class Explaining: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {
      "entries" ~>> TrackingContext().explainTracking(of: Noted()).entries.count
    }
  }

  @Test func `A root that explains itself ends at a depth of 16`() {
    ScopedSystem(bootstrapped: recorder, root: Explaining()).run { Noted().trigger() }
    expect(recorder.events.map(\.properties), is: [["entries" ~>> 1]])
  }

  // MARK: - Rules for keys

  @Test func `A prohibited key is left out of the value of a user property as well`() {
    let city = Profile(value: [Field.city ~>> "Bath", Field.plan ~>> "free", Secret.email ~>> "mail"])
    recorder.prohibiting(keys: [Field.city, Secret.email]).update(city)
    recorder.allowing(keys: [Field.plan]).update(city)
    let plan = TrackedProperty(Field.plan, "free")
    expect(
      recorder.userProperties.map(\.operand), is: [.properties([plan]), .properties([Field.city ~>> "Bath", plan])])
    expect(recorder.userProperties.map { $0.sensitiveValue?.depth ?? 0 }, is: [0, 1])
    expect(recorder.userProperties[0].sensitiveValue, is: nil)
  }

  @Test func `A tracker that a link adds gets an event once, also in a task that has the link's context`() {
    let screen = SharedStation("screen")
    withSystem(NoOpTracker()) {
      screen.deliver(alsoTo: recorder.filter { _ in true })
      withTrackedProperties([:], in: screen.makeTrackingContext()) { screen.track(Noted()) }
    }
    expect(recorder.events.count, is: 1)
  }

  // MARK: - Sensitive keys

  @Test func `A property that is set by a sensitive key is sensitive, also over a plain one of the same name`() {
    var properties: TrackedProperties = ["a" ~>> 1, PropertyKey(stringLiteral: Secret.email.name) ~>> "old"]
    properties[Secret.email] = "new"
    let event = TrackedEvent(Noted(), properties: properties)
    expect(event.properties, is: ["a" ~>> 1])
    expect(event.sensitiveProperties[Secret.email], is: "new")
  }

  @Test func `A flaw in a sensitive trait of a group is reported`() {
    let found = TestSupport.issues {
      TrackableSystem.group("apple", type: "company", traits: [Secret.email ~>> Double.nan])
    }
    expect(found.map(\.kind), is: [.valueDoesNotFit])
  }

  // MARK: - Systems in systems

  @Test func `A system inside another one has its clock`() {
    let inner = RecordingTracker.plain()
    let time = Date(timeIntervalSince1970: 7)
    ScopedSystem(NoOpTracker(), date: { time }).run {
      TrackableSystem.withTracker(inner) { Noted().trigger() }
    }
    expect(inner.events.map(\.timestamp), is: [time])
  }
}
