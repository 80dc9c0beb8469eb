import Foundation
import Trackable
@testable import TrackableHTTP
@testable import TrackableHub

/// A process that tracks events through a hub to a server, and notes the ID of each that the destination has stored.
struct Child {
  let url: URL
  let folder: URL
  let log: URL
  let writer: String
  let count: Int

  init(_ arguments: [String]) {
    guard let url = URL(string: arguments[1]), let count = Int(arguments[5]) else {
      fail("A child needs a URL and a count.")
    }
    self.url = url
    folder = URL(filePath: arguments[2])
    log = URL(filePath: arguments[3])
    writer = arguments[4]
    self.count = count
  }

  /// Tracks the events that the log lacks, sends everything, and writes the ledger.
  func send() async {
    let before = Self.lines(of: log).count { $0.hasPrefix("+") }
    guard let notes = FileHandle(forWritingAtPath: log.path), (try? notes.seekToEnd()) != nil else {
      fail("There is no log.")
    }
    let destination: HTTPDestination
    do {
      destination = try HTTPDestination(
        .clickHouse(at: WireServer(url)), name: "events", folder: folder,
        sending: SendingPolicy(
          count: 500, delay: .seconds(1), retry: RetryPolicy(first: .seconds(1), longest: .seconds(2))))
    } catch {
      fail("\(error)")
    }
    let hub = TrackerHub([NotingDestination(base: destination, notes: notes)])
    hub.start()
    await TrackableSystem.withTracker(hub) {
      let context = TrackingContext()
      for number in before..<max(count, before) {
        context.track(
          Tapped(), trackedProperties: ["writer" ~>> writer, "number" ~>> number, "screen" ~>> "Album list"])
        // About 1,000 a second, so that a killed or stopped process is in the middle.
        if number % 50 == 49 { try? await Task.sleep(for: .milliseconds(50)) }
      }
      await hub.flush(timeout: .seconds(30))
    }
    // The server may be away, and others may end and leave something.
    for _ in 0..<600 where destination.figures.stored > 0 {
      await destination.flush()
      if destination.figures.stored > 0 { try? await Task.sleep(for: .milliseconds(100)) }
    }
    let ledger = destination.figures
    let figures = [
      ledger.accepted, ledger.adopted, ledger.delivered, ledger.dropped.total, ledger.stored,
    ]
    notes.write(Data("= \(figures.map(String.init).joined(separator: " "))\n".utf8))
    if hub.ledger.entries.contains(where: { $0.delivered != $0.accepted }) {
      fail("The hub has lost something: \(hub.ledger)")
    }
    exit(ledger.stored == 0 ? 0 : 1)
  }

  /// The lines of a log, without half a line at the end.
  static func lines(of log: URL) -> [Substring] {
    let text = String(decoding: (try? Data(contentsOf: log)) ?? Data(), as: UTF8.self)
    return Array(text.split(separator: "\n", omittingEmptySubsequences: false).dropLast())
  }
}

struct Tapped: AnalyticsEvent {}

/// Notes what the destination inside has accepted, in one write past all buffers.
struct NotingDestination: AnalyticsDestination {
  let base: HTTPDestination
  let notes: FileHandle
  var name: String { base.name }

  func configure() async throws { try await base.configure() }
  func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
    let outcome = try await base.deliver(batch)
    if outcome == .accepted {
      notes.write(Data(batch.reduce(into: "") { $0 += "+\($1.id.uuidString.lowercased())\n" }.utf8))
    }
    return outcome
  }
  func flush() async { await base.flush() }
  func adjust(_ policy: inout DeliveryPolicy) {
    base.adjust(&policy)
    policy.capacity = 100_000
  }
}
