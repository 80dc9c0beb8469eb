import Foundation
import TestSupport
import Trackable
import TrackableTesting

@testable import TrackableHTTP
@testable import TrackableHub

/// One launch of an app with six destinations: four that store and send, a vendor's library, and a backend that loses calls.
final class LedgerLaunch: Sendable {
  struct Tapped: AnalyticsEvent {
    let name: String
    // A full store has room for some 80 of them.
    var properties: TrackedProperties { ["text" ~>> String(repeating: "a", count: 3_000)] }
  }
  struct Mood: UserProperty {
    let name = "mood"
    let value = "calm"
  }
  struct Failure: Error {}

  static let senders = ["rows", "asked", "small", "share"]
  static let fullStore = "small"
  static let strictCapacity = 8

  let files: SimulatedFileSystem
  let services: [String: RecordedService]
  let vendor = Vendor()
  let strict = Strict()
  let clock = ManualClock()
  let hub: TrackerHub
  let system: ScopedSystem
  let configured = TrackerGate("the configuration came")
  let vendorGate = TrackerGate("the vendor was ready")
  let consent: Consent
  private let reader: LedgerReader

  init(
    on disk: SimulatedDisk, folder: URL, time: TestTime, _ status: Consent.Status, capacity: Int, vendorCapacity: Int
  ) throws {
    let services = [String: RecordedService](uniqueKeysWithValues: Self.senders.map { ($0, RecordedService()) })
    let files = SimulatedFileSystem(disk)
    let senders = try Self.senders.map { name in
      try Self.destination(name, files, folder, time, services[name] ?? RecordedService())
    }
    (self.services, self.files, consent) = (services, files, Consent([.analytics: status]))
    var policy = DeliveryPolicy()
    policy.batchDelay = .zero
    let trackers: [any AnalyticsEventTracker] = [
      senders[0], senders[1].filter { !Self.isKeptOut($0.name) }.requiringConsent(.analytics, from: consent),
      senders[2], senders[3].sampled(0.5, by: Self.unit),
      vendor.holding(until: vendorGate, capacity: vendorCapacity), strict,
    ]
    hub = TrackableSystem.withTracker(NoOpTracker()) { [clock] in
      TrackableSystem.issueHandler = { _ in }
      return TrackerHub(trackers, policy: policy, clock: clock)
    }
    reader = LedgerReader(hub)
    system = ScopedSystem(bootstrapped: hub.holding(until: configured, capacity: capacity))
  }

  static func destination(
    _ name: String, _ files: SimulatedFileSystem, _ folder: URL, _ time: TestTime, _ service: RecordedService
  ) throws -> HTTPDestination {
    try TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { _ in }
      return try HTTPDestination(
        RecordedFormat(), name: name, folder: folder,
        store: name == fullStore ? StorePolicy(bytes: 256_000) : StorePolicy(),
        sending: SendingPolicy(count: 100_000, delay: .seconds(1_000_000)), time: time.system, clock: ManualClock(),
        files: files, exchange: { try await service.answer($0) }, location: CodeLocation(fileID: #fileID, line: #line))
    }
  }

  static func isKeptOut(_ name: String) -> Bool { name.utf8.reduce(0) { $0 + Int($1) } % 7 == 3 }
  static let unit = SamplingUnit.value { event in event.name.last.map { "\($0)" } }

  func turn(_ mood: RecordedService.Mood) { for service in services.values { service.turn(mood) } }

  /// What the hub itself hands over has arrived, and its destinations have returned.
  func isQuiet() async {
    await until {
      ["vendor", "strict"].allSatisfy { hub.ledger[$0]?.waiting == 0 }
        && hub.core.update { state, _, _ in state.queue.destinations.allSatisfy { !$0.isBusy } }
    }
  }

  /// `kill -9`. Returns the readings that did not add up.
  func kill() -> [String] {
    files.kill()
    for service in services.values { service.end() }
    return reader.end()
  }
}

/// A vendor's library, which the hub tells of the user.
final class Vendor: AnalyticsEventTracker {
  let name = "vendor"
  private let log = Lock<[String]>([])
  var calls: [String] { log.withLock { $0 } }

  func track(_ event: TrackedEvent) { log.withLock { $0.append(event.name) } }
  func update(_ property: TrackedUserProperty) { log.withLock { $0.append("other") } }
  func report(_ error: any Error, at location: CodeLocation) { log.withLock { $0.append("error") } }
}

/// A backend that takes batches, refuses some calls, and has little room.
final class Strict: AnalyticsDestination {
  let name = "strict"
  private let state = Lock((taken: [String](), refused: [String](), fails: false))
  var taken: [String] { state.withLock { $0.taken } }
  var refused: [String] { state.withLock { $0.refused } }

  func fail(_ fails: Bool) { state.withLock { $0.fails = fails } }

  func adjust(_ policy: inout DeliveryPolicy) {
    policy.capacity = LedgerLaunch.strictCapacity
    policy.retry = RetryPolicy(limit: 0)
    policy.maximumAge = .seconds(60)
  }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    try state.withLock { state in
      if state.fails { throw LedgerLaunch.Failure() }
      var bad: [Envelope.ID] = []
      for envelope in batch {
        switch envelope.content {
        case .event(let event) where RecordedService.isBad(event.name):
          bad.append(envelope.id)
          state.refused.append(event.name)
        case .event(let event): state.taken.append(event.name)
        case .purge: break
        default: state.taken.append("another")
        }
      }
      return bad.isEmpty ? .accepted : .rejected(bad, because: "it ends in 9")
    }
  }
}
