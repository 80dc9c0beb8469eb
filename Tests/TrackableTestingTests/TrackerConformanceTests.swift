import Foundation
import TestSupport
import Testing
import Trackable
import TrackableTesting

@Suite struct TrackerConformanceTests {
  /// A tracker of the library around a destination that sends when it is flushed.
  struct Subject: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var expecting: @Sendable (TrackedEvent) -> TrackedEvent = { $0 }
    let make: @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker

    init(
      _ name: String, expecting: @escaping @Sendable (TrackedEvent) -> TrackedEvent = { $0 },
      _ make: @escaping @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
    ) {
      self.testDescription = name
      self.expecting = expecting
      self.make = make
    }
  }

  static let subjects: [Subject] = [
    Subject("the destination itself") { $0 },
    Subject("CombinedTracker") { CombinedTracker(NoOpTracker(), $0, ConsoleTracker(level: .none)) },
    Subject("combined(with:)") { $0.combined(with: ClosureTracker { _ in }) },
    Subject("filter") { $0.filter { _ in true } },
    Subject("filterUserProperties") { $0.filterUserProperties { _ in false } },
    Subject("allowing types") {
      $0.allowing(eventTypes: [TrackerConformance.Named.self, TrackerConformance.TracksWhenRead.self])
    },
    Subject("prohibiting types") { $0.prohibiting(eventTypes: [Sample.PaymentSent.self]) },
    Subject("prohibiting events") { $0.prohibiting(events: [Sample.PaymentSent(), Album.opened]) },
    Subject("map", expecting: marked) { $0.map { marked($0) } },
    Subject("compactMap", expecting: marked) { $0.compactMap { marked($0) } },
    Subject("adding", expecting: marked) { $0.addingDefaults(["mark" ~>> 1]) },
    Subject("overriding", expecting: { $0.with(["mark" ~>> 1] + $0.properties) }) {
      $0.overridingProperties(with: ["mark" ~>> 1])
    },
    Subject("renaming", expecting: shouted) { $0.renaming(.custom { $0.uppercased() }) },
    Subject("renaming by type") { $0.renaming(Bought.self) { _ in "other" } },
    Subject("renaming keys by type") { $0.renaming(keys: Sample.Field.self) { _ in "other" } },
    Subject("named") { $0.named("other") },
    Subject("logged") { $0.logged(.info, log: { _ in }) },
    Subject("many at once", expecting: marked) {
      $0.named("a").filter { _ in true }.addingDefaults(["mark" ~>> 1]).combined(with: nil).logged(log: { _ in })
    },
  ]

  private static func marked(_ event: TrackedEvent) -> TrackedEvent { event.with(event.properties + ["mark" ~>> 1]) }

  /// The names of events and keys in capitals.
  private static func shouted(_ event: TrackedEvent) -> TrackedEvent {
    func shout(_ properties: TrackedProperties) -> TrackedProperties {
      TrackedProperties(properties.map { $0.key.name.uppercased() ~>> shout($0.value) })
    }
    func shout(_ value: TrackedValue) -> TrackedValue {
      switch value {
      case .properties(let nested): .properties(shout(nested))
      case .array(let values): .array(values.map(shout))
      default: value
      }
    }
    var event = event.with(shout(event.properties))
    event.name = event.name.uppercased()
    return event
  }

  @Test(arguments: subjects)
  func `Every tracker of the library keeps the promises of its destination`(_ subject: Subject) async {
    let buffering = TrackerConformance(expecting: subject.expecting) { subject.make(BufferingTracker(record: $0)) }
    #expect(await buffering.failures().map(\.description) == [])
    let sending = TrackerConformance(expecting: subject.expecting) { subject.make(SendingTracker(record: $0)) }
    #expect(await sending.failures().map(\.description) == [])
  }

  @Test func `A recorder keeps the promises`() async {
    let conformance = TrackerConformance { record in
      SendingTracker(record: record).combined(with: RecordingTracker())
    }
    #expect(await conformance.failures().map(\.description) == [])
  }

  @Test func `A closure keeps the promises`() async {
    let conformance = TrackerConformance { record in ClosureTracker { record(.event($0)) } }
    #expect(await conformance.failures().map(\.description) == [])
  }

  @Test func `A destination without a time of its own conforms`() async {
    let conformance = TrackerConformance { record in
      ClosureTracker { record(.event(name: $0.name, properties: $0.properties)) }
    }
    #expect(await conformance.failures().map(\.description) == [])
  }
}

/// The suite finds each broken tracker, and names the right rule.
@Suite struct BrokenTrackerTests {
  struct Subject: Sendable {
    let rule: TrackerConformance.Rule
    let make: @Sendable (@escaping Record) -> any AnalyticsEventTracker
  }

