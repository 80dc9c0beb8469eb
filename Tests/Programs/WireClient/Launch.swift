import Foundation
import Trackable
@testable import TrackableHTTP
@testable import TrackableHub

/// A launch of an app that tracks and changes its user until it is killed, for `.ci/wire/kills.py`.
///
/// It writes a line to standard output before and after each call:
///
/// | line | means |
/// |---|---|
/// | `? 7 john` | it is about to track event 7 of this user; `-` is none |
/// | `+ 7` | the destination has stored event 7 |
struct Launch {
  private struct Tapped: AnalyticsEvent {}

  private let destination: NotingDestination
  private let hub: TrackerHub

  init(server: URL, folder: String) throws {
    let base = try HTTPDestination(
      .segment(writeKey: "test-key", at: WireServer(server)), name: "rows", folder: URL(filePath: folder),
      sending: SendingPolicy(
        count: 10, delay: .milliseconds(5), retry: .backOff(first: .milliseconds(1), longest: .milliseconds(20)),
        timeout: .seconds(2)))
    destination = NotingDestination(base: base)
    hub = TrackerHub([destination])
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
        case 11..<15: await hub.flush()
        case 15..<30: try? await Task.sleep(for: .milliseconds(.random(in: 0...4)))
        default: break
        }
        say("? \(number) \(user ?? "-")")
        TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> number])
      }
    }
  }

  /// Sends what earlier launches have left.
  func drain() async {
    hub.start()
    for _ in 0..<1_000 {
      await hub.flush()
      if destination.base.account.adopted > 0, destination.base.account.stored == 0 { break }
    }
    say("\(destination.base.account)")
  }
}

/// Says which events the destination inside has stored.
private struct NotingDestination: AnalyticsDestination {
  let base: HTTPDestination
  var name: String { base.name }

  func configure() async throws { try await base.configure() }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    let outcome = try await base.deliver(batch)
    let isStored = outcome == .accepted && base.account.inMemory == 0
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
