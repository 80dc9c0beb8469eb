import Synchronization
import Testing
import TrackableMigration

@Suite struct OldEventsTests {
  @available(*, deprecated)
  @Test func `An event of an older shape loses nothing`() {
    for (event, name, properties) in OldEvents.all {
      let arrived = Mutex<[TrackedEvent]>([])
      ClosureTracker { event in arrived.withLock { $0.append(event) } }.track(event)
      #expect(arrived.withLock { $0.map(\.name) } == [name])
      #expect(arrived.withLock { $0.map(\.entity) } == ["card"], "\(name)")
      #expect(arrived.withLock { $0.map(\.eventType) } == [.userAction], "\(name)")
      #expect(arrived.withLock { $0.flatMap { $0.properties.map(\.description) } } == properties, "\(name)")
    }
  }

  @available(*, deprecated)
  @Test func `The event of the documentation arrives as it is`() {
    let event = TrackedEvent(OldEvents.PaymentSent())
    #expect(event.name == "payment_sent" && event.entity == "payment")
    #expect(event.properties.map(\.description) == ["amount: 20"])
  }

  @available(*, deprecated)
  @Test func `A category is the entity wherever it is declared`() {
    struct Tapped: AnalyticsEvent { let category = "music" }
    struct Both: AnalyticsEvent {
      let entity = "payment"
      let category = "money"
    }
    #expect(Tapped().entity == "music")
    #expect(Both().entity == "payment")
    #expect(TrackedEvent(TrackedEvent(Tapped())).entity == "music")
  }

  @available(*, deprecated)
  @Test func `A destination that reads the category gets the entity`() {
    struct Venmo: AnalyticsEventTracker {
      let send: @Sendable (String) -> Void
      func track(_ event: some AnalyticsEvent) { send(event.category) }
    }
    let sent = Mutex<[String]>([])
    let tracker = Venmo { category in sent.withLock { $0.append(category) } }
    tracker.combined(with: nil).track(OldEvents.Computed())
    tracker.combined(with: nil).track(OldEvents.Categorized())
    tracker.combined(with: nil).track(NewEvent())
    #expect(sent.withLock { $0 } == ["card", "card", moduleName])
  }
}
