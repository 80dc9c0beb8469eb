import Foundation
import Testing
import Trackable
import TrackableTesting

@testable import TrackableHub

/// Destinations that become ready late, or never. A manual clock tells the time.
@Suite(.timeLimit(.minutes(10))) struct ConfigurationTests {
  @Test func `A pause is a random part of the one that the policy says`() async {
    var pauses: [Duration] = []
    for _ in 0..<40 {
      var probe = Probe()
      probe.onConfigure = { if $0 == 1 { throw Probe.Refusal() } }
      let clock = ManualClock()
      let hub = hub(probe, retry: RetryPolicy(first: .seconds(2)), clock: clock)
      hub.start()
      await clock.sleeps(1)
      clock.advance(by: clock.sleeps[0])
      #expect(await hub.started)
      pauses += clock.sleeps
    }
    #expect(pauses.count == 40 && pauses.allSatisfy { $0 >= .zero && $0 <= .seconds(2) })
    // In forty hubs, some wait for less than half of it, and some for more.
    #expect(pauses.contains { $0 < .seconds(1) } && pauses.contains { $0 > .seconds(1) })
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
    let issues = Mailbox<TrackableIssue>()
    let probes = ["a", "b"].map { name in
      var probe = Probe(name)
      probe.onConfigure = { _ in throw Probe.Refusal() }
      return probe
    }
    let hub = hub(probes[0], probes[1], retry: RetryPolicy(limit: 1), issues: issues)
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

  @Test func `A policy may say anything, and no number of failures makes a pause longer or shorter than it says`() {
    #expect(RetryPolicy().pause(afterFailures: 1_000_000, share: 1) == .seconds(60))
    #expect(RetryPolicy(first: .zero).pause(afterFailures: .max, share: 1) == .zero)
    let long = Duration.seconds(Int64.max) * 10
    let policy = RetryPolicy(first: long, longest: long * 1.5)
    #expect(policy.pause(afterFailures: 3, share: 1) == .seconds(Int64(1) << 31))
    #expect(RetryPolicy(limit: -3, first: .seconds(-1)) == RetryPolicy(limit: 0, first: .zero))
  }
}
