import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Random services and events: no answer about one event holds up another.
@Suite struct CourierModelTests {
  /// What the service does with a request that has such an event.
  enum Nature: String, CaseIterable, Sendable {
    case good
    /// Says 422 to the whole request.
    case refused
    /// Fails with the whole request.
    case failing
    /// Takes the others, and wants this one again each time.
    case again
    /// Takes the others, and names it as refused.
    case named
    /// Takes nothing, and says that it is because of this one.
    case throttled
    /// Fails with the whole request, or refuses it.
    case wavering

    init(_ row: WireRow) { self = Nature(rawValue: String(row.name.drop { $0.isNumber })) ?? .good }

    /// Whether the service says that it will never take it.
    var isBad: Bool { [.refused, .named, .wavering].contains(self) }
  }

  private struct Service {
    typealias Answer = Result<WireResponse, URLError>

    /// Now and then one request does not get through.
    static let faults: [Answer] = [
      .failure(URLError(.networkConnectionLost)), .failure(URLError(.timedOut)), .success(WireResponse(status: 503)),
      .success(WireResponse(status: 503, headers: ["Retry-After": "0"])),
      .success(WireResponse(status: 429, headers: ["Retry-After": "20"])),
    ]
    static let outages: [Answer] =
      faults + [400, 401, 404, 413, 422, 500].map { .success(WireResponse(status: $0)) }

    var random: SeededGenerator
    /// Its answer to everything; `nil` while it works.
    var outage: Answer?
    /// Whether it takes everything.
    var isPatient = false
    var taken: [WireRow] = []

    mutating func answer(to request: URLRequest) throws -> WireResponse {
      let rows = try JSONDecoder().decode([WireRow].self, from: request.httpBody ?? Data())
      let answer = answer(rows)
      if case .success(let response) = answer, let verdict = response.decoded(as: RowFormat.Verdict.self) {
        taken += verdict.taken(of: rows)
      }
      return try answer.get()
    }

    private mutating func answer(_ rows: [WireRow]) -> Answer {
      func respond(_ status: Int) -> Answer { .success(WireResponse(status: status)) }
      func places(_ nature: Nature) -> Set<Int> { Set(rows.indices.filter { Nature(rows[$0]) == nature }) }
      if let outage { return outage }
      if random.chance(5) { return Self.faults[random.below(Self.faults.count)] }
      if isPatient { return verdict(never: places(.named)) }
      if !places(.refused).isEmpty { return respond([400, 413, 422][random.below(3)]) }
      if !places(.wavering).isEmpty { return respond(random.chance(20) ? 500 : 422) }
      if !places(.failing).isEmpty { return respond(random.chance(50) ? 500 : 403) }
      let throttled = places(.throttled)
      if throttled.isEmpty { return verdict(again: places(.again), never: places(.named)) }
      return verdict(again: Set(rows.indices).subtracting(throttled), later: throttled)
    }

    private func verdict(again: Set<Int> = [], never: Set<Int> = [], later: Set<Int> = []) -> Answer {
      let verdict = RowFormat.Verdict(again: again, never: never, later: later)
      return .success(WireResponse(status: 200, body: (try? JSONEncoder().encode(verdict)) ?? Data()))
    }
  }

  @Test(arguments: 0..<SearchScale.times(6, long: 200))
  func `Whatever a service does with one event, all others arrive, and an outage loses none`(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 7_919)
    let service = Lock(Service(random: SeededGenerator(seed: UInt64(seed))))
    let world = try DestinationWorld()
    let limits = WireLimits(events: [1, 3, 7, 40][random.below(4)], bytes: 100_000)
    // Without a network, so that no machine is too busy for the test.
    func make() throws -> HTTPDestination {
      try world.makeDestination({ RowFormat(url: $0, limits: limits) }) { request in
        try service.withLock { try $0.answer(to: request) }
      }
    }
    var destination: HTTPDestination? = try make()
    var natures: [Nature] = []
    var closed: [StoredFigures] = []
    func take(_ new: [Nature]) async throws {
      let envelopes = new.enumerated().map { Envelope.numbered(natures.count + $0.offset, $0.element.rawValue) }
      natures += new
      _ = try await destination?.deliver(DeliveryBatch(envelopes))
    }
    func send() async {
      await destination?.flush()
      world.time.advance(by: .seconds(1_000))
      await destination?.flush()
      #expect(destination?.figures.isBalanced == true)
    }
    for _ in 0..<12 {
      try await take(
        (0..<(1 + random.below(20))).map { _ in
          random.chance(60) ? .good : Nature.allCases[random.below(Nature.allCases.count)]
        })
      // For several runs, so that it searches.
      let outage = random.chance(30) ? Service.outages[random.below(Service.outages.count)] : nil
      service.withLock { $0.outage = outage }
      for _ in 0..<(outage == nil ? 1 : 5) { await send() }
      service.withLock { $0.outage = nil }
      if random.chance(15), let ledger = destination?.figures {
        closed.append(ledger)
        destination = nil
        destination = try make()
        try await destination?.configure()
      }
    }
    // What is refused is given up where others arrive. Of those that wait behind the others, each run tries the next one.
    let bad = natures.count(where: \.isBad)
    func isDone() -> Bool {
      closed.reduce(destination?.figures.rejected ?? 0, { $0 + $1.rejected }) == bad
        && destination?.figures.stored == natures.count { $0 != .good && !$0.isBad }
    }
    // In a run in which no other event arrives, the service might be at fault, and nothing is given up. If every second run were
    // one of these, and the number of those that wait even, some would have their turn only there.
    for _ in 0..<600 where !isDone() {
      try await take([.good])
      world.time.advance(by: .seconds(1_000))
      for _ in 0...random.below(2) { await destination?.flush() }
    }
    let all = closed + [try #require(destination).figures]
    func names(_ isWanted: (Nature) -> Bool) -> Set<String> {
      Set(natures.indices.filter { isWanted(natures[$0]) }.map { "\($0)\(natures[$0].rawValue)" })
    }
    let taken = service.withLock { $0.taken.map(\.name) }
    #expect(Set(taken).symmetricDifference(names { $0 == .good }) == [], "\(limits)")
    // What has arrived behind one that is still to be sent comes again at another launch, and at no other time.
    #expect(!closed.isEmpty || taken.count == Set(taken).count)
    #expect(all.reduce(0) { $0 + $1.rejected } == bad)
    // A launch finds what an earlier one has left, as soon as the task of its last run is gone.
    #expect(closed.reduce(0) { $0 + $1.stored } == all.reduce(0) { $0 + $1.adopted })
    // What the service wants later is kept, and what it answers with a failure, too.
    #expect(all.last?.stored == natures.count { $0 != .good && !$0.isBad } && all.allSatisfy { $0.lost == 0 })
    service.withLock { $0.isPatient = true }
    for _ in 0..<20 where destination?.figures.stored != 0 { await send() }
    #expect(destination?.figures.stored == 0)
    #expect(Set(service.withLock { $0.taken.map(\.name) }).symmetricDifference(names { !$0.isBad }) == [])
  }
}
