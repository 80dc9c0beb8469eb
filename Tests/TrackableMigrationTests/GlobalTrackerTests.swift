import Foundation
import TestSupport
import Testing
import TrackableMigration

/// Aleš Kocur's library: adapters of before get what they got, also from code that is in new words already.
@MainActor @Suite struct GlobalTrackerTests {
  enum Taps: String, Event { case buy }

  struct AppOpened: IdentifiedEvent {
    let identifier = EventIdentifier(object: "App", action: "Opened")
    var properties: TrackedProperties { ["source" ~>> "push"] }
  }

  struct Plan: UserProperty {
    let name = "plan"
    let value: String?
  }

  /// Runs an app with these adapters until they have got everything. It reports nothing.
  @available(*, deprecated)
  private func track(to adapters: any AnalyticsAdapter..., app: () -> Void) async {
    let recorded = await Recorded {
      let hub = GlobalTracker.startTracking(adapters: adapters)
      app()
      await hub.shutdown()
    }
    #expect(recorded.messages == [])
  }

  @available(*, deprecated)
  @Test func `An adapter gets events and properties of both kinds, its own as they were made`() async {
    let lines = Lines()
    await track(to: Adapter(lines)) {
      SongPlayed().trigger()
      AppOpened().trigger()
      Taps.buy.trigger()
      Email(value: "john@apple.records").update()
      Plan(value: "gold").update()
      Plan(value: nil).update()
      Subscription(value: .paid).update()
    }
    #expect(
      lines.all == [
        "configured", #"Song: Played ["title=Help!"] true"#, #"App: Opened ["source=push"] false"#,
        "\(String(reflecting: Taps.self)).buy [] false", "email=john@apple.records true", "plan=gold false",
        "plan=nil false", "subscription=paid false",
      ])
  }

  @available(*, deprecated)
  @Test func `An adapter gets an event and a property as they were made, though each read says something else`() async {
    let adapter = Typed()
    await track(to: adapter) {
      Measured().trigger()
      Uptime().update()
    }
    #expect(adapter.lines.all == ["true true", "true"])
  }

  enum Newer {
    struct Title: UserProperty { let value: String }
    struct Albums: UserProperty { let value: Int }
    struct Born: UserProperty { let value: Date }
    struct Songs: UserProperty { let value: [String] }
    struct Rated: UserProperty {
      let value: Int
      let operation: UserPropertyOperation
    }
  }

  @available(*, deprecated)
  @Test func `A vendor gets the types of before from properties in new words, and text for a list`() async {
    let vendor = Vendor()
    await track(to: vendor) {
      Newer.Title(value: "Help!").update()
      Newer.Albums(value: 3).update()
      Newer.Born(value: Date(timeIntervalSince1970: 0)).update()
      Newer.Songs(value: ["Help!"]).update()
      Newer.Rated(value: 1, operation: .set).update()
    }
    #expect(vendor.lines.all == [" String", " Int", " Date", " String", " Int"])
  }

  @available(*, deprecated)
  @Test func `An adapter cannot add: the hub counts such a property as refused, and the adapter gets no nil for it`()
    async
  {
    let vendor = Vendor()
    let dropped = Shared(0)
    let (issues, sink) = AsyncStream.makeStream(of: TrackableIssue.self)
    _ = await Recorded {
      let hub = GlobalTracker.startTracking(adapters: [vendor])
      TrackableSystem.issueHandler = { sink.yield($0) }
      Newer.Rated(value: 1, operation: .increment).update()
      await hub.flush()
      Newer.Rated(value: 1, operation: .unset).update()
      await hub.shutdown()
      dropped.withLock { $0 = hub.ledger["Vendor"]?.dropped ?? 0 }
    }
    #expect(vendor.lines.all == [" nil"])
    #expect(dropped.withLock { $0 } == 1)
    // A hub reports on a thread of its own, perhaps after it has shut down.
    for await issue in issues.prefix(1) {
      #expect(
        issue.message == "Vendor refuses 1 delivery: an adapter can only set a value, and "
          + "'\(String(reflecting: Newer.Rated.self))' is none; conform it to AnalyticsDestination.")
      #expect(issue.remedy == "change these calls; the ledger counts refused ones.")
    }
  }

  @available(*, deprecated)
  @Test func `If the way adds to an event, null stays NSNull for an adapter, and the identifier keeps its parts`()
    async
  {
    let vendor = Vendor()
    await track(to: vendor) {
      CouponUsed().trigger()
      TrackableSystem.defaultProperties = ["build" ~>> 7]
      CouponUsed().trigger()
    }
    let coupon = ["codes Array<Any>", "coupon NSNull", "coupon_used"]
    #expect(vendor.lines.all == coupon + ["build Int"] + coupon)
  }

  @available(*, deprecated)
  @Test func `The global tracker tracks and updates by itself, and resets the adapters, as does the system`() async {
    let lines = Lines()
    await track(to: Adapter(lines)) {
      GlobalTracker.track(event: SongPlayed())
      GlobalTracker.update(property: Email(value: "e"))
      GlobalTracker.resetAdapters()
      TrackableSystem.reset()
    }
    #expect(
      lines.all == ["configured", #"Song: Played ["title=Help!"] true"#, "email=e true", "reset", "reset"])
  }

  @available(*, deprecated)
  @Test func `Rules let types through or not, of events and of properties, of both kinds`() async {
    let (allowed, prohibited) = (Lines(), Lines())
    func adapter(_ lines: Lines, _ rule: TrackingRule) -> Adapter {
      Adapter(
        lines, events: EventTrackingRule(rule, types: [SongPlayed.self, Taps.self]),
        properties: PropertyTrackingRule(rule, types: [Plan.self]))
    }
    await track(to: adapter(allowed, .allow), adapter(prohibited, .prohibit)) {
      SongPlayed().trigger()
      AppOpened().trigger()
      Taps.buy.trigger()
      Email(value: "e").update()
      Plan(value: "p").update()
    }
    #expect(
      allowed.all == [
        "configured", #"Song: Played ["title=Help!"] true"#, "\(String(reflecting: Taps.self)).buy [] false",
        "plan=p false",
      ])
    #expect(prohibited.all == ["configured", #"App: Opened ["source=push"] false"#, "email=e true"])
  }

  @available(*, deprecated)
  @Test func `The log is silent at first, has names at info, and values as well at verbose`() async {
    let log = Lines()
    let recorded = await Recorded {
      GlobalTracker.log { log.write($0) }
      let hub = GlobalTracker.startTracking(adapters: [Adapter(Lines())])
      for level in [nil, ConsoleTracker.Level.info, ConsoleTracker.Level.verbose] {
        if let level { GlobalTracker.loggingLevel = level }
        SongPlayed().trigger()
        Email(value: "john@apple.records").update()
        await hub.flush()
      }
      await hub.shutdown()
    }
    #expect(recorded.messages == [])
    #expect(
      log.all == [
        "-[Adapter]: EVENT TRIGGERED - 'Song: Played'", "-[Adapter]: PROPERTY UPDATED - 'email'",
        "-[Adapter]: EVENT TRIGGERED - 'Song: Played'\n > title: Help!",
        "-[Adapter]: PROPERTY UPDATED - 'email': john@apple.records",
      ])
  }

  @available(*, deprecated)
  @Test func `An identifier has its earlier spellings`() {
    let identifier = EventIdentifier(object: "iPhone", action: "DidTap", label: "More Info")
    #expect(identifier.stringValue == "iPhone: DidTap - More Info")
    #expect(identifier.underscoredLowercased() == "iphone_didtap_more_info")
    #expect(EventIdentifier(object: "Sign-Up", action: "Done").underscoredLowercased() == "sign-up_done")
    #expect(TrackedEvent(AppOpened()).identifier == EventIdentifier(object: "App", action: "Opened"))
    #expect(TrackedEvent(Taps.buy).identifier.formatted == Taps.buy.name)
    #expect(TrackedEvent(AppOpened()).metadata["source"] as? String == "push")
  }
}

