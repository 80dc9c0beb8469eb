import Foundation
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// Destinations that become ready late, or never. A manual clock tells the time.
@Suite(.timeLimit(.minutes(10))) struct ConfigurationTests {
  @Test func `The events from before the start arrive in order`() async {
    let probe = Probe()
    let hub = hub(probe)
    hub.track([1])
    hub.update(Mood(value: "good"))
    hub.identify("john")
    hub.track([2])
    hub.report(Probe.Refusal(), at: CodeLocation())
    hub.reset()
    hub.track([3])
    #expect(probe.asked.all == [])
    #expect(hub.entry() == "8 = 0 + 8")
    #expect(await hub.startAndFlush().text == "8 delivered, 0 failed, 0 pending")
    #expect(
      probe.received.all == [
        "1", "mood=good", "mood changed", "identify john", "2", "report refused", "reset", "3",
      ])
    #expect(hub.entry() == "8 = 8 + 0")
  }

  @Test func `Each pause is a random part of one that doubles`() async {
    var pauses: [[Duration]] = []
    for _ in 0..<20 {
      var probe = Probe()
      probe.onConfigure = { if $0 < 5 { throw Probe.Refusal() } }
      let clock = ManualClock()
      let hub = hub(probe, retry: RetryPolicy(limit: 5, first: .seconds(2), longest: .seconds(10)), clock: clock)
      hub.start()
      for attempt in 1...4 {
        await clock.sleeps(attempt)
        #expect(probe.configurations.all.count == attempt)
        clock.advance(by: clock.sleeps[attempt - 1])
      }
      #expect(await hub.started)
      pauses.append(clock.sleeps)
    }
    for (attempt, longest) in [2, 4, 8, 10].enumerated() {
      let tried = pauses.map { $0[attempt] }
      #expect(tried.allSatisfy { $0 >= .zero && $0 <= .seconds(longest) })
      // In twenty hubs, some wait for less than half of it, and some for more.
      #expect(tried.contains { $0 < .seconds(longest) / 2 } && tried.contains { $0 > .seconds(longest) / 2 })
    }
  }

  @Test(arguments: ["flush", "foreground", "shutdown", "resume"])
  func `A pause after a failure ends early with a`(_ reason: String) async {
    for stage in ["configure", "deliver"] {
      var probe = Probe()
      let isReady = Lock(false)
      let fail: @Sendable () throws -> Void = { if !isReady.withLock({ $0 }) { throw Probe.Refusal() } }
      if stage == "configure" { probe.onConfigure = { _ in try fail() } } else { probe.onDeliver = { _ in try fail() } }
      let clock = ManualClock()
      let hub = hub(probe, clock: clock)
      hub.start()
      hub.track([1])
      if stage == "configure" {
        await clock.sleeps(1)
      } else {
        await hub.wait(for: "1 = 0 + 0, 1 retrying")
      }
      isReady.withLock { $0 = true }
      switch reason {
      case "flush": #expect(await hub.flush(timeout: .seconds(9)).isComplete)
      case "foreground": hub.core.hurry()
      case "shutdown": #expect(await hub.shutdown(timeout: .seconds(9)).isComplete)
      default: hub.resume()
      }
      // The clock stands still.
      #expect(await probe.received.elements(1) == ["1"])
    }
  }

  @Test func `A destination that cannot be configured is given up on where the policy says so`() async {
    var probe = Probe()
    probe.onConfigure = { _ in throw Probe.Refusal() }
    let (issues, other) = (Mailbox<TrackableIssue>(), Probe("other"))
    let hub = hub(probe, other, retry: RetryPolicy(limit: 0), issues: issues)
    hub.track([1, 2])
    hub.start()
    #expect(await !hub.started)
    hub.track([3])
    // What the destination did not get is lost, and nothing is left to wait for.
    #expect(await hub.flush(timeout: .seconds(1)).pending == 0)
    #expect(hub.entry() == "3 = 0 + 0, 3 failed")
    #expect(other.received.all == names(1...3))
    #expect(await issues.kinds(1, in: hub) == [.destinationGivenUp])
    #expect(issues.texts.map { $0.contains("configured in 1 attempt, and gets nothing: refused.") } == [true])
    #expect(await hub.shutdown().failed == 0)
  }

  @Test func `An issue about Foundation's error has its domain and code, and no URL`() async {
    var probe = Probe()
    probe.onConfigure = { _ in
      throw NSError(domain: "Net", code: 7, userInfo: ["NSErrorFailingURLStringKey": "https://a.b/?token=SECRET"])
    }
    let issues = Mailbox<TrackableIssue>()
    let hub = hub(probe, retry: RetryPolicy(limit: 0), issues: issues)
    hub.start()
    #expect(await !hub.started)
    #expect(await issues.kinds(1, in: hub) == [.destinationGivenUp])
    #expect(
      issues.texts.map { $0.contains("gets nothing: Net 7.") && !$0.contains("SECRET") } == [true], "\(issues.texts)")
    let error = TrackerCall.report(NSError(domain: "Net", code: 7, userInfo: ["a": "SECRET"]), .unknown)
    let call = HubCall(AddressedCall(call: error, time: Date(), destinations: []))
    let envelope = Envelope(QueueSlot(call: call, sequence: 1, enqueuedAt: .zero, user: .nobody, size: 1), 7)
    #expect(envelope.content == .error(message: "Net 7", location: "\(CodeLocation.unknown)"))
  }

  @Test func `An issue is of each destination, and another one when it is given up on`() async {
    let (issues, clock) = (Mailbox<TrackableIssue>(), ManualClock())
    let probes = ["a", "b"].map { name in
      var probe = Probe(name)
      probe.onConfigure = { _ in throw Probe.Refusal() }
      return probe
    }
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issues.put($0) }
      var policy = DeliveryPolicy()
      policy.retry = RetryPolicy(limit: 1)
      return TrackerHub(probes, policy: policy, clock: clock)
    }
    hub.start()
    for probe in probes { await probe.configurations.elements(1) }
    await issues.elements(2)
    hub.core.hurry()
    let told = await issues.elements(4)
    for text in [
      "a could not be configured, and is tried again", "b could not be configured, and is tried again",
      "a could not be configured in 2 attempts", "b could not be configured in 2 attempts",
    ] {
      #expect(told.count { $0.message.contains(text) } == 1)
    }
    // The default handler writes an issue once for each kind, subject and place: all of these.
    #expect(Set(told.map { "\($0.kind) \($0.subject) \($0.location)" }).count == 4)
  }

  @Test func `Pauses before retries double up to the longest, and end at the limit`() {
    func longest(_ policy: RetryPolicy, _ failures: Int) -> Duration {
      policy.pause(afterFailures: failures, share: 1)
    }
    let policy = RetryPolicy(limit: 4, first: .seconds(1), longest: .seconds(5))
    #expect((1...5).map { longest(policy, $0) } == [.seconds(1), .seconds(2), .seconds(4), .seconds(5), .seconds(5)])
    #expect((3...5).map { policy.givesUp(afterFailures: $0) } == [false, false, true])
    #expect(policy.pause(afterFailures: 2, share: 0.25) == .milliseconds(500))
    #expect(RetryPolicy(limit: 0).givesUp(afterFailures: 1))
    #expect(!RetryPolicy().givesUp(afterFailures: .max))
    #expect(longest(RetryPolicy(), 1_000_000) == .seconds(60))
    #expect(longest(RetryPolicy(first: .zero), .max) == .zero)
    let long = Duration.seconds(Int64.max) * 10
    #expect(longest(RetryPolicy(first: long, longest: long * 1.5), 3) == .seconds(Int64(1) << 31))
    #expect(RetryPolicy(limit: -3, first: .seconds(-1)) == RetryPolicy(limit: 0, first: .zero))
  }
}
