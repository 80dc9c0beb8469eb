import Testing
import Trackable

/// Promises that are not kept yet.
@Suite struct TrackerPromisesTests {
  enum Described: AnalyticsEvent, CustomStringConvertible {
    case plain
    case loaded(Int)
    var description: String { "an event of Paul's" }
  }

  @Test func `The description of an enum does not leak into its name`() {
    expect(Described.loaded(1).name, is: "TrackableTests.TrackerPromisesTests.Described.loaded")
    // It hides the name of a case without a payload, and an issue says so.
    expect(Described.plain.name, is: "TrackableTests.TrackerPromisesTests.Described")
  }

  struct Profile: UserProperty {
    var value: TrackedProperties { [Sample.Field.Detail.city ~>> "Bath"] }
  }

  @Test func `Renaming reaches the keys inside a user property`() {
    let log = CallLog()
    log.tracker("leaf").renaming(.keepingLast(1)).update(TrackedUserProperty(Profile()))
    expect(log.calls, is: ["leaf: update Profile = {city=\"Bath\"} | Profile"])
  }

  @Test func `Renaming reaches the properties inside a list`() {
    let log = CallLog()
    let list = TrackedValue.array([.properties([Sample.Field.amount ~>> 1])])
    log.tracker("leaf").renaming(.keepingLast(1))
      .track(TrackedEvent(Sample.Screen.opened, properties: ["list" ~>> list], timestamp: CallLog.time))
    expect(log.calls, is: ["leaf: track opened | Screen | impression | {list=[{amount=1}]} | Screen then"])
  }

  @Test func `A key inside a renamed key still drops the path they shared`() {
    let log = CallLog()
    Flattening(log: log).renaming(keys: Sample.Field.self) { $0 == .contact ? "contact" : $0.name }.track(
      Sample.OrderPlaced())
    expect(log.calls, is: ["contact.Detail.city, contact.plan"])
  }

  struct Flattening: AnalyticsEventTracker {
    let log: CallLog
    func track(_ event: TrackedEvent) {
      log.note(event.properties.flattened.map(\.key.name).filter { $0.hasPrefix("contact") }.joined(separator: ", "))
    }
  }

  struct Flawed: AnalyticsEvent {
    var properties: TrackedProperties { ["a" ~>> 1, "a" ~>> 2] }
  }

  @Test func `An event with two values for one key is reported, also without an object`() {
    let issues = Lock<[TrackableIssue.Kind]>([])
    TrackableSystem.withTracker(CallLog().tracker("leaf")) {
      TrackableSystem.issueHandler = { issue in issues.withLock { $0.append(issue.kind) } }
      Sample.Screenlet().track(Flawed())
      TrackableSystem.track(Flawed())
      CallLog().tracker("leaf").track(Flawed())
    }
    expect(issues.withLock { $0 }, is: [.duplicateKey, .duplicateKey, .duplicateKey])
  }

  @Test func `Nil and an empty combination are the identity, also in the name of a combination`() {
    let leaf = CallLog().tracker("leaf")
    expect(leaf.combined(with: nil).name, is: "leaf")
    expect(CombinedTracker().combined(with: leaf).name, is: "leaf")
  }

}