  static let broken: [Subject] = [
    Subject(rule: .flushWaits) { SwallowsFlush(base: BufferingTracker(record: $0)) },
    Subject(rule: .flushWaits) { _ in NoOpTracker() },
    Subject(rule: .everyEventArrivesOnce) { record in
      Counting { count, event in if count.isMultiple(of: 2) { record(.event(event)) } }
    },
    Subject(rule: .everyEventArrivesOnce) { record in
      Counting { count, event in for _ in 0..<(count == 50 ? 2 : 1) { record(.event(event)) } }
    },
    Subject(rule: .everyEventArrivesOnce) { record in
      SendingTracker(record: record).filter { _ in true }
        .combined(with: SendingTracker(record: record))
    },
    Subject(rule: .eventsKeepTheirOrder) { Reorders(record: $0) },
    Subject(rule: .eventsArriveAsGiven) { record in
      // Takes null for nothing.
      ClosureTracker { event in
        record(.event(name: event.name, properties: TrackedProperties(event.properties.filter { $0.value != .null })))
      }
    },
    Subject(rule: .eventsArriveAsGiven) { record in
      // Sends its own time.
      ClosureTracker { event in
        record(.event(name: event.name, properties: event.properties, timestamp: event.timestamp.addingTimeInterval(1)))
      }
    },
    Subject(rule: .eventsArriveAsGiven) { record in
      // Takes no arrays of anything but plain values.
      ClosureTracker { event in
        let properties = event.properties.filter { property in
          guard case .array(let values) = property.value else { return true }
          return !values.contains { if case .properties = $0 { true } else { false } }
        }
        record(.event(name: event.name, properties: TrackedProperties(properties)))
      }
    },
    Subject(rule: .eventsArriveAsGiven) { record in
      // Takes digits for a number.
      ClosureTracker { event in
        let properties = event.properties.map { property in
          guard case .string(let text) = property.value, let number = Int(text) else { return property }
          return property.key ~>> number
        }
        record(.event(name: event.name, properties: TrackedProperties(properties)))
      }
    },
    Subject(rule: .eventsDoNotAffectEachOther) { LeavesPropertiesOver(record: $0) },
    Subject(rule: .eventsDoNotAffectEachOther) { KeepsFirstTimes(record: $0) },
    Subject(rule: .anyNumberOfProperties) { record in
      ClosureTracker { event in
        record(.event(name: event.name, properties: TrackedProperties(event.properties.prefix(256))))
      }
    },
    Subject(rule: .unusualNames) { record in
      ClosureTracker { event in
        if !event.name.isEmpty { record(.event(event)) }
      }
    },
    Subject(rule: .unusualNames) { record in
      ClosureTracker { event in record(.event(name: String(event.name.prefix(40)), properties: event.properties)) }
    },
    Subject(rule: .nothingElseArrives) { CountsUsers(record: $0) },
    Subject(rule: .nothingElseArrives) { SetsIncrements(record: $0) },
    Subject(rule: .userChangesKeepTheirPlace) { IdentifiesAtOnce(base: BufferingTracker(record: $0), record: $0) },
    Subject(rule: .userChangesKeepTheirPlace) { SendsPropertiesLast(record: $0) },
    Subject(rule: .userPropertiesArriveAsGiven) { record in
      SendingTracker(record: record).filterUserProperties { $0.operand != .null }
    },
    Subject(rule: .usersArriveAsGiven) { AddsUpTraits(record: $0) },
    Subject(rule: .purgedIsNotSent) { KeepsWhatIsPurged(base: BufferingTracker(record: $0)) },
    Subject(rule: .purgedIsNotSent) { PurgesEventsOnly(record: $0) },
    Subject(rule: .purgedIsNotSent) { PurgesForEver(base: BufferingTracker(record: $0)) },
    Subject(rule: .severalThreads) { KeepsToOneThread(record: $0) },
    Subject(rule: .trackingWhileTracking) { IsDeafWhileItTracks(record: $0) },
  ]

  @Test(arguments: broken.indices)
  func `A tracker that breaks a rule fails that one and no other`(_ index: Int) async {
    let failures = await TrackerConformance(makeTracker: Self.broken[index].make).brokenRules()
    #expect(failures.map(\.rule) == [Self.broken[index].rule], "\(failures)")
  }

  @Test func `Every rule is broken by some tracker`() {
    // The last one is about wrappers: `WrapperConformanceTests`.
    let rules = Set(Self.broken.map(\.rule) + [.everyRequirementIsForwarded])
    #expect(rules == Set(TrackerConformance.Rule.allCases))
  }

  @Test func `A failure explains itself`() async {
    let failures = await TrackerConformance { SwallowsFlush(base: BufferingTracker(record: $0)) }.failures()
    #expect(
      failures == [
        "When 'flush()' returns, all earlier calls have arrived: an app calls it before it is suspended. "
          + "One event was tracked, and had not arrived when 'flush()' returned."
      ])
    for each in TrackerConformance.Rule.allCases { #expect(each.explanation.hasSuffix(".")) }
  }
}
