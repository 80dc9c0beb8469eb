import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Which envelopes go into which request.
@Suite struct SendPlanTests {
  /// Items of known sizes, in a request of each kind; a sign-out has no word.
  private struct Sized: WireFormat {
    let url = WireServer("s.example").url
    var limits: WireLimits
    /// What each item adds to the body besides itself.
    var padding = 0
    var kinds = 1
    /// Whether it makes no request of the second kind.
    var isForgetful = false

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      guard case .userProperty(_, .int(let size), _) = envelope.content else { return nil }
      return Array(repeating: UInt8(ascii: "1"), count: size)
    }

    func kind(of size: Int) -> Int { size % kinds }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      precondition(!items.isEmpty, "never called with nothing")
      let separator = Array(repeating: UInt8(ascii: ","), count: 1 + padding)
      let groups = Dictionary(grouping: items.indices) { kind(of: items[$0].bytes.count) }
      return groups.sorted { $0.key < $1.key }.filter { !isForgetful || $0.key != 1 }.map { _, places in
        let body = places.map { items[$0].bytes }.joined(separator: separator)
        return WireRequest(to: url, body: Array("[".utf8) + body + Array("]".utf8), items: places)
      }
    }
  }

  private static func envelope(_ number: Int, size: Int) -> Envelope {
    WireSample.envelope(number, .userProperty(name: "size", value: .int(size)))
  }

  private static func sizes(_ request: SendPlan.Request) -> [Int] {
    request.body.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map(\.count)
  }

  private static func ids(_ report: SendReport) -> [UUID] {
    report.delivered + report.skipped.map(\.id) + report.rejected.keys + report.aside.keys + report.remaining
  }

  private static func ids(_ numbers: some Sequence<Int>) -> Set<UUID> { Set(numbers.map { WireSample.id($0) }) }

  @Test(arguments: [0, -1]) func `Limits that are set to nothing let one item through`(_ count: Int) {
    let format = Sized(limits: WireLimits(events: count, bytes: 1_000))
    var plan = SendPlan((0..<3).map { Self.envelope($0, size: 3) }, format: format)
    var requests: [[Int]] = []
    while let request = plan.next(sentAt: Date()) {
      requests.append(Self.sizes(request))
      plan.apply(.arrived, of: request, because: "")
    }
    #expect(requests == [[3], [3], [3]])
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `Every envelope is in exactly one request, in order, and no request exceeds the limits`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelopes = (0..<random.below(40)).map { number in
      random.chance(10) ? WireSample.envelope(number, .reset) : Self.envelope(number, size: 1 + random.below(60))
    }
    let limits = WireLimits(
      events: 1 + random.below(6), bytes: 10 + random.below(120), eventBytes: random.chance(50) ? 40 : nil)
    let format = Sized(limits: limits, padding: random.chance(30) ? random.below(5) : 0)
    var plan = SendPlan(envelopes, format: format)
    var sent: [Int] = []
    while let request = plan.next(sentAt: Date()) {
      #expect(request.body.count <= limits.bytes)
      #expect(1...limits.events ~= request.count)
      let sizes = Self.sizes(request)
      #expect(sizes.count == request.count && sizes.allSatisfy { $0 <= limits.eventBytes })
      sent += sizes
      plan.apply(.arrived, of: request, because: "")
    }
    func size(_ envelope: Envelope) -> Int? { format.encode(envelope, in: WireSample.context)?.count }
    #expect(sent == envelopes.filter { plan.report.rejected[$0.id] == nil }.compactMap(size))
    #expect(Self.ids(plan.report).sorted { $0.uuidString < $1.uuidString } == envelopes.map(\.id))
    #expect(plan.report.outcome != nil)
    for envelope in envelopes where plan.report.rejected[envelope.id] != nil {
      let size = size(envelope) ?? 0
      #expect(size > limits.eventBytes || size + 2 > limits.bytes, "nothing is refused that would fit")
    }
  }

  /// - Parameter kinds: How many requests a batch is divided into.
  @Test(arguments: 0..<SearchScale.times(40, long: 300), [1, 3])
  func `With any answers, each envelope ends in one place, by the answer to its request`(_ seed: Int, _ kinds: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    // The size of an item is its number.
    let envelopes = (1...30).map { number in
      random.chance(10) ? WireSample.envelope(number, .reset) : Self.envelope(number, size: number)
    }
    let format = Sized(
      limits: WireLimits(events: 1 + random.below(8), bytes: 100), kinds: kinds, isForgetful: random.chance(50))
    // Whether it answers for whole requests only.
    let isWhole = random.chance(30)
    var plan = SendPlan(envelopes, format: format)
    var (arrived, refused, requests): (Set<Int>, Set<Int>, Int) = ([], [], 0)
    while let request = plan.next(sentAt: Date()) {
      requests += 1
      let numbers = Self.sizes(request)
      #expect(numbers.count == request.count && request.count > 0)
      let words = numbers.map { _ in random.chance(60) ? "taken" : ["again", "never", "later"][random.below(3)] }
      func places(_ word: String) -> Set<Int> { Set(words.indices.filter { words[$0] == word }) }
      let parts = WireVerdict.partly(again: places("again"), never: places("never"), later: places("later"))
      let whole: [WireVerdict] = [.arrived, .arrived, .tooLarge, .retry(after: .seconds(3))]
      let verdict = (isWhole ? whole : whole + [.refused, parts, parts, parts])[random.below(isWhole ? 4 : 8)]
      if verdict == .arrived { arrived.formUnion(numbers) }
      if verdict == parts {
        arrived.formUnion(places("taken").map { numbers[$0] })
        refused.formUnion(places("never").map { numbers[$0] })
      }
      plan.apply(verdict, of: request, because: "no", asksForPause: random.chance(50))
    }
    let report = plan.report
    #expect(requests < 200)
    #expect(Self.ids(report).sorted { $0.uuidString < $1.uuidString } == envelopes.map(\.id))
    #expect(report.skipped.map(\.id) == envelopes.filter { $0.content == .reset }.map(\.id))
    #expect(Set(report.delivered) == Self.ids(arrived))
    #expect(Self.ids(refused).isSubset(of: report.rejected.keys))
    let lost = Set(report.rejected.filter { $0.value.contains("no request") }.keys)
    #expect(lost.isSubset(of: format.isForgetful && kinds > 1 ? Self.ids((1...30).filter { $0 % kinds == 1 }) : []))
    if kinds > 1 { return }
    #expect(report.remaining == report.remaining.sorted { $0.uuidString < $1.uuidString })
    #expect(report.remaining.isEmpty == (report.reason == nil))
    // What fails for a time waits, and nothing that was tracked later is sent before it.
    for id in report.remaining where isWhole {
      #expect((report.delivered + report.rejected.keys).allSatisfy { $0.uuidString < id.uuidString })
    }
  }

  private static func report(of count: Int, _ verdict: (_ numbers: [Int]) -> WireVerdict) -> SendReport {
    let envelopes = (1...count).map { envelope($0, size: $0) }
    var plan = SendPlan(envelopes, format: Sized(limits: WireLimits(events: 100, bytes: 10_000)))
    while let request = plan.next(sentAt: Date()) { plan.apply(verdict(sizes(request)), of: request, because: "no") }
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
    #expect(Self.report(of: 4) { $0 == [1] ? .arrived : $0.count > 2 ? .tooLarge : .retry(after: nil) }.hasSucceeded)
  }

  @Test func `A single one that is too much for the service is rejected, not sent without end`() {
    let report = Self.report(of: 2) { $0.contains(2) ? .tooLarge : .arrived }
    #expect(report.outcome == .rejected([WireSample.id(2)], because: "more than the service takes: 4 bytes"))
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
