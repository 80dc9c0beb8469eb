import Foundation
import Trackable
@testable import TrackableHTTP
@testable import TrackableHub

/// A launch of an app that tracks and changes its user until it is killed, for `Wire/kills.py`. It has two destinations. The
/// user denies the second one now and then, and agrees again.
///
/// It writes a line to standard output before and after each call:
///
/// | line | means |
/// |---|---|
/// | `? 7 john` | it is about to track event 7 of this user; `-` is none |
/// | `+ 7` | the first destination has stored event 7 |
/// | `= 7` | each event up to 7 is on disk at the second one, has arrived, or was denied |
/// | `? deny 8` | it is about to deny the second destination the events before 8 |
/// | `* rows 12` | a launch that sends what others have left: so many calls have been delivered, after a flush |
/// | `! …` | a ledger that does not add up |
struct Launch {
  private struct Tapped: AnalyticsEvent {}

  private let consent = Consent([.analytics: .granted])
  private let rows: NotingDestination
  private let hub: TrackerHub

  init(server: URL, folder: String) throws {
    let destinations = try ["rows", "denied"].map { name in
      try HTTPDestination(
        .segment(writeKey: Secret(name), at: WireServer(server)), name: name, folder: URL(filePath: folder),
        sending: SendingPolicy(
          count: 10, delay: .milliseconds(5), retry: RetryPolicy(first: .milliseconds(1), longest: .milliseconds(20)),
          timeout: .seconds(2)))
    }
    rows = NotingDestination(base: destinations[0])
    var policy = DeliveryPolicy()
    policy.batchDelay = .zero
    hub = TrackerHub(
      [rows, destinations[1].requiringConsent(.analytics, from: consent)], policy: policy)
  }

  /// - Parameter first: The number of the first event.
  func track(from first: Int) async {
    hub.start()
    await TrackableSystem.withTracker(hub) {
      var user: String?
      for number in first... {
        switch Int.random(in: 0..<100) {
        case 0..<8:
          user = "user-\(Int.random(in: 0..<5))"
          TrackableSystem.identify(user ?? "")
        case 8..<10:
          user = nil
          TrackableSystem.reset()
        case 10:
          say("? deny \(number)")
          consent.deny(.analytics)
          consent.grant(.analytics)
        case 11..<15:
          await hub.flush()
          look(number - 1)
        case 15..<30:
          let end = ContinuousClock.now + .milliseconds(.random(in: 0...4))
          repeat { look(number - 1) } while ContinuousClock.now < end
        default: break
        }
        say("? \(number) \(user ?? "-")")
        TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> number])
      }
    }
  }

  /// Reads the ledger when events up to this one have been tracked.
  private func look(_ number: Int) {
    if hub.checkedLedger["denied"]?.waiting == 0 { say("= \(number)") }
  }

  /// Sends what earlier launches have left.
  func drain() async {
    hub.start()
    for _ in 0..<1_000 {
      let result = await hub.flush(timeout: .seconds(5))
      if result.isComplete, rows.base.figures.stored == 0, hub.ledger["denied"]?.stored == 0 { break }
    }
    say("* rows \(rows.base.figures.delivered)")
    say("* denied \(hub.ledger["denied"]?.delivered ?? 0)")
  }
}

extension TrackerHub {
  /// The ledger. It says where that does not add up.
  var checkedLedger: TrackerLedger {
    let ledger = ledger
    for entry in ledger.entries {
      let columns = [entry.held, entry.waiting, entry.stored, entry.delivered, entry.handedOver, entry.dropped]
      if entry.accepted + entry.adopted != columns.reduce(0, +) || columns.contains(where: { $0 < 0 }) {
        say("! \(entry)")
      }
    }
    return ledger
  }
}

/// Says which events the destination inside has stored.
private struct NotingDestination: AnalyticsDestination {
  let base: HTTPDestination
  var name: String { base.name }

  func configure() async throws { try await base.configure() }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    let outcome = try await base.deliver(batch)
    let isStored = outcome == .accepted && base.figures.inMemory == 0
    for envelope in batch {
      if case .event(let event) = envelope.content, isStored, let number = event.properties["number"] {
        say("+ \(number)")
      }
    }
    return outcome
  }

  func flush() async { await base.flush() }
  func adjust(_ policy: inout DeliveryPolicy) { base.adjust(&policy) }
}
