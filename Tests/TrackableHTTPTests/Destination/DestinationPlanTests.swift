import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// Seeded plans of everything that a server can do wrong, with restarts in between.
@Suite struct DestinationPlanTests {
  /// Every tenth event is refused.
  private static func isBad(_ row: WireRow) -> Bool { Int(row.name).map { $0 % 10 == 9 } ?? false }

  private static func answer(_ fault: Int, _ rows: [WireRow]) -> ScriptedServer.Answer {
    switch fault {
    case 0: return .close
    case 1: return .reset
    case 2: return .half
    case 3: return .stall
    case 4: return .respond(429, headers: ["Retry-After": "20"])
    case 5: return .respond(500, body: "oops")
    case 6: return .respond(503, headers: ["Retry-After": "0"])
    case 7: return .respond(401)
    default: break
    }
    if rows.count > 5 { return .respond(413) }
    let bad = rows.indices.filter { isBad(rows[$0]) }
    if bad.isEmpty { return .respond(200) }
    let verdict = RowFormat.Verdict(rejected: bad, isRestTaken: fault % 2 == 0)
    return .respond(400, body: String(decoding: (try? JSONEncoder().encode(verdict)) ?? Data(), as: UTF8.self))
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `With any failure, everything accepted arrives in order or is refused, and the ledgers say so`(
    _ seed: UInt64
  ) async throws {
    var generator = SeededGenerator(seed: seed)
    let faults = (0..<30).map { _ in generator.below(14) }
    let observed = Lock<HTTPDestination?>(nil)
    let isBalanced = Lock(true)
    // How often each has failed alone, and those that were sent alone to find out whether another one was at fault.
    let alone = Lock<[String: Int]>([:])
    let witnesses = Lock<Set<String>>([])
    let world = try DestinationWorld(clock: ManualClock()) { number, rows in
      // Also while a request is on its way.
      if observed.withLock({ $0?.ledger.isBalanced }) == false { isBalanced.withLock { $0 = false } }
      let answer = Self.answer(number < faults.count ? faults[number] : 13, rows)
      if rows.count == 1 {
        switch answer {
        case .respond(400, _, _), .respond(413, _, _): break
        case .respond(200, _, _):
          if alone.withLock({ $0.values.contains { $0 >= 3 } }) { witnesses.withLock { _ = $0.insert(rows[0].name) } }
        // An answer that does not pass by itself counts as three.
        case .respond(401, _, _): alone.withLock { $0[rows[0].name, default: 0] += 3 }
        default: alone.withLock { $0[rows[0].name, default: 0] += 1 }
        }
      }
      return answer
    }
    let total = 80
    var next = 0
    var closed: [StoredFigures] = []
    var destination: HTTPDestination? = try world.makeDestination()
    observed.withLock { $0 = destination }
    for _ in 0..<SearchScale.times(80, long: 400) {
      let current = try #require(destination)
      if next < total {
        let end = min(next + 1 + generator.below(20), total)
        try await current.take(next..<end)
        next = end
      } else if current.ledger.stored == 0, !closed.isEmpty {
        break
      }
      await current.flush()
      #expect(current.ledger.isBalanced)
      world.time.advance(by: .seconds(generator.chance(30) ? 400 : 15))
      await current.flush()
      guard generator.chance(20) || next == total && closed.isEmpty else { continue }
      closed.append(current.ledger)
      observed.withLock { $0 = nil }
      destination = nil
      destination = try world.makeDestination()
      observed.withLock { $0 = destination }
      try await destination?.configure()
      await destination?.flush()
    }
    let last = try #require(destination).ledger
    observed.withLock { $0 = nil }
    let bad = (0..<total).filter { $0 % 10 == 9 }
    #expect(last.stored == 0)
    #expect(isBalanced.withLock { $0 })
    // What each left was found by the next.
    #expect(closed.map(\.stored) == (closed.dropFirst() + [last]).map(\.adopted))
    let all = closed + [last]
    #expect(all.reduce(0) { $0 + $1.accepted } == total)
    #expect(all.reduce(0) { $0 + $1.rejected } == bad.count)
    #expect(all.reduce(0) { $0 + $1.delivered } == total - bad.count)
    #expect(all.allSatisfy { $0.lost == 0 })
    // By id, each is there once, and in order, but for those that have failed alone three times, and their witnesses.
    var seen: Set<String> = []
    let first = world.taken.filter { seen.insert($0.id).inserted }.compactMap { Int($0.name) }.filter { $0 % 10 != 9 }
    #expect(first.sorted() == (0..<total).filter { !bad.contains($0) })
    let inOrder = first.filter { number in
      alone.withLock { $0["\(number)", default: 0] < 3 } && witnesses.withLock { !$0.contains("\(number)") }
    }
    #expect(inOrder == inOrder.sorted())
  }
}
