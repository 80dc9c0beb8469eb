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
      guard case .userProperty(_, .int(let size), _) = envelope.content else { return nil }
      return Array(repeating: UInt8(ascii: "1"), count: size)
    }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      let separator = Array(repeating: UInt8(ascii: ","), count: 1 + padding)
      let body = Array("[".utf8) + items.map(\.bytes).joined(separator: separator) + Array("]".utf8)
      return [WireRequest(to: url, body: body, items: items.indices)]
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

  private static func ids(_ report: SendReport) -> [UUID] {
    report.delivered + report.skipped.map(\.id) + report.rejected.keys + report.aside.keys + report.remaining
  }

  @Test(arguments: [0, -1]) func `Limits that are set to nothing let one item through`(_ count: Int) {
    let format = Sized(limits: WireLimits(events: count, bytes: 1_000))
    let envelopes = (0..<3).map { WireSample.envelope($0, .userProperty(name: "size", value: .int(3))) }
    var plan = Self.plan(envelopes, format)
    var bodies: [String] = []
    while let request = plan.next(sentAt: Date()) {
      bodies.append(String(decoding: request.body, as: UTF8.self))
      plan.apply(.arrived, of: request, because: "")
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
      plan.apply(.arrived, of: request, because: "")
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
  func `With any answers, each envelope ends in one place, and the rest keeps its order`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = Self.envelopes(&random, largest: 30)
    let format = Sized(limits: WireLimits(events: 1 + random.below(8), bytes: 100))
    var plan = SendPlan(envelopes, format: format) { _ in WireSample.context }
    var requests = 0
    while let request = plan.next(sentAt: Date()) {
      requests += 1
      func some() -> Set<Int> { Set((0..<request.count).filter { _ in random.chance(20) }) }
      let (again, never, later) = (some(), some(), some())
      let verdicts: [WireVerdict] = [
        .arrived, .arrived, .partly(never: never), .partly(again: again), .partly(again: again, never: never),
        .partly(again: again, never: never, later: later), .partly(later: later), .refused, .tooLarge,
        .retry(after: .seconds(3)),
      ]
      plan.apply(
        verdicts[random.below(verdicts.count)], of: request, because: "no", asksForPause: random.chance(50))
    }
    let report = plan.report
    #expect(requests < 200)
    #expect(Self.ids(report).sorted { $0.uuidString < $1.uuidString } == envelopes.map(\.id))
    #expect(report.remaining == report.remaining.sorted { $0.uuidString < $1.uuidString })
    #expect(report.remaining.isEmpty == (report.reason == nil))
  }

  private static func report(of count: Int, _ verdict: (_ numbers: [Int]) -> WireVerdict) -> SendReport {
    // The size of an item is its number.
    let envelopes = (1...count).map { WireSample.envelope($0, .userProperty(name: "size", value: .int($0))) }
    var plan = Self.plan(envelopes, Sized(limits: WireLimits(events: 100, bytes: 10_000)))
    while let request = plan.next(sentAt: Date()) {
      let numbers = request.body.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map(\.count)
      plan.apply(verdict(numbers), of: request, because: "no")
    }
    return plan.report
  }

  @Test(arguments: [WireVerdict.refused, .tooLarge])
  func `Where a service takes nothing, that is no event's fault, and all wait`(_ verdict: WireVerdict) {
    var requests = 0
    let report = Self.report(of: 16) { _ in
      requests += 1
      return verdict
    }
    #expect(report.rejected.isEmpty && report.remaining == (1...16).map { WireSample.id($0) } && requests < 12)
    #expect(report.retryAfter == WireVerdict.pauseAfterRefusal && report.reason == "no")
    let everyOther = Self.report(of: 16) { $0.allSatisfy { $0.isMultiple(of: 2) } ? .arrived : .refused }
    #expect(everyOther.rejected.count == 8 && everyOther.remaining.isEmpty)
  }

  @Test func `An answer about the size of a request ends no row of failures`() {
    #expect(!Self.report(of: 4) { $0.count > 2 ? .tooLarge : .retry(after: nil) }.hasSucceeded)
    #expect(
      Self.report(of: 4) { $0 == [1] ? .arrived : $0.count > 2 ? .tooLarge : .retry(after: nil) }
        .hasSucceeded)
  }

  @Test func `A single one that is too much for the service is rejected, not sent without end`() {
    let envelopes = (1...2).map { WireSample.envelope($0, .userProperty(name: "size", value: .int(5 * $0))) }
    var plan = Self.plan(envelopes, Sized(limits: WireLimits(events: 5, bytes: 50)))
    while let request = plan.next(sentAt: Date()) {
      plan.apply(request.body.count > 7 ? .tooLarge : .arrived, of: request, because: "")
    }
    #expect(plan.report.rejected == [WireSample.id(2): "more than the service takes: 12 bytes"])
    #expect(plan.report.outcome == .rejected([WireSample.id(2)], because: "more than the service takes: 12 bytes"))
  }

  /// What fails for a time waits, and nothing that was tracked later is sent before it.
  @Test(arguments: 0..<20) func `While a server fails, later events wait behind the failed ones`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = (0..<20).map {
      WireSample.envelope($0, .userProperty(name: "size", value: .int(1 + random.below(9))))
    }
    var plan = Self.plan(envelopes, Sized(limits: WireLimits(events: 1 + random.below(4), bytes: 100)))
    while let request = plan.next(sentAt: Date()) {
      plan.apply([.arrived, .arrived, .tooLarge, .retry(after: nil)][random.below(4)], of: request, because: "no")
    }
    let sent = plan.report.delivered + plan.report.rejected.keys
    for id in plan.report.remaining { #expect(sent.allSatisfy { $0.uuidString < id.uuidString }) }
  }

  // MARK: - Requests

  /// A request for each item, several, or all, as the numbers say; some items are forgotten.
  private struct Several: WireFormat {
    let url = WireServer("s.example").url
    let limits = WireLimits(events: 7, bytes: 1_000)
    let isForgetful: Bool

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      guard case .userProperty(_, .int(let number), _) = envelope.content else { return nil }
      return Array("\(number)".utf8)
    }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      precondition(!items.isEmpty, "never called with nothing")
      let groups = Dictionary(grouping: items.indices) { Int(items[$0].bytes.last ?? 0) % 3 }
      return groups.sorted { $0.key < $1.key }.filter { !isForgetful || $0.key != 1 }.map { _, places in
        WireRequest("GET", to: url, body: Array(places.map { items[$0].bytes }.joined(separator: [44])), items: places)
      }
    }
  }

  @Test(arguments: [false, true], 0..<20)
  func `In each division of a batch, each envelope ends in one place, by the answer to its request`(
    isForgetful: Bool, seed: Int
  ) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = (1...30).map { number in
      WireSample.envelope(number, random.chance(10) ? .reset : .userProperty(name: "number", value: .int(number)))
    }
    var plan = Self.plan(envelopes, Several(isForgetful: isForgetful))
    var (arrived, refused, requests): (Set<Int>, Set<Int>, Int) = ([], [], 0)
    while let request = plan.next(sentAt: Date()) {
      requests += 1
      let numbers = String(decoding: request.body, as: UTF8.self).split(separator: ",").compactMap { Int($0) }
      #expect(numbers.count == request.count && request.count > 0)
      // Every third by its number, and every fifth never.
      let again = Set(numbers.indices.filter { !numbers[$0].isMultiple(of: 5) && (numbers[$0] + requests) % 3 != 0 })
      let never = Set(numbers.indices.filter { numbers[$0].isMultiple(of: 5) })
      refused.formUnion(never.map { numbers[$0] })
      arrived.formUnion(numbers.indices.filter { !again.contains($0) && !never.contains($0) }.map { numbers[$0] })
      plan.apply(.partly(again: again, never: never), of: request, because: "no")
    }
    let report = plan.report
    let sorted = Self.ids(report).map(\.uuidString).sorted()
    #expect(sorted == envelopes.map(\.id.uuidString).sorted())
    let resets = envelopes.filter { $0.content == .reset }.map(\.id)
    #expect(Set(report.delivered) == Set(arrived.map { WireSample.id($0) }))
    #expect(report.skipped.map(\.id) == resets)
    let lost = report.rejected.filter { $0.value.contains("no request") }
    #expect(Set(report.rejected.keys).subtracting(lost.keys) == Set(refused.map { WireSample.id($0) }))
    #expect(lost.isEmpty == !isForgetful || arrived.count + refused.count + resets.count + report.remaining.count == 30)
  }

  @Test func `Where a service wants everything again, three requests show it, and all wait`() {
    var requests = 0
    let report = Self.report(of: 3) { numbers in
      requests += 1
      return .partly(again: Set(numbers.indices))
    }
    #expect(requests == 3 && report.remaining.count == 3 && report.reason == "no" && !report.hasSucceeded)
  }
}
