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

    init(_ row: WireRow) { self = Nature(rawValue: String(row.name.drop { $0.isNumber })) ?? .good }

    /// Whether the service says that it will never take it.
    var isBad: Bool { [.refused, .named].contains(self) }
  }

  /// The answer: places of items to be sent again, never, or later.
  private struct Parts: Codable {
    var again: Set<Int> = []
    var never: Set<Int> = []
    var later: Set<Int> = []
  }

  private struct Picky: WireFormat {
    let url: URL
    let limits: WireLimits

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      RowFormat(url: url).encode(envelope, in: context)
    }

    func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
      guard let parts = response.decoded(as: Parts.self) else { return WireVerdict(response) }
      return .partly(again: parts.again, never: parts.never, later: parts.later)
    }
  }

  private final class Service: Sendable {
    struct State {
      var random: SeededGenerator
      /// Its answer to everything; `nil` while it works.
      var outage: ScriptedServer.Answer?
      /// Whether it takes everything.
      var isPatient = false
      var taken: [WireRow] = []
    }

    let state: Lock<State>

    init(seed: UInt64) { state = Lock(State(random: SeededGenerator(seed: seed))) }

    func answer(_ rows: [WireRow]) -> ScriptedServer.Answer {
      state.withLock { state in
        if let outage = state.outage { return outage }
        // Now and then one request does not get through.
        if state.random.chance(5) { return state.random.chance(50) ? .respond(503) : .close }
        func places(_ nature: Nature) -> Set<Int> { Set(rows.indices.filter { Nature(rows[$0]) == nature }) }
        if !state.isPatient {
          if !places(.refused).isEmpty { return .respond(422) }
          if !places(.failing).isEmpty { return .respond(state.random.chance(50) ? 500 : 403) }
        }
        var parts = Parts(never: places(.named))
        if !state.isPatient {
          let throttled = places(.throttled)
          if !throttled.isEmpty {
            parts = Parts(again: Set(rows.indices).subtracting(throttled), later: throttled)
          } else {
            parts.again = places(.again)
          }
        }
        let others = parts.again.union(parts.never).union(parts.later)
        state.taken += rows.indices.filter { !others.contains($0) }.map { rows[$0] }
        return .respond(200, body: String(decoding: (try? JSONEncoder().encode(parts)) ?? Data(), as: UTF8.self))
      }
    }

    func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }
  }

  @Test(arguments: 0..<SearchScale.times(5, long: 200))
  func `Whatever a service does with one event, all others arrive, and none is lost to a service that takes nothing`(
    _ seed: Int
  ) async throws {
    var random = SeededGenerator(seed: UInt64(seed) &* 7_919)
    let service = Service(seed: UInt64(seed))
    let world = try DestinationWorld { _, rows in service.answer(rows) }
    let limits = WireLimits(events: [1, 3, 7, 40][random.below(4)], bytes: 100_000)
    func make() throws -> HTTPDestination { try world.makeDestination { Picky(url: $0, limits: limits) } }
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
      #expect(destination?.ledger.isBalanced == true)
    }
    let outages: [ScriptedServer.Answer] = [
      .respond(400), .respond(401), .respond(404), .respond(413), .respond(422), .respond(500), .close,
    ]
    for _ in 0..<12 {
      try await take(
        (0..<(1 + random.below(20))).map { _ in
          random.chance(60) ? .good : Nature.allCases[random.below(Nature.allCases.count)]
        })
      // For several runs, so that it searches.
      let outage = random.chance(30) ? outages[random.below(outages.count)] : nil
      service.set { $0.outage = outage }
      for _ in 0..<(outage == nil ? 1 : 5) { await send() }
      service.set { $0.outage = nil }
      if random.chance(15), let ledger = destination?.ledger {
        closed.append(ledger)
        destination = nil
        destination = try make()
        try await destination?.configure()
      }
    }
    // What is refused is given up where others arrive. Of those that wait behind the others, each run tries the next one.
    let bad = natures.count(where: \.isBad)
    func isDone() -> Bool {
      closed.reduce(destination?.ledger.rejected ?? 0, { $0 + $1.rejected }) == bad
        && destination?.ledger.stored == natures.count { $0 != .good && !$0.isBad }
    }
    for _ in 0..<300 where !isDone() {
      try await take([.good])
      await send()
    }
    let last = try #require(destination).ledger
    let taken = Set(service.state.withLock { $0.taken }.map(\.name))
    func names(_ isWanted: (Nature) -> Bool) -> Set<String> {
      Set(natures.indices.filter { isWanted(natures[$0]) }.map { "\($0)\(natures[$0].rawValue)" })
    }
    #expect(taken.symmetricDifference(names { $0 == .good }) == [], "\(limits)")
    #expect((closed + [last]).reduce(0) { $0 + $1.rejected } == bad)
    // What the service wants later is kept, and what it answers with a failure, too.
    #expect(last.stored == natures.count { $0 != .good && !$0.isBad } && last.lost == 0)
    service.set { $0.isPatient = true }
    for _ in 0..<20 where destination?.ledger.stored != 0 { await send() }
    #expect(destination?.ledger.stored == 0)
    #expect(Set(service.state.withLock { $0.taken }.map(\.name)).symmetricDifference(names { !$0.isBad }) == [])
  }

  @Test func `An event that a service wants again for ever neither holds up others nor keeps what has arrived`()
    async throws
  {
    let world = try DestinationWorld { _, rows in
      let again = rows.indices.filter { rows[$0].name == "0again" }
      return .respond(200, body: #"{"again":\#(again),"never":[],"later":[]}"#)
    }
    let limits = WireLimits(events: 7, bytes: 100_000)
    var destination: HTTPDestination? = try world.makeDestination { Picky(url: $0, limits: limits) }
    _ = try await destination?.deliver(DeliveryBatch([.numbered(0, "again")]))
    // No other waits for a second run.
    try await destination?.take(1...50)
    await destination?.flush()
    #expect(destination?.ledger.delivered == 50 && destination?.ledger.stored == 1)
    world.time.advance(by: .seconds(1_000))
    for number in 51...100 {
      try await destination?.take([number])
      await destination?.flush()
      world.time.advance(by: .seconds(1_000))
    }
    await destination?.flush()
    #expect(destination?.ledger.delivered == 100 && destination?.ledger.stored == 1)
    let requests = world.server.requests.count
    destination = nil
    let next = try world.makeDestination { Picky(url: $0, limits: limits) }
    await next.flush()
    // The store has only that one: nothing that has arrived is sent again.
    #expect(next.ledger.adopted == 1)
    #expect(world.server.requests.dropFirst(requests).flatMap(RowFormat.rows).allSatisfy { $0.name == "0again" })
  }

  @Test(arguments: [413, 422, 500]) func `A long row of events that the service does not take holds up no other`(
    _ status: Int
  ) async throws {
    let world = try DestinationWorld { _, rows in
      .respond(rows.contains { (Int($0.name) ?? 0) < 40 } ? status : 200)
    }
    let destination = try world.makeDestination()
    try await destination.take(0..<60)
    var last = 60
    let kept = status == 500 ? 40 : 0
    while destination.ledger.stored > kept, last < 200 {
      try await destination.take([last])
      last += 1
      await destination.flush()
      world.time.advance(by: .seconds(1_000))
      await destination.flush()
    }
    #expect(destination.ledger.stored == kept && destination.ledger.rejected == 40 - kept)
    #expect(Set(world.taken.map(\.name)) == Set((40..<last).map(String.init)))
  }
}
