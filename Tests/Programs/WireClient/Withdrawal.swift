import Foundation
import Trackable
import TrackableHTTP
import TrackableHub

#if canImport(Glibc)
  import Glibc
#endif

/// A launch of an app whose user withdraws, or which shuts its hub down, and which kills itself soon after that, for
/// `Wire/denials.py`.
///
/// | line | means |
/// |---|---|
/// | `? 7` | it is about to track event 7 |
/// | `= 7` | each event up to 7 is on disk, has arrived, or was purged |
/// | `? deny 9`, `+ deny 9 5000` | it is about to deny consent, or to purge; that has returned before this time, in nanoseconds |
/// | `$ 0 …` | after a denial, so many of all calls of this launch are neither delivered nor counted as purged; its ledger |
/// | `? shut 9`, `+ shut 9 5000` | the same for a shutdown |
/// | `! …` | a ledger that does not add up |
struct Withdrawal {
  private struct Tapped: AnalyticsEvent {}

  private let consent = Consent([.analytics: .granted])
  private let hub: TrackerHub
  /// How long the disk takes for what a new folder needs.
  private let patience: Duration
  /// How long it does nothing between two looks, in microseconds: longer on a slow disk, so that many launches run side by side.
  private let pause: UInt32

  init(server: URL, folder: String, key: String) throws {
    let destination = try HTTPDestination(
      .segment(writeKey: Secret(key), at: WireServer(server)), name: "rows", folder: URL(filePath: folder),
      sending: SendingPolicy(
        count: 10, delay: .milliseconds(5), retry: RetryPolicy(first: .milliseconds(1), longest: .milliseconds(20)),
        timeout: .seconds(5)))
    var policy = DeliveryPolicy()
    policy.batchDelay = .milliseconds(5)
    hub = TrackerHub([destination.requiringConsent(.analytics, from: consent)], policy: policy)
    let sync = ProcessInfo.processInfo.environment["SYNC_MILLISECONDS"].flatMap { Int($0) } ?? 0
    patience = .milliseconds(100 + 12 * sync)
    pause = UInt32(2_000 + 40 * sync)
  }

  func run(from first: Int) async {
    hub.start()
    await TrackableSystem.withTracker(hub) {
      var number = first
      for _ in 0..<Int.random(in: 0...3) {
        track(&number, for: patience * Double.random(in: 0...2))
        deny(at: number)
        if Int.random(in: 0..<3) == 0 { die(within: patience) }
        while let entry = hub.checkedLedger.entries.first, entry.waiting + entry.stored > 0 { usleep(pause / 4) }
        sayRest()
        consent.grant(.analytics)
      }
      track(&number, for: patience * Double.random(in: 0...2))
      while let entry = hub.checkedLedger.entries.first, entry.waiting > 0 { usleep(pause / 4) }
      say("= \(number - 1)")
      if Bool.random() {
        say("? shut \(number)")
        await hub.shutdown(timeout: patience * Double.random(in: 0...0.5))
        say("+ shut \(number) \(monotonicTime)")
        // Another launch may send what is left once it has the files.
        usleep(100_000)
      }
      die(within: .zero)
    }
  }

  private func track(_ number: inout Int, for duration: Duration) {
    let end = ContinuousClock.now + duration
    repeat {
      for _ in 0..<3 {
        say("? \(number)")
        TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> number])
        number += 1
      }
      usleep(pause)
      if hub.checkedLedger.entries.allSatisfy({ $0.waiting == 0 }) { say("= \(number - 1)") }
    } while ContinuousClock.now < end
  }

  private func deny(at number: Int) {
    say("? deny \(number)")
    if Bool.random() { consent.deny(.analytics) } else { hub.purge() }
    say("+ deny \(number) \(monotonicTime)")
    consent.deny(.analytics)
    TrackingContext().track(Tapped(), trackedProperties: ["number" ~>> "\(number)-denied"])
  }

  private func sayRest() {
    // The reasons of drops stand behind the table's figures. A service has no word for a `reset`.
    let line = "\(hub.ledger)".split(separator: "\n").last ?? ""
    let reasons = line.split(separator: ": ").dropFirst().first?.split(separator: ", ") ?? []
    let known = reasons.filter { $0.hasSuffix(" purged") || $0.hasSuffix(" unknown to the service") }
    let count = known.reduce(0) { $0 + (Int($1.prefix(while: \.isNumber)) ?? 0) }
    for entry in hub.ledger.entries {
      say("$ \(entry.accepted + entry.adopted - entry.delivered - count) \(line)")
    }
  }

  private func die(within time: Duration) {
    usleep(UInt32(time / .microseconds(1) * Double.random(in: 0...1)))
    kill(getpid(), SIGKILL)
  }

  /// Sends what others have left, until it is killed.
  func share() async {
    hub.start()
    while true {
      await hub.flush(timeout: .seconds(5))
      _ = hub.checkedLedger
      try? await Task.sleep(for: .microseconds(2 * Int(pause)))
    }
  }

  /// By the clock that all processes share, in nanoseconds.
  private var monotonicTime: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}

/// In one write, past all buffers: the line is out, also if this process dies at once.
func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
