import Foundation
import Testing
import Trackable

// Every fixed public spelling, used once from outside the module.

@Suite struct PublicWordsTests {
  @Test func `Identifiers are spelt in every style`() {
    let styles: [NamingStyle] = [
      .path, .droppingPrefix("PublicAPITests."), .snakeCase, .titleCase, .keepingLast(1), .custom { $0.uppercased() },
      .droppingPrefix("PublicAPITests.").followed(by: .snakeCase),
    ]
    #expect(
      styles.map { $0("PublicAPITests.Keys.albumName") } == [
        "PublicAPITests.Keys.albumName", "Keys.albumName", "public_api_tests_keys_album_name",
        "Public API Tests Keys Album Name", "albumName", "PUBLICAPITESTS.KEYS.ALBUMNAME", "keys_album_name",
      ])
    #expect("plan".name == "plan")
    #expect(PropertyKey(Keys.albumName) == "PublicAPITests.Keys.albumName")
  }

  @Test func `Properties are made, merged, read and sent`() throws {
    var p = Keys.albumName ~>> "Imagine"
    #expect(p.key.name == "PublicAPITests.Keys.albumName")
    #expect(p.value == .string("Imagine"))
    p = Keys.albumName ~>> nil
    #expect(TrackedProperties([p]).isEmpty)
    let values: [TrackedValue] = [
      .string(""), .int(0), .double(0), .bool(true), .date(Date()), .array([]), .properties([]), .null,
    ]
    #expect(values.count == 8)
    #expect(TrackedValue.int(1).plain as? Int == 1)
    #expect(TrackedValue.int(1).json == "1")
    #expect(TrackedValue.string("a").json == "\"a\"")

    let array: TrackedProperties = [Keys.albumName ~>> "Imagine", "plan" ~>> "free"]
    let dictionary: TrackedProperties = [Keys.albumName: "Imagine", "plan": "free"]
    #expect(array == dictionary)
    var merged = array + ["plan" ~>> "premium"]
    merged += ["year" ~>> 1971]
    merged["year"] = 1972
    #expect(merged.merging([]) == merged)
    #expect(merged["plan"] == "premium")
    #expect(merged[Keys.albumName] == "Imagine")
    merged["plan"] = nil
    let flat: [String: any Sendable] = merged.dictionary
    let nested: [String: any Sendable] = merged.nestedDictionary
    #expect(flat.count == 2 && nested.count == 2)
    #expect(merged.flattened == merged)
    #expect(merged.json == #"{"PublicAPITests.Keys.albumName":"Imagine","year":1972}"#)
    #expect(TrackedProperties(merged.dropFirst()) == ["year" ~>> 1972])
  }

  @Test func `Events carry a name, an entity, a type and properties`() {
    let event = TrackedEvent(Full(), properties: ["a" ~>> 1], timestamp: Date(timeIntervalSince1970: 1))
    #expect(event.base is Full)
    #expect(event.name == "full" && event.entity == "Song" && event.eventType == .redirect)
    #expect(event.properties == ["a" ~>> 1] && event.timestamp == Date(timeIntervalSince1970: 1))
    #expect(AnalyticsEventType.allCases.map(\.rawValue) == ["ac", "cl", "im", "rd", "ua"])
    #expect(EventIdentifier(object: "A", action: "B", label: "C").formatted == "A: B - C")
    let property = TrackedUserProperty(Email(value: "x"))
    #expect(property.base is Email && property.value == "x" && property.name == "PublicAPITests.Email")
    #expect(CodeLocation().fileID == "PublicAPITests/PublicWordsTests.swift")
  }

  @Test func `A chain is linked, tracked on and updated`() {
    let tracker = LogTracker()
    let own = LogTracker()
    TrackableSystem.withTracker(tracker) {
      let (parent, child) = (SilentObject(), PlainObject())
      parent.setupTrackableChain()
      parent.setupTrackableChain(trackedProperties: ["screen" ~>> "list"])
      child.setupTrackableChain(parent: parent)
      child.setupTrackableChain(trackedProperties: ["row" ~>> 1], parent: parent)
      child.deliver(to: own)
      child.track(AdopterEvent.started)
      child.track(AdopterEvent.started, trackedProperties: ["tap" ~>> true])
      parent.updateUserProperty(Email(value: "x"))
      #expect(
        child.explainTracking(of: Bare(), trackedProperties: []).properties == ["row" ~>> 1, "screen" ~>> "list"])
      #expect(child.trackableChainDescription().description.contains("PlainObject"))
    }
    #expect(own.log.lines.isEmpty, "no test reaches a vendor")
    #expect(
      tracker.log.lines == [
        "PublicAPITests.AdopterEvent.started [row: 1, screen: list]",
        "PublicAPITests.AdopterEvent.started [tap: true, row: 1, screen: list]",
        "PublicAPITests.Email: x", "PublicAPITests.Bare [screen: list]",
      ])
  }

  @Test func `A context is made, appended to, tracked on and current`() {
    let tracker = LogTracker()
    TrackableSystem.withTracker(tracker) {
      let object = SilentObject()
      object.setupTrackableChain(trackedProperties: ["screen" ~>> "list"])
      let context: TrackingContext = object.makeTrackingContext()
      context.appending(["row" ~>> 1]).track(Bare())
      withTrackedProperties(["request" ~>> 7]) {
        TrackingContext.current.track(Bare(), trackedProperties: ["tap" ~>> true])
      }
    }
    #expect(
      tracker.log.lines == [
        "PublicAPITests.Bare [row: 1, screen: list]", "PublicAPITests.Bare [tap: true, request: 7]",
      ])
  }

  @Test func `Trackers are made, combined, filtered, changed and named`() {
    let (log, console) = (Log(), Log())
    let closure = ClosureTracker { log.write("\($0)") }
    let tracker: some AnalyticsEventTracker = closure.combined(with: NoOpTracker())
      .combined(with: ConsoleTracker(level: .info, name: "Log", log: { console.write($0) }))
      .allowing(eventTypes: [Full.self, AdopterEvent.self, CTA.self]).prohibiting(eventTypes: [AdopterEvent.Nested.self]
      )
      .allowing(events: [CTA.discoverFilter, AdopterEvent.started, Full()]).prohibiting(events: [CTA.discoverSort])
      .allowing(userProperties: [Plan.self]).prohibiting(userProperties: [Email.self])
      .filter { $0.eventType != .impression }.map { $0 }.compactMap { $0.name == "full" ? nil : $0 }
      .addingDefaults(["a" ~>> 1]).overridingProperties(with: ["b" ~>> 2]).renaming(.keepingLast(1)).named("All")
    #expect(tracker.name == "All")
    #expect(CombinedTracker(closure, NoOpTracker()).name == "ClosureTracker")
    for event in [CTA.discoverSort, CTA.discoverFilter, Full(), AdopterEvent.started, Bare()] as [any AnalyticsEvent] {
      tracker.track(event)
    }
    #expect(log.lines == ["discoverFilter [b: 2, a: 1]", "started [b: 2, a: 1]"])
    #expect(console.lines == ["-[Log]: EVENT TRIGGERED - 'discoverFilter'", "-[Log]: EVENT TRIGGERED - 'started'"])
  }

  @Test func `A system is bootstrapped and has defaults, a tracker and an issue handler`() {
    let tracker = LogTracker()
    let issues = Log()
    TrackableSystem.withTracker(tracker) {
      TrackableSystem.defaultProperties = ["app" ~>> "Beatles"]
      TrackableSystem.issueHandler = { issues.write($0.kind.description + " " + $0.message + $0.remedy) }
      TrackableSystem.identify("john")
      TrackableSystem.track(AdopterEvent.started)
      PlainObject().track(AdopterEvent.started)
      TrackableSystem.bootstrap(tracker)
      TrackableSystem.bootstrap(naming: .snakeCase) { name, properties in issues.write("\(name) \(properties)") }
      PlainObject().track(AdopterEvent.started)
    }
    #expect(
      tracker.log.lines == [
        "PublicAPITests.AdopterEvent.started [app: Beatles]", "PublicAPITests.AdopterEvent.started [app: Beatles]",
      ])
    #expect(issues.lines.count == 3)
    #expect(issues.lines.last == #"public_api_tests_adopter_event_started ["app": "Beatles"]"#)
  }
}
