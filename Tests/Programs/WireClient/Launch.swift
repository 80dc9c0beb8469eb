import Foundation
import Trackable
@testable import TrackableHTTP
import TrackableHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A launch of an app that tracks, changes its user and its consent until it is killed, for `.ci/wire/kills.py`.
///
/// It writes a line to standard output before and after each call:
///
/// | line | means |
/// |---|---|
/// | `? 7 john` | it is about to track event 7 of this user; `-` is none |
/// | `+ 7` | the destination has stored event 7 |
/// | `~ 8` | it is about to track event 8, which consent forbids |
/// | `? deny`, `+ deny 9` | it is about to deny consent; the denial before event 9 is carried out, and the server has been told |
struct Launch {
  private struct Tapped: AnalyticsEvent {}

  private let server: URL
  private let destination: NotingDestination
  private let consent = Consent([.analytics: .granted])
  private let hub: TrackerHub

  init(server: URL, folder: String) throws {
    self.server = server
    let base = try HTTPDestination(
      .segment(writeKey: "test-key", at: WireServer(server)), name: "rows", folder: URL(filePath: folder),
      sending: SendingPolicy(
        count: 10, delay: .milliseconds(5), retry: .backOff(first: .milliseconds(1), longest: .milliseconds(20)),
        timeout: .seconds(2)))
    destination = NotingDestination(base: base)
    hub = TrackerHub([destination.requiringConsent(.analytics, from: consent)])
  }

  /// - Parameters:
  ///   - first: The number of the first event.
  ///   - denies: Whether it denies consent now and then.
  func track(from first: Int, denies: Bool) async {
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
        case 10 where denies: await deny(at: number)
        case 11..<15: await hub.flush()
        case 15..<30: try? await Task.sleep(for: .milliseconds(.random(in: 0...4)))
        default: break
        }
        say("? \(number) \(user ?? "-")")
        TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> number])
      }
    }
  }

  private func deny(at number: Int) async {
    say("? deny")
    let purges = await destination.purges.count
    consent.deny(.analytics)
    say("~ \(number)-denied")
    TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> "\(number)-denied"])
    while await destination.purges.count == purges { try? await Task.sleep(for: .milliseconds(1)) }
    // What the server gets on a later connection was sent after the denial.
    var request = URLRequest(url: server.appending(path: "denied/\(number)"))
    request.httpMethod = "POST"
    let answer = try? await URLSession.shared.data(for: request).1 as? HTTPURLResponse
    if answer?.statusCode == 200 { say("+ deny \(number)") }
    consent.grant(.analytics)
  }

  /// Sends what earlier launches have left.
  func drain() async {
    hub.start()
    for _ in 0..<1_000 {
      await hub.flush()
      if destination.base.ledger.adopted > 0, destination.base.ledger.stored == 0 { break }
    }
    say("\(destination.base.ledger)")
  }
}

/// Says which events the destination inside has stored, and counts the purges that it has carried out.
private struct NotingDestination: AnalyticsDestination {
  let base: HTTPDestination
  let purges = Purges()
  var name: String { base.name }

  func configure() async throws { try await base.configure() }

  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    let outcome = try await base.deliver(batch)
    let isStored = outcome == .accepted && base.ledger.inMemory == 0
    for envelope in batch {
      if case .event(let event) = envelope.content, isStored, let number = event.properties["number"] {
        say("+ \(number)")
      }
      if case .purge = envelope.content { await purges.add() }
    }
    return outcome
  }

  func flush() async { await base.flush() }
  func adjust(_ policy: inout DeliveryPolicy) { base.adjust(&policy) }
}

private actor Purges {
  private(set) var count = 0

  func add() { count += 1 }
}

/// In one write, past all buffers: the line is out, also if this process dies at once.
private func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
