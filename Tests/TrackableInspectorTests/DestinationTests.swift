import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHub
import TrackableInspector
import TrackableTesting

@Suite struct DestinationTests {
  /// What the page says of the first event, or of another call.
  private func arrivals(
    _ inspector: Inspector, of kind: String = "event"
  ) throws -> (ParsedReport, [ParsedReport.Arrival]) {
    let report = try ParsedReport(inspector.makeReport())
    return (report, try #require(report.entries.first { $0.kind == kind }?.to))
  }

  @Test func `An event is renamed, completed and left out by name`() throws {
    let inspector = Inspector()
    let (mixpanel, ads, audit) = (
      RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Ads"), RecordingTracker(name: "Audit")
    )
    let tracker = mixpanel.renaming(.snakeCase).addingDefaults(["app" ~>> "test"]).prohibiting(keys: [Keys.note])
      .combined(with: ads.prohibiting(events: [Album.rated]).prohibiting(userProperties: [Email.self]))
      .combined(with: audit)
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      Page().track(Album.rated, trackedProperties: [Keys.year ~>> 1971, Keys.note ~>> "private"])
      Page().updateUserProperty(Email(value: "john@apple.records"))
      TrackableSystem.reset()
    }
    let updates = try arrivals(inspector, of: "userProperty").1
    #expect(updates.map(\.name) == [mixpanel.userProperties[0].name, nil, Email(value: "").name])
    #expect(updates.map(\.fate) == [nil, "left out", nil] && updates.map { $0.renamed == nil } == [false, true, true])
    #expect(try arrivals(inspector, of: "reset").1.map(\.fate) == [nil, nil, nil])
    let (report, arrivals) = try arrivals(inspector)
    #expect(arrivals.map { report.keys[$0.to] } == ["Mixpanel", "Ads", "Audit"])
    let there = arrivals[0]
    #expect(there.name == mixpanel.events[0].name && there.fate == nil)
    #expect(there.renamed?.map { report.keys[$0] } == ["renaming"])
    let rows: [[String]] = (there.properties ?? []).map { row in
      [report.keys[row.key], row.what ?? "", row.by.map { report.keys[$0] } ?? "", row.value?.text ?? ""]
    }
    let keys = mixpanel.events[0].properties.map(\.key.name)
    let expected: [[String]] = [
      [keys[0], "", "", ""], [keys[1], "added", "addingDefaults", "test"],
      [Keys.note.name, "removed", "prohibiting", ""],
    ]
    #expect(rows == expected)
    #expect(arrivals[1].fate == "left out" && arrivals[1].by.map { report.keys[$0] } == "prohibiting")
    #expect(arrivals[2].fate == nil && arrivals[2].name == Album.rated.name)
    #expect(arrivals[2].properties?.allSatisfy { $0.what == nil } == true)
  }

  @Test func `An event that a sample or a day keeps out is left out there, and comes elsewhere`() throws {
    let inspector = Inspector()
    let recorders = ["Panel", "Daily", "Audit"].map { RecordingTracker(name: $0) }
    let tracker = recorders[0].sampled(0, by: .property("visit"))
      .combined(with: recorders[1].once(per: .day, Album.rated)).combined(with: recorders[2])
    let day = { @Sendable in Date(timeIntervalSince1970: 0) }
    withRecordedTracking(through: { _ in tracker.inspected(by: inspector) }, date: day) { _ in
      for _ in 1...2 { Page().track(Album.rated, trackedProperties: ["visit" ~>> "one"]) }
    }
    let report = try ParsedReport(inspector.makeReport())
    let stops = report.entries.map { $0.to?.map { "\($0.fate ?? "") \($0.by.map { report.keys[$0] } ?? "")" } }
    #expect(stops == [["left out sampled", " ", " "], ["left out sampled", "left out once", " "]])
    #expect(recorders.map(\.events.count) == [0, 1, 2])
  }

