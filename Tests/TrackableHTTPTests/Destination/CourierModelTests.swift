import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

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
    /// Now and then one request does not get through.
    static let faults: [ScriptedServer.Answer] = [
      .close, .reset, .stall, .respond(503), .respond(503, headers: ["Retry-After": "0"]),
      .respond(429, headers: ["Retry-After": "20"]),
    ]
    static let outages: [ScriptedServer.Answer] =
      faults + [400, 401, 404, 413, 422, 500].map { .respond($0) }

    var random: SeededGenerator
    /// Its answer to everything; `nil` while it works.
    var outage: ScriptedServer.Answer?
    /// Whether it takes everything.
    var isPatient = false

    mutating func answer(_ rows: [WireRow]) -> ScriptedServer.Answer {
      if let outage { return outage }
      if random.chance(5) { return Self.faults[random.below(Self.faults.count)] }
      func places(_ nature: Nature) -> Set<Int> { Set(rows.indices.filter { Nature(rows[$0]) == nature }) }
      if isPatient { return .verdict(never: places(.named)) }
      if !places(.refused).isEmpty { return .respond([400, 413, 422][random.below(3)]) }
      if !places(.wavering).isEmpty { return .respond(random.chance(50) ? 500 : 422) }
      if !places(.failing).isEmpty { return .respond(random.chance(50) ? 500 : 403) }
      let throttled = places(.throttled)
      if throttled.isEmpty { return .verdict(again: places(.again), never: places(.named)) }
      return .verdict(again: Set(rows.indices).subtracting(throttled), later: throttled)
    }
  }

  @Test(arguments: 0..<SearchScale.times(6, long: 200))
  func `Whatever a service does with one event, all others arrive, and an outage loses none`(_ seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 7_919)
    let service = Lock(Service(random: SeededGenerator(seed: UInt64(seed))))
    let world = try DestinationWorld(clock: ManualClock()) { _, rows in service.withLock { $0.answer(rows) } }
    let limits = WireLimits(events: [1, 3, 7, 40][random.below(4)], bytes: 100_000)
    func make() throws -> HTTPDestination { try world.makeDestination { RowFormat(url: $0, limits: limits) } }
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
    for _ in 0..<300 where !isDone() {
      try await take([.good])
      await send()
    }
    let all = closed + [try #require(destination).figures]
    func names(_ isWanted: (Nature) -> Bool) -> Set<String> {
      Set(natures.indices.filter { isWanted(natures[$0]) }.map { "\($0)\(natures[$0].rawValue)" })
    }
    let taken = world.taken.map(\.name)
    #expect(Set(taken).symmetricDifference(names { $0 == .good }) == [], "\(limits)")
    // What has arrived behind one that is still to be sent comes again at another launch, and at no other time.
    #expect(!closed.isEmpty || taken.count == Set(taken).count)
    #expect(all.reduce(0) { $0 + $1.rejected } == bad)
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.stored == $1.adopted }, "a launch finds what the last one left")
    // Also of what has arrived behind one that is still to be sent. What the service wants later is kept, and what it answers with a failure, too.
    #expect(all.last?.stored == natures.count { $0 != .good && !$0.isBad } && all.allSatisfy { $0.lost == 0 })
    service.withLock { $0.isPatient = true }
    for _ in 0..<20 where destination?.figures.stored != 0 { await send() }
    #expect(destination?.figures.stored == 0)
    #expect(Set(world.taken.map(\.name)).symmetricDifference(names { !$0.isBad }) == [])
  }

}
