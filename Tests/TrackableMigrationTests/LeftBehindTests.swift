import TestSupport
import Testing
import TrackableMigration

/// What is sent of types that are partly in new words. A member that nobody would read does not compile:
/// `Tests/Rejections/MembersLeftBehind.swift`.
@MainActor @Suite struct LeftBehindTests {
  private let path = String(String(reflecting: LeftBehindTests.self).prefix { $0 != "." }) + ".LeftBehindTests"

  /// What an app sends, which reports nothing.
  private func sent(_ app: () -> Void) -> Recorded {
    let recorded = Recorded(app)
    #expect(recorded.messages == [])
    return recorded
  }

  // MARK: Events and keys

  enum Screens: String, Trackable.Event { case cart }
  enum Scrolls: Event { case to(line: Int) }
  struct Closed: Event { let name = "Closed" }
  struct Silent: AnalyticsEvent {}
  enum Renamed: String, AnalyticsEvent {
    case lost
    var name: String { rawValue }
  }
  struct EmailChanged: IdentifiedEvent {
    let identifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
  }
  enum Keys: String, Trackable.Key { case album }
  struct Named: Key { let name: String }

  @Test func `A name that is read is the one that is sent, without a type beside it`() {
    let read = [
      Screens.cart.name, Scrolls.to(line: 1).name, Closed().name, Silent().name, Renamed.lost.name, EmailChanged().name,
    ]
    let recorded = sent {
      for event in [Screens.cart, Scrolls.to(line: 1), Closed(), Silent(), Renamed.lost, EmailChanged()]
        as [any AnalyticsEvent]
      {
        event.trigger()
      }
    }
    #expect(read == recorded.events.map(\.name))
    #expect(
      read == [
        "\(path).Screens.cart", "\(path).Scrolls.to", "Closed", "\(path).Silent", "lost", "User: Changed - Email",
      ])
    #expect(
      recorded.events.map(\.entity) == [
        "Screens", "Scrolls", "LeftBehindTests", "LeftBehindTests", "Renamed", "User",
      ])
  }

  @available(*, deprecated)
  @Test func `A key that is read is the one that is sent, alone and with another one around it`() {
    let (album, named) = (Keys.album.name, Named(name: "n").name)
    let recorded = sent {
      TrackableSystem.track(Closed(), trackedProperties: [Keys.album ~>> [Named(name: "n") ~>> 1], "plain" ~>> 2])
    }
    #expect(recorded.events.first?.properties.dictionary.keys.sorted() == ["\(path).Keys.album.n", "plain"])
    #expect([album, named] == ["\(path).Keys.album", "n"])
  }

  @Test func `A key of another file may have the case name`() {
    let properties: TrackedProperties = [ArtistKeys.name ~>> "Queen", ArtistKeys.screen ~>> "Search"]
    #expect(properties.map(\.key.name) == ["name", "screen"].map { "TrackableMigrationTests.ArtistKeys.\($0)" })
    #expect(ArtistKeys.name.name == "TrackableMigrationTests.ArtistKeys.name")
  }

  @Test func `A style drops the path of an event as it does in the core`() {
    let recorded = sent { Screens.cart.trigger() }
    let names = Lines()
    let tracker = ClosureTracker { names.write($0.name) }.renaming(.keepingLast(1))
    for event in recorded.events { tracker.track(event) }
    #expect(names.all == ["cart"])
  }

  @available(*, deprecated)
  @Test
  func `A key in a switch or beside a text is compared by its name, with the prefix that was removed and without it`() {
    _ = sent {
      let name = Keys.album.name
      for prefix in [nil, "\(path)."] {
        Trackable.keyPrefixToRemove = prefix
        let key = (Keys.album ~>> 1).key
        var found: [String] = []
        switch key {
        case "Keys.album": found.append("without the prefix")
        default: break
        }
        switch key {
        case name: found.append("with it")
        default: break
        }
        if (Keys.album ~>> 1).key == "Keys.album" { found.append("beside a text") }
        #expect(found == (prefix == nil ? ["with it"] : ["without the prefix", "with it", "beside a text"]))
      }
    }
  }

  // MARK: User properties

  struct Plan: UserProperty {
    let name = "plan"
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
  }

  struct Level: UserProperty { let value: Int }

  @Test func `A user property in new words is what it is in the core`() {
    let recorded = sent {
      Plan(value: "gold").update()
      Level(value: 3).update()
    }
    #expect(recorded.properties.map(\.description) == ["plan: gold", "\(path).Level: 3"])
    #expect(recorded.lines == ["User: Changed - Email []"])
    #expect(Level(value: 1).name == "\(path).Level")
  }

  @available(*, deprecated)
  @Test func `A value in place of anything is plain, and the library's own everywhere else`() throws {
    let property = "n" ~>> 1
    let recorded = sent {
      Level(value: 3).update()
      Level(value: 4).update()
    }
    var values: [String: Any] = ["property": property.value]
    values["update"] = recorded.properties[0].value
    #expect(values["property"] as? Int == 1 && values["update"] as? Int == 3)
    let own = property.value
    #expect(own.json == "1" && recorded.properties[0].value?.json == "3" && property.value == 1)
    #expect([property].map(\.value) == [TrackedValue.int(1)])
  }

  // MARK: New words in types of Tracker-Aggregator

  @available(*, deprecated)
  @Test func `The update events of an old property are tracked, under either word and of either kind`() {
    let recorded = sent {
      Changed.Email().update()
      Changed.Named().update()
      Changed.Typed().update()
      Changed.Both().update()
    }
    let changed = "User: Changed - Email []"
    #expect(recorded.lines == [changed, changed, "Closed []", changed, "User: Signed []", changed])
    #expect(recorded.properties.map(\.name) == ["email", "named", "typed", "both"])
  }

  @available(*, deprecated)
  @Test func `The properties of an old event are sent beside its metadata, to an adapter as well`() async {
    func share() {
      Sharing.New().trigger()
      Sharing.Both().trigger()
      Sharing.OfItsOwn(properties: ["title": "Help!"]).trigger()
    }
    #expect(
      sent(share).lines == [
        "Song: Shared [title: Help!, album: {\"year\":1965}]", "Song: Shared [title: Help!, seconds: 138]",
        "Song: Shared [title: Help!]",
      ])

    let adapter = Adapter()
    _ = await Recorded {
      let hub = GlobalTracker.startTracking(adapters: [adapter])
      share()
      EmailChanged().trigger()
      await hub.shutdown()
    }
    #expect(adapter.lines.all == ["album.year=1965 title=Help!", "seconds=138 title=Help!", "title=Help!", "new"])
  }

  // MARK: Trackers that do not hear user properties

  struct Mixpanel: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
    func update(_ property: any UserProperty) {}
  }

  struct Intercom: AnalyticsDestination {
    func track(_ event: TrackedEvent) {}
    func track(property: any UserProperty) {}
  }

  struct Events: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {}
    func update(_ property: TrackedUserProperty) {}
  }

  struct Forwarding: ForwardingTracker { var base: any AnalyticsEventTracker }

  /// The issues of an app that updates user properties, with its own tracker.
  private func issues(at tracker: some AnalyticsEventTracker) -> [String] {
    let recorded = Recorded {
      TrackableSystem.bootstrap(tracker)
      Plan(value: "gold").update()
      Level(value: 3).update()
    }
    return recorded.messages
  }

  @Test func `A tracker that does not hear user properties says so once, and one that wants none is silent`() {
    #expect(
      issues(at: Mixpanel()) == [
        "Mixpanel did not get 'plan': it has no 'update(_: TrackedUserProperty)'. To fix this, declare that method; an "
          + "empty one says that the tracker needs no user properties."
      ])
    #expect(issues(at: Intercom()).count == 1)
    #expect(issues(at: Events()) == [])
    #expect(issues(at: Forwarding(base: Events())) == [])
    #expect(issues(at: Forwarding(base: Mixpanel())).count == 1)
  }

  @available(*, deprecated)
  @Test func `A tracker for PayPal and the closure hear no user properties, and an issue says so`() {
    #expect(issues(at: PayPal().combined(with: Events())).map { $0.prefix(7) } == ["PayPal "])
    let recorded = Recorded {
      Trackable.trackEventToRemoteServiceClosure = { _, _ in }
      Level(value: 3).update()
    }
    #expect(recorded.messages.map { $0.prefix(33) } == ["trackEventToRemoteServiceClosure "])
  }

  @Test func `A hub counts a user property that a tracker or a destination does not hear as refused`() async {
    let (issues, sink) = AsyncStream.makeStream(of: TrackableIssue.self)
    let ledger = Shared<[String]>([])
    _ = await Recorded {
      let hub = TrackerHub([Mixpanel(), Intercom(), Events()])
      TrackableSystem.bootstrap(hub)
      TrackableSystem.issueHandler = { sink.yield($0) }
      hub.start()
      EmailChanged().trigger()
      Level(value: 3).update()
      await hub.shutdown()
      ledger.withLock { lines in
        lines = hub.ledger.entries.map { "\($0.name) \($0.delivered) \($0.dropped)" }
      }
    }
    #expect(ledger.withLock { $0 } == ["Mixpanel 1 1", "Intercom 1 1", "Events 2 0"])
    // A hub reports on a thread of its own, perhaps after it has shut down.
    for await issue in issues.prefix(2) {
      #expect(issue.message.contains("refuses 1 delivery: it has no 'update(_: TrackedUserProperty)'"))
    }
  }
}

