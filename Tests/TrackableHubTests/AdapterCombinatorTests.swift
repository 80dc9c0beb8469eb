import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// Whatever is made out of an adapter is configured, keeps its rules, and may throw.
@Suite(.timeLimit(.minutes(1))) struct AdapterCombinatorTests {
  private struct Wanted: AnalyticsEvent {}
  private struct Unwanted: AnalyticsEvent {}

  private static let combinators: [(String, @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker)] = [
    ("named", { $0.named("probe") }),
    ("filter", { $0.filter { _ in true } }),
    ("filterUserProperties", { $0.filterUserProperties { _ in true } }),
    ("map", { $0.map { $0 } }),
    ("renaming", { $0.renaming(.custom { $0 }) }),
    ("adding", { $0.addingDefaults(["a": 1]) }),
    ("adapter", { $0.adapter() }),
    ("several", { $0.named("other").filter { _ in true }.renaming(.custom { $0 }).adapter().named("probe") }),
  ]

  @Test(arguments: combinators.indices)
  func `A combinator around an adapter is an adapter`(_ index: Int) async {
    var probe = Probe()
    probe.eventTrackingRule = EventTrackingRule(.prohibit, types: [Unwanted.self])
    probe.propertyTrackingRule = PropertyTrackingRule(.prohibit, types: [Mood.self])
    probe.capacity = 7
    probe.onDeliver = { if $0 == "reset" { throw Probe.Refusal() } }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(Self.combinators[index].1(probe), issues: issues)
    hub.start()
    hub.track(Wanted())
    hub.track(Unwanted())
    hub.update(TrackedUserProperty(Mood(value: "good")))
    hub.identify("john")
    hub.reset()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.configurations.all == [1])
    #expect(probe.received.all.count == 2 && probe.received.all.last == "identify john")
    #expect(hub.entry() == "5 = 2 + 0, 2 prohibited, 1 failed")
    #expect(issues.kinds == [.deliveryFailed])
  }

  @Test(arguments: combinators.indices)
  func `A combinator around an adapter keeps its capacity and its policy`(_ index: Int) async {
    var probe = Probe()
    probe.capacity = 2
    probe.overflow = .dropNewest
    let hub = hub(Self.combinators[index].1(probe))
    hub.track(1...4)
    hub.start()
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all == ["1", "2"])
    #expect(hub.entry() == "4 = 2 + 0, 2 overflow")
  }

  @Test func `What a combinator changes it also changes for an adapter`() async {
    let probe = Probe()
    let hub = hub(
      probe
        .renaming(.custom { $0.uppercased() })
        .prohibiting(Unwanted.self)
        .filterUserProperties { $0.value != "bad" }
        .compactMap { event in
          var event = event
          event.name += "!"
          return event.eventType == .click ? nil : event
        })
    hub.start()
    hub.track(Wanted())
    hub.track(Unwanted())
    var click = TrackedEvent(Wanted())
    click.eventType = .click
    hub.track(click)
    hub.update(TrackedUserProperty(Mood(value: "bad")))
    hub.update(TrackedUserProperty(Mood(value: "good")))
    await hub.flush(timeout: .seconds(1))
    #expect(probe.received.all.map { $0.split(separator: ".").last } == ["WANTED!", "MOOD=good"])
  }

  @Test func `An adapter made of an adapter keeps what is not replaced`() async {
    var probe = Probe()
    probe.eventTrackingRule = EventTrackingRule(.prohibit, types: [Wanted.self])
    let configured = Mailbox<String>()
    probe.onConfigure = { _ in configured.put("own") }
    let hub = hub(
      probe.adapter(name: "b", eventTrackingRule: EventTrackingRule(.prohibit, types: [Unwanted.self])) {
        configured.put("given")
      })
    hub.start()
    hub.track(Wanted())
    hub.track(Unwanted())
    await hub.flush(timeout: .seconds(1))
    #expect(configured.all == ["own", "given"])
    #expect(hub.entry("b") == "2 = 1 + 0, 1 prohibited")
  }

  @Test(arguments: Requirement.allCases)
  func `Every requirement goes through an adapter`(_ requirement: Requirement) async {
    let log = CallLog()
    let adapter = log.tracker("leaf").adapter()
    await requirement.send(to: adapter)
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
    #expect(adapter.name == "leaf")
  }

  @Test(arguments: Requirement.allCases)
  func `Every requirement goes through a combinator around an adapter`(_ requirement: Requirement) async throws {
    let log = CallLog()
    let adapter = try #require(log.tracker("leaf").adapter().filter { _ in true }.named("other").asAdapter)
    await requirement.send(to: adapter)
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
    #expect(adapter.name == "other")
  }

  @Test func `An adapter that nobody configures is reported`() {
    let issues = Mailbox<TrackableIssue>()
    _ = hub(Probe().combined(with: Probe()).filter { _ in true }, Probe().named("a"), issues: issues)
    #expect(issues.kinds == [.adapterNotConfigured])
    _ = hub(
      Probe().combined(with: ClosureTracker { _ in }), ClosureTracker { _ in }.logged().named("b"), issues: issues)
    #expect(issues.kinds.count == 1)
  }

  @Test func `Making an adapter of a combination does not hide that nobody configures those in it`() {
    let issues = Mailbox<TrackableIssue>()
    _ = hub(Probe().combined(with: Probe()).adapter(name: "both"), issues: issues)
    _ = hub(Probe().logged().adapter().renaming(.snakeCase), issues: issues)
    #expect(issues.kinds == [.adapterNotConfigured, .adapterNotConfigured])
    _ = hub(Probe().adapter().named("a").adapter(), issues: issues)
    #expect(issues.kinds.count == 2)
  }
}