  @Test func `A gate holds an event until it is opened, and one that refused it stays named, also when it opens`()
    throws
  {
    let (inspector, consent) = (Inspector(), Consent([.analytics: .denied]))
    let (gate, closed) = (TrackerGate("the configuration arrived"), TrackerGate("never"))
    closed.close()
    let recorders = ["Mixpanel", "Ads", "Audit"].map { RecordingTracker(name: $0) }
    let tracker = recorders[0].renaming(.snakeCase).holding(until: gate)
      .combined(with: recorders[1].holding(until: closed))
      .combined(with: recorders[2].requiringConsent(.analytics, from: consent))
    try TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      Page().track(Album.rated)
      var (report, there) = try arrivals(inspector)
      #expect(there.map(\.fate) == ["held", "refused", "refused"])
      let gates = ["the configuration arrived", "never", "the user agreed to analytics"]
      #expect(there.map { $0.by.map { report.keys[$0] } } == gates)
      gate.open()
      consent.grant(.analytics)
      (report, there) = try arrivals(inspector)
      #expect(there.map(\.fate) == [nil, "refused", "refused"])
      #expect(there[1...].map { $0.by.map { report.keys[$0] } } == Array(gates[1...]))
      #expect(there[0].name == recorders[0].events.first?.name)
      #expect(recorders.map(\.events.count) == [1, 0, 0])
    }
  }

  @Test
  func `A purge, a sign-out before the decision, and a gate that closes or is full drop calls, each with its reason`()
    throws
  {
    let (gate, consent) = (TrackerGate("it is ready"), Consent())
    let mixpanel = RecordingTracker(name: "Mixpanel")
    let (held, undecided) = (
      mixpanel.holding(until: gate, capacity: 1), mixpanel.requiringConsent(.analytics, from: consent)
    )
    for (tracker, end, why) in [
      (held, { Page().track(Album.opened) }, "because the gate was full"),
      (held, { TrackableSystem.purge() }, "by a purge"), (held, { gate.close() }, "when the gate closed"),
      (undecided, { TrackableSystem.reset() }, "by a reset"),
    ] as [(any AnalyticsEventTracker, () -> Void, String)] {
      let folder = PageFolder()
      let inspector = Inspector(folder: folder.url)
      TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
        Page().track(Album.rated)
        inspector.flush()
        end()
      }
      let (report, there) = try arrivals(inspector)
      #expect(there.map(\.fate) == ["dropped"] && there.map(\.why) == [why])
      #expect(
        there[0].by.map { report.keys[$0] } == (why == "by a reset" ? "the user agreed to analytics" : "it is ready"))
      // The page of the folder gets it as well.
      inspector.flush()
      let later = try #require(try folder.chapters.last?.later?.first)
      #expect(later.entry == 0 && later.to.map(\.fate) == ["dropped"] && later.to.map(\.why) == [why])
    }
  }

  @Test func `A gate that opens or closes is an entry, with what became of the calls that it held`() throws {
    let (inspector, consent) = (Inspector(), Consent())
    let (mixpanel, ads) = (RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Ads"))
    let both = mixpanel.requiringConsent(.analytics, from: consent)
      .combined(with: ads.requiringConsent(.advertising, from: consent))
    TrackableSystem.withTracker(both.inspected(by: inspector)) {
      Page().track(Album.opened)
      Page().track(Album.rated)
      TrackableSystem.purge()
      Page().track(Album.played)
      consent.update([.analytics: .granted, .advertising: .denied])
      Page().track(Album.closed)
      consent.deny(.analytics)
      consent.update([.analytics: .undecided])
    }
    let report = try ParsedReport(inspector.makeReport())
    let expected = [
      "advertising: Closed for Ads: 0 held calls went on, 3 were dropped. The denial has made a reset and a purge there.",
      "analytics: Opened for Mixpanel: 1 held calls went on, 2 were dropped.",
      "analytics: Closed for Mixpanel: 0 held calls went on, 0 were dropped. The denial has made a reset and a purge there.",
      "analytics: Holds calls again for Mixpanel: 0 held calls went on, 0 were dropped.",
    ].map { "until the user agreed to \($0)" }
    let gates = report.entries.filter { $0.kind == "gate" }
    #expect(gates.map { "\($0.name ?? ""): \($0.message ?? "")" } == expected)
    #expect(gates.allSatisfy { $0.time != nil })
    #expect(
      report.entries.map(\.kind)
        == ["event", "event", "purge", "event", "gate", "gate", "event", "gate", "gate"])
    #expect(mixpanel.events.count == 2)
  }

  @Test func `A call that a destination makes itself is recorded like any other, also inside of an identify`() throws {
    struct Eager: AnalyticsEventTracker {
      func track(_ event: TrackedEvent) {}
      func identify(_ user: TrackedUser) { TrackableSystem.group("apple", type: "company") }
    }
    let inspector = Inspector()
    TrackableSystem.withTracker(Eager().inspected(by: inspector)) { TrackableSystem.identify("john") }
    let entries = try ParsedReport(inspector.makeReport()).entries
    #expect(Set(entries.map(\.kind)) == ["identify", "group"])
    #expect(entries.map { $0.to?.count } == [1, 1])
  }

  @Test func `A call that comes to an inspected tracker twice is one entry`() throws {
    let inspector = Inspector()
    let inside = RecordingTracker(name: "Mixpanel").inspected(by: inspector)
    let tracker = inside.renaming(.snakeCase).combined(with: inside.filter { _ in true })
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      TrackableSystem.identify("john")
      Page().track(Album.rated)
      TrackableSystem.purge()
    }
    #expect(try ParsedReport(inspector.makeReport()).entries.map(\.kind) == ["identify", "event", "purge"])
  }

  @Test func `A change of the user that a gate in a hub has held is on the page once, and comes to the hub's queue`()
    async throws
  {
    let (inspector, gate) = (Inspector(), TrackerGate("it is ready"))
    let mixpanel = RecordingTracker(name: "Mixpanel")
    let hub = TrackerHub([mixpanel.holding(until: gate).inspected(by: inspector)])
    hub.start()
    await TrackableSystem.withTracker(hub.inspected(by: inspector)) {
      TrackableSystem.identify("john")
      gate.open()
      await hub.shutdown(timeout: .seconds(300))
    }
    let report = try ParsedReport(inspector.makeReport())
    let entries = report.entries.filter { $0.kind != "account" }
    #expect(entries.map(\.kind) == ["identify", "gate"])
    #expect(entries[0].to?.map { report.keys[$0.to] } == ["TrackerHub", "Mixpanel"])
    #expect(entries[0].to?.map { $0.fate ?? "came" } == ["came", "came"] && entries[0].to?.last?.handedOver == true)
  }

  /// Random calls, while gates and consent change. The recorders know nothing of the inspector.
  @Test(arguments: 0..<SearchScale.times(60, long: 2_000))
  func `A call that is held comes when its gate opens, and one that was dropped or refused never does`(_ seed: Int)
    throws
  {
    var random = SeededGenerator(seed: UInt64(seed))
    let (inspector, consent, gate) = (Inspector(), Consent(), TrackerGate("it is ready"))
    let recorders = ["Consent", "Gate", "Both"].map { RecordingTracker(name: $0) }
    let capacity = 1 + random.below(8)
    let policy = random.chance(80) ? ConsentPolicy.hold(capacity: capacity) : .drop
    let tracker = recorders[0].requiringConsent(.analytics, from: consent, whileUndecided: policy)
      .combined(with: recorders[1].renaming(.snakeCase).holding(until: gate, capacity: capacity))
      .combined(with: recorders[2].requiringConsent(.analytics, from: consent).holding(until: gate))
    /// The calls whose way to a recorder ended so, by what tells each from the others.
    func calls(_ recorder: RecordingTracker, _ fits: (ParsedReport.Arrival) -> Bool) throws -> Set<String> {
      let report = try ParsedReport(inspector.makeReport())
      return Set(
        report.entries.filter { entry in
          !["gate", "reset", "purge"].contains(entry.kind)
            && entry.to?.contains { report.keys[$0.to] == recorder.name && fits($0) } == true
        }.map { $0.value?.text ?? ($0.kind == "event" ? $0.properties?.first?.value?.text : $0.name) ?? "" })
    }
    func received(_ recorder: RecordingTracker) -> Set<String> {
      Set(
        recorder.deliveries.compactMap { call in
          switch call {
          case .track(let event): event.properties.first.map { "\($0.value)" }
          case .identify(let user): user.id
          case .update(let property): "\(property.operand)"
          case .report(let error, _): "\(error)"
          case .reset, .purge: nil
          }
        })
    }
    try TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      TrackableSystem.issueHandler = { _ in }
      for number in 0..<30 {
        switch random.below(22) {
        case 0: TrackableSystem.reset()
        case 1: TrackableSystem.purge()
        case 2: consent.grant(.analytics)
        case 3: consent.deny(.analytics)
        case 4: consent.update([.analytics: .undecided])
        case 5: if random.chance(20) { gate.open() }
        case 6...8: TrackableSystem.identify("user \(number)")
        case 9, 10: Page().updateUserProperty(Email(value: "user \(number)"))
        case 11: TrackableSystem.group("user \(number)", type: "company")
        case 12: TrackableSystem.report(Sample.Failure(description: "user \(number)"))
        default: Page().track(Bought(amount: number))
        }
      }
      var held: [Set<String>] = []
      for recorder in recorders {
        #expect(try calls(recorder) { $0.fate == nil } == received(recorder))
        held.append(try calls(recorder) { $0.fate == "held" })
      }
      let before = recorders.map(received)
      consent.grant(.analytics)
      gate.open()
      for (index, recorder) in recorders.enumerated() {
        #expect(try calls(recorder) { $0.fate == nil } == received(recorder))
        #expect(try calls(recorder) { $0.fate == "held" } == [])
        // Consent releases no calls of another user, nor any from before a denial.
        let other = try calls(recorder) { $0.why?.contains("another user") == true || $0.fate == "refused" }
        let late = received(recorder).subtracting(before[index])
        #expect(late.union(held[index]) == held[index])
        #expect(held[index].subtracting(late).isSubset(of: recorder.name == "Gate" ? [] : other))
      }
    }
  }

  @Test func `A hub's destinations were handed the event, are those of the event outside, and record no call twice`()
    async throws
  {
    let inspector = Inspector()
    let (mixpanel, audit) = (RecordingTracker(name: "Mixpanel"), RecordingTracker(name: "Audit"))
    let hub = TrackerHub([mixpanel.renaming(.snakeCase).inspected(by: inspector)])
    try await TrackableSystem.withTracker(hub.combined(with: audit).inspected(by: inspector)) {
      Page().track(Album.rated)
      TrackableSystem.identify("john")
      // A hub that has not started delivers nothing.
      let (report, there) = try arrivals(inspector)
      #expect(mixpanel.events.isEmpty && audit.events.count == 1)
      #expect(there.map { report.keys[$0.to] } == ["TrackerHub", "Audit", "Mixpanel"])
      #expect(there.map(\.handedOver) == [true, nil, true])
      #expect(there.allSatisfy { $0.fate == nil })
      hub.start()
      await hub.shutdown(timeout: .seconds(300))
    }
    let (report, there) = try arrivals(inspector)
    #expect(report.entries.map(\.kind).filter { $0 != "account" } == ["event", "identify"])
    #expect(there.map { report.keys[$0.to] } == ["TrackerHub", "Audit", "Mixpanel"])
    #expect(there.map(\.name) == [Album.rated.name, Album.rated.name, mixpanel.events.first?.name])
  }

  @Test(arguments: 0..<60) func `The page says of each destination what its recorder got`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let inspector = Inspector()
    let recorders = (0..<3).map { RecordingTracker(name: "\($0)") }
    let trackers = recorders.map { random.combined($0) }
    let tracker = random.combined(CombinedTracker(trackers))
    TrackableSystem.withTracker(tracker.inspected(by: inspector)) {
      for _ in 0..<5 {
        Page().track(
          random.chance(50) ? Album.rated : .opened,
          trackedProperties: [Keys.year ~>> random.below(9), Keys.note ~>> "x", Keys.likes ~>> random.chance(50)])
      }
    }
    let report = try ParsedReport(inspector.makeReport())
    #expect(report.entries.count == 5)
    for recorder in recorders {
      let arrivals = report.entries.flatMap { entry in
        (entry.to ?? []).filter { report.keys[$0.to] == recorder.name && $0.fate == nil }.map { (entry, $0) }
      }
      #expect(arrivals.map { $0.1.name } == recorder.events.map(\.name))
      for ((entry, arrival), event) in zip(arrivals, recorder.events) {
        let rows = (arrival.properties ?? []).filter { $0.what != "removed" }
        #expect(rows.map { report.keys[$0.key] } == event.properties.map(\.key.name))
        let values = rows.map { row in row.value ?? entry.properties?.first { $0.key == row.as ?? row.key }?.value }
        #expect(values == event.properties.map { ParsedReport.Value($0.value) })
      }
    }
  }

  @Test func `An inspector forgets no requirement of a tracker`() async {
    #expect(await TrackerConformance.wrapping { $0.inspected(by: Inspector()) }.failures() == [])
  }
}

extension SeededGenerator {
  /// A tracker behind random combinators.
  fileprivate mutating func combined(_ tracker: any AnalyticsEventTracker) -> any AnalyticsEventTracker {
    let combinators: [(any AnalyticsEventTracker) -> any AnalyticsEventTracker] = [
      { $0.renaming(.snakeCase) }, { $0.renaming(events: .keepingLast(1), keys: .keepingLast(2)) },
      { $0.addingDefaults(["app" ~>> "test"]) }, { $0.addingDefaults(["app too" ~>> "test"]) },
      { $0.prohibiting(keys: [Keys.note]) }, { $0.prohibiting(events: [Album.opened]) },
      { $0.overridingProperties(with: [Keys.year ~>> 1900]) },
      {
        $0.map { event in
          var event = event
          event.properties["mapped"] = "yes"
          return event
        }
      },
    ]
    return (0..<below(4)).reduce(tracker) { tracker, _ in combinators[below(combinators.count)](tracker) }
  }
}