@available(*, deprecated)
extension GlobalTrackerTests {
  struct SongPlayed: TrackableEvent {
    let identifier = EventIdentifier(object: "Song", action: "Played")
    var metadata: [String: Any] { ["title": "Help!"] }
  }

  struct Email: TrackableProperty {
    let identifier = "email"
    let value: String
    var trackedValue: (any TrackableValueType)? { value }
  }

  enum Level: String, TrackableValueType { case free, paid }

  struct Subscription: TrackableProperty {
    let identifier = "subscription"
    let value: Level
    var trackedValue: any TrackableValueType { value }
  }

  final class Adapter: AnalyticsAdapter {
    let lines: Lines
    let eventTrackingRule: EventTrackingRule?
    let propertyTrackingRule: PropertyTrackingRule?

    init(_ lines: Lines, events: EventTrackingRule? = nil, properties: PropertyTrackingRule? = nil) {
      (self.lines, eventTrackingRule, propertyTrackingRule) = (lines, events, properties)
    }

    func configure() { lines.write("configured") }
    func reset() { lines.write("reset") }

    func track(event: any TrackableEvent) {
      let metadata = event.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      lines.write("\(event.identifier.stringValue) \(metadata) \(event is SongPlayed)")
    }

    func track(property: any TrackableProperty) {
      let value: (any TrackableValueType)? = property.trackedValue
      lines.write("\(property.identifier)=\(value?.stringValue ?? "nil") \(property is Email)")
    }
  }

  /// Each read says something else.
  struct Measured: TrackableEvent {
    let reads = Shared(0)
    let identifier = EventIdentifier(object: "App", action: "Measured")
    var metadata: [String: Any] { ["read": reads.add(1), "song": ["title": "Help!"]] }
  }

  struct Uptime: TrackableProperty {
    let identifier = "uptime"
    let reads = Shared(0)
    var trackedValue: (any TrackableValueType)? { reads.add(1) }
  }

  final class Typed: AnalyticsAdapter {
    let lines = Lines()
    func configure() {}
    func track(event: any TrackableEvent) {
      lines.write("\(event is Measured) \(event.metadata["song"] is [String: Any])")
    }
    func track(property: any TrackableProperty) { lines.write("\(property is Uptime)") }
  }

  /// The type and the value that a vendor's method gets, which takes anything.
  final class Vendor: AnalyticsAdapter {
    let lines = Lines()
    func configure() {}
    func track(event: any TrackableEvent) {
      for (key, value) in event.metadata.sorted(by: { $0.key < $1.key }) { set(key, to: value) }
      lines.write(event.identifier.underscoredLowercased())
    }
    func track(property: any TrackableProperty) { set("", to: property.trackedValue) }
    private func set(_ key: String, to value: Any?) {
      lines.write("\(key) \(value.map { "\(type(of: $0))" } ?? "nil")")
    }
  }

  struct CouponUsed: TrackableEvent {
    let identifier = EventIdentifier(object: "Coupon", action: "Used")
    var metadata: [String: Any] { ["coupon": NSNull(), "codes": [NSNull(), "a"] as [Any]] }
  }
}
