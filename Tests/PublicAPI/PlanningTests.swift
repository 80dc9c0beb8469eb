import Testing
import Trackable
import TrackablePlan
import TrackableTesting

/// The snippets about plans, with nothing but the public API.
@Suite struct PlanningTests {
  enum Events {
    enum App: String, Event, CaseIterable { case started }
    enum User: String, Event, CaseIterable { case didRateAlbum }
  }

  enum Keys: String, Key, CaseIterable { case albumName, row, uptime, plan, amount }

  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    var properties: TrackedProperties { [Keys.amount ~>> amount] }
  }

  struct Email: UserProperty { let value: String }

  static let plan: TrackingPlan = [
    .events(Events.App.self),
    .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
    .event(PaymentSent(amount: 20)),
    .properties([Keys.uptime ~>> 1]),
    .userProperty(Email(value: "john@apple.records")),
    .traits([Keys.plan ~>> "premium"]),
  ]

  @Test func `A declared plan lists its events`() {
    #expect(Self.plan.events.count == 3)
    #expect(Self.plan.events.values.flatMap(\.properties.values).filter(\.isRequired).count == 2)
    #expect(Self.plan.properties.map(\.value.types) == [["int"]])
    #expect(Self.plan.userProperties.count == 1 && Self.plan.traits.count == 1)
    #expect(Self.plan.json.hasPrefix("{\n  \"format\": 2,"))
  }

  @Test func `A plan without a folder to be in fails where it is verified`() {
    let error = #expect(throws: (any Error).self) {
      try Self.plan.seen(by: "Firebase", events: .keepingLast(1), keys: .keepingLast(1), within: .firebase)
        .verify(against: "/nowhere/tracking-plan.json")
    }
    #expect("\(error as Any)".contains("PublicAPITests/PlanningTests.swift:"))
  }

  @Test func `Recorded events are planned, and within limits`() {
    withRecordedTracking(through: { $0.validating(Self.plan) }) { recorder in
      PaymentSent(amount: 3).trigger()
      Events.User.didRateAlbum.trigger()
      #expect(recorder.issues.map(\.kind) == [.notAsPlanned])
      #expect(recorder.issues[0].message.contains(" lacks "))
      let observed = TrackingPlan(observing: recorder)
      let seen = observed.seen(by: "Firebase", events: .keepingLast(1), keys: .keepingLast(1), within: .firebase)
      #expect(seen.violations(in: recorder) == [])
      #expect(observed.differences(from: Self.plan).contains { $0.description.hasSuffix("is gone") })
    }
  }
}