@available(*, deprecated)
extension LeftBehindTests {
  struct Signed: TrackableEvent { let identifier = EventIdentifier(object: "User", action: "Signed") }

  enum Changed {
    struct Email: TrackableProperty {
      let identifier = "email"
      var trackedValue: (any TrackableValueType)? { "a@b.c" }
      func updateEvents() -> [any AnalyticsEvent] { [EmailChanged()] }
    }

    struct Named: TrackableProperty {
      let identifier = "named"
      var trackedValue: (any TrackableValueType)? { "John" }
      func generateUpdateEvents() -> [any AnalyticsEvent] { [EmailChanged(), Closed()] }
    }

    struct Typed: TrackableProperty {
      let identifier = "typed"
      var trackedValue: any TrackableValueType { 1 }
      func updateEvents() -> [EmailChanged] { [EmailChanged()] }
    }

    struct Both: TrackableProperty {
      let identifier = "both"
      var trackedValue: any TrackableValueType { 2 }
      func generateUpdateEvents() -> [any TrackableEvent] { [Signed()] }
      func updateEvents() -> [any IdentifiedEvent] { [EmailChanged()] }
    }
  }

  enum Sharing {
    struct New: TrackableEvent {
      let identifier = EventIdentifier(object: "Song", action: "Shared")
      var properties: TrackedProperties { ["title" ~>> "Help!", "album" ~>> ["year" ~>> 1965]] }
    }

    struct Both: TrackableEvent {
      let identifier = EventIdentifier(object: "Song", action: "Shared")
      var metadata: [String: Any] { ["title": "Help!"] }
      var properties: TrackedProperties { ["seconds" ~>> 138] }
    }

    struct OfItsOwn: TrackableEvent {
      let identifier = EventIdentifier(object: "Song", action: "Shared")
      let properties: [String: String]
      var metadata: [String: Any] { properties }
    }
  }

  fileprivate final class Adapter: AnalyticsAdapter {
    let lines = Lines()
    func configure() {}
    func track(event: any TrackableEvent) {
      if (event as? TrackedEvent)?.base is EmailChanged { return lines.write("new") }
      lines.write(event.metadata.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
    }
    func track(property: any TrackableProperty) {}
  }

  struct PayPal: PayPalAnalyticsEventTracker { func track(_ event: some PayPalAnalyticsEvent) {} }
}
