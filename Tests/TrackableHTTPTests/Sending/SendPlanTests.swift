import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Which envelopes go into which request.
@Suite struct SendPlanTests {
  /// Items of known sizes; every tenth kind of envelope has no word.
  private struct Sized: WireFormat {
    let url = WireServer("s.example").url
    var limits: WireLimits
    /// What each item adds to the body besides itself.
    var padding = 0

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      guard case .userProperty(_, .int(let size)) = envelope.content else { return nil }
      return Array(repeating: UInt8(ascii: "1"), count: size)
    }

    func body(of items: [[UInt8]], sentAt time: Date) -> [UInt8] {
      Array("[".utf8) + items.joined(separator: Array(repeating: UInt8(ascii: ","), count: 1 + padding))
        + Array("]".utf8)
    }
  }

  private static func envelopes(_ random: inout SeededGenerator, largest: Int) -> [Envelope] {
    (0..<random.below(40)).map { number in
      let size = 1 + random.below(largest)
      return WireSample.envelope(
        number, random.chance(10) ? .reset : .userProperty(name: "size", value: .int(size)))
    }
  }

  private static func plan(_ envelopes: [Envelope], _ format: some WireFormat) -> SendPlan {
    SendPlan(envelopes, format: format) { _ in WireSample.context }
  }

  private static func ids(_ report: SendReport) -> [UUID] { report.delivered + report.rejected.keys + report.remaining }

  @Test(arguments: [0, -1]) func `Limits that are set to nothing let one item through`(_ count: Int) {
    var format = Sized(limits: WireLimits(events: 5, bytes: 1_000))
    format.limits.events = count
    let envelopes = (0..<3).map { WireSample.envelope($0, .userProperty(name: "size", value: .int(3))) }
    var plan = Self.plan(envelopes, format)
    var bodies: [String] = []
    while let request = plan.next(sentAt: Date()) {
      bodies.append(String(decoding: request.body, as: UTF8.self))
      plan.take(WireVerdict(rest: .arrived), of: request)
    }
    #expect(bodies == ["[111]", "[111]", "[111]"])
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `Every envelope is in exactly one request, in order, and no request exceeds the limits`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = Self.envelopes(&random, largest: 60)
    let limits = WireLimits(
      events: 1 + random.below(6), bytes: 10 + random.below(120), eventBytes: random.chance(50) ? 40 : nil)
    let format = Sized(limits: limits, padding: random.chance(30) ? random.below(5) : 0)
    var plan = Self.plan(envelopes, format)
    var sent: [Int] = []
    while let request = plan.next(sentAt: Date()) {
      #expect(request.body.count <= limits.bytes)
      #expect(1...limits.events ~= request.count)
      let items = request.body.dropFirst().dropLast().split(separator: UInt8(ascii: ","))
      #expect(items.count == request.count)
      #expect(items.allSatisfy { $0.count <= limits.eventBytes })
      sent += items.map(\.count)
      plan.take(WireVerdict(rest: .arrived), of: request)
    }
    let expected = envelopes.filter { plan.report.rejected[$0.id] == nil }
      .compactMap { format.encode($0, in: WireSample.context)?.count }
    #expect(sent == expected)
    #expect(Set(Self.ids(plan.report)) == Set(envelopes.map(\.id)))
    #expect(Self.ids(plan.report).count == envelopes.count)
    #expect(plan.report.outcome != nil)
    for envelope in envelopes where plan.report.rejected[envelope.id] != nil {
      let size = format.encode(envelope, in: WireSample.context)?.count ?? 0
      #expect(size > limits.eventBytes || size + 2 > limits.bytes, "nothing is refused that would fit")
    }
  }

  @Test(arguments: 0..<SearchScale.times(37, long: 300))
  func `Whatever the answers are, each envelope ends in one place, and what remains keeps its order`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = Self.envelopes(&random, largest: 30)
    let format = Sized(limits: WireLimits(events: 1 + random.below(8), bytes: 100))
    var plan = Self.plan(envelopes, format)
    var requests = 0
    while let request = plan.next(sentAt: Date()) {
      requests += 1
      var rejected: [Int: String] = [:]
      for position in 0..<request.count where random.chance(20) { rejected[position] = "bad" }
      let rests: [WireVerdict.Rest] = [
        .arrived, .arrived, .arrived, .again, .refused(because: "no"), .tooLarge,
        .retry(after: .seconds(3), because: "later"),
      ]
      plan.take(WireVerdict(rejected: rejected, rest: rests[random.below(rests.count)]), of: request)
    }
    let report = plan.report
    #expect(requests < 200)
    #expect(Self.ids(report).sorted { $0.uuidString < $1.uuidString } == envelopes.map(\.id))
    #expect(report.remaining == report.remaining.sorted { $0.uuidString < $1.uuidString })
    #expect(report.remaining.isEmpty == (report.reason == nil))
    if let last = report.remaining.first {
      let sent = report.delivered.filter { id in envelopes.contains { $0.id == id && $0.content != .reset } }
      #expect(sent.allSatisfy { $0.uuidString < last.uuidString }, "nothing overtakes")
    }
  }

  private static func report(of count: Int, _ verdict: (_ numbers: [Int]) -> WireVerdict.Rest) -> SendReport {
    // The size of an item is its number.
    let envelopes = (1...count).map { WireSample.envelope($0, .userProperty(name: "size", value: .int($0))) }
    var plan = Self.plan(envelopes, Sized(limits: WireLimits(events: 100, bytes: 10_000)))
    while let request = plan.next(sentAt: Date()) {
      let numbers = request.body.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map(\.count)
      plan.take(WireVerdict(rest: verdict(numbers)), of: request)
    }
    return plan.report
  }

  @Test func `An event that the service refuses takes no other with it`() {
    let report = Self.report(of: 16) { $0.contains(7) ? .refused(because: "no") : .arrived }
    #expect(report.rejected == [WireSample.id(7): "no"])
    #expect(Set(report.delivered) == Set((1...16).filter { $0 != 7 }.map { WireSample.id($0) }))
    #expect(report.remaining.isEmpty && report.hasSucceeded)
  }

  @Test func `Where a service refuses one after the other, that is no event's fault, and the rest waits`() {
    let report = Self.report(of: 16) { _ in .refused(because: "no") }
    #expect(report.rejected.keys.sorted { $0.uuidString < $1.uuidString } == (1...3).map { WireSample.id($0) })
    #expect(report.remaining == (4...16).map { WireSample.id($0) })
    #expect(report.retryAfter == WireVerdict.pauseAfterRefusal && report.reason == "no")
    let everyOther = Self.report(of: 16) { $0.allSatisfy { $0.isMultiple(of: 2) } ? .arrived : .refused(because: "no") }
    #expect(everyOther.rejected.count == 8 && everyOther.remaining.isEmpty)
  }

  @Test func `An answer about the size of a request ends no row of failures`() {
    #expect(!Self.report(of: 4) { $0.count > 2 ? .tooLarge : .retry(after: nil, because: "later") }.hasSucceeded)
    #expect(
      Self.report(of: 4) { $0 == [1, 2] ? .arrived : $0.count > 2 ? .tooLarge : .retry(after: nil, because: "later") }
        .hasSucceeded)
  }

  @Test func `A single one that is too much for the service is rejected, not sent without end`() {
    var plan = Self.plan(
      [WireSample.envelope(1, .userProperty(name: "size", value: 5))], Sized(limits: WireLimits(events: 5, bytes: 50)))
    while let request = plan.next(sentAt: Date()) { plan.take(WireVerdict(rest: .tooLarge), of: request) }
    #expect(plan.report.rejected == [WireSample.id(1): "more than the service takes: 7 bytes"])
    #expect(plan.report.outcome == .rejected([WireSample.id(1): "more than the service takes: 7 bytes"]))
  }

  @Test func `The report is what a hub is told, unless a part remains`() {
    let envelopes = (1...4).map { WireSample.envelope($0, .userProperty(name: "size", value: 5)) }
    func report(_ verdicts: [WireVerdict]) -> SendReport {
      var plan = Self.plan(envelopes, Sized(limits: WireLimits(events: 2, bytes: 50)))
      var verdicts = verdicts[...]
      while let request = plan.next(sentAt: Date()), let verdict = verdicts.popFirst() {
        plan.take(verdict, of: request)
      }
      return plan.report
    }
    let later = WireVerdict(rest: .retry(after: .seconds(9), because: "later"))
    #expect(report([WireVerdict(rest: .arrived), WireVerdict(rest: .arrived)]).outcome == .accepted)
    #expect(report([later]).outcome == .retry(after: .seconds(9), because: "later"))
    let mixed = report([WireVerdict(rest: .arrived), later])
    #expect(mixed.outcome == nil)
    #expect(mixed.delivered == [WireSample.id(1), WireSample.id(2)])
    #expect(mixed.remaining == [WireSample.id(3), WireSample.id(4)])
    #expect(mixed.retryAfter == .seconds(9))
  }

  @Test func `Nothing to send is delivered without a request`() {
    var plan = Self.plan([WireSample.reset], Sized(limits: .default))
    let request = plan.next(sentAt: Date())
    #expect(request?.count == nil)
    #expect(plan.report.delivered == [WireSample.reset.id])
  }
}
