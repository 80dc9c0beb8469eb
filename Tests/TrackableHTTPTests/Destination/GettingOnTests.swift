import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// What does not get through is found out, and the rest goes on.
@Suite struct GettingOnTests {
  /// Sends again and again, until nothing waits or this often.
  private func send(_ destination: HTTPDestination, in world: DestinationWorld, rounds: Int) async {
    for _ in 0..<rounds where destination.ledger.stored > 0 {
      await destination.flush()
      world.time.advance(by: .seconds(1_000))
    }
    await destination.flush()
  }

  /// One event after the other, each when the one before is done with as far as it can be.
  private func comeLater(_ numbers: Range<Int>, to destination: HTTPDestination, in world: DestinationWorld)
    async throws
  {
    for number in numbers {
      try await destination.take([number])
      await send(destination, in: world, rounds: 5)
    }
  }

  @Test(arguments: [403, 404, 500], [0, 8, 19])
  func `One event that the service answers with a failure holds up no other`(_ status: Int, _ bad: Int) async throws {
    let isMended = Lock(false)
    let world = try DestinationWorld { _, rows in
      .respond(!isMended.withLock { $0 } && rows.contains { $0.name == "\(bad)" } ? status : 200, body: "no")
    }
    let destination = try world.makeDestination()
    try await destination.take(0..<40)
    await send(destination, in: world, rounds: 5)
    #expect(destination.ledger.stored == 1 && destination.ledger.delivered == 39)
    #expect(Set(world.taken.map(\.name)) == Set((0..<40).filter { $0 != bad }.map(String.init)))
    // It is never given up, as no answer was about its content: some day the service takes it.
    try await comeLater(40..<80, to: destination, in: world)
    #expect(destination.ledger.rejected == 0 && destination.ledger.stored == 1)
    let issue = try #require(world.issues.withLock { $0.first { $0.message.contains("takes other events") } })
    let reason = "127.0.0.1/ answered \(status)"
    #expect(issue.message == "rows takes other events, but not '\(bad)' with 'number': \(reason).")
    #expect(world.issues.withLock { $0.allSatisfy { !$0.description.contains("key") } })
    isMended.withLock { $0 = true }
    await destination.flush()
    #expect(destination.ledger.stored == 0 && destination.ledger.delivered == 80)
  }

  @Test(arguments: [400, 413, 422])
  func `An event that was put aside is rejected when the service refuses it, and has just taken another one`(
    _ status: Int
  ) async throws {
    let answer = Lock(500)
    let world = try DestinationWorld { _, rows in
      .respond(rows.contains { $0.name == "0" } ? answer.withLock { $0 } : 200)
    }
    let destination = try world.makeDestination()
    try await destination.take(0..<10)
    await send(destination, in: world, rounds: 5)
    #expect(destination.ledger == StoredFigures(accepted: 10, delivered: 9, stored: 1))
    answer.withLock { $0 = status }
    try await destination.take([10])
    await destination.flush()
    #expect(destination.ledger == StoredFigures(accepted: 11, delivered: 10, dropped: [.rejected: 1]))
  }

  @Test func `More events than are read at a time that the service does not take hold up others until a flush at most`()
    async throws
  {
    let isBad: @Sendable (WireRow) -> Bool = { Int($0.name.prefix { $0 != " " }) ?? 0 < 12 }
    let world = try DestinationWorld { _, rows in .respond(rows.contains(where: isBad) ? 500 : 200) }
    let destination = try world.makeDestination({ RowFormat(url: $0, limits: WireLimits(events: 1, bytes: 100_000)) })
    // Half a megabyte has ten of them.
    for bad in 0..<12 {
      try await take(bad..<bad + 1, bytes: 50_000, destination)
      try await take(bad + 100..<bad + 101, destination)
      await send(destination, in: world, rounds: 6)
    }
    #expect(destination.ledger.delivered == 12 && destination.ledger.stored == 12)
    try await take(200..<203, destination)
    await destination.flush()
    #expect(destination.ledger.delivered == 15 && destination.ledger.stored == 12)
    #expect(destination.ledger.isBalanced)
  }

  /// Events of three kilobytes each, or of more.
  private func take(_ numbers: Range<Int>, bytes: Int = 3_000, _ destination: HTTPDestination) async throws {
    let envelopes = numbers.map { number in
      WireSample.envelope(
        number,
        .event(Envelope.Event(name: "\(number) " + String(repeating: "n", count: bytes), properties: [])))
    }
    _ = try await destination.deliver(DeliveryBatch(envelopes))
  }

  private func numbers(_ world: DestinationWorld) -> [Int] {
    world.taken.compactMap { Int($0.name.split(separator: " ")[0]) }
  }

  @Test func `A request that does not get through in time becomes smaller, and later ones larger again`() async throws {
    let isSlow = Lock(true)
    let world = try DestinationWorld(clock: ManualClock()) { _, rows in
      isSlow.withLock { $0 } && rows.count > 4 ? .stall : .respond(200)
    }
    let destination = try world.makeDestination(
      { RowFormat(url: $0, limits: WireLimits(events: 30, bytes: 100_000)) })
    try await take(0..<60, destination)
    await send(destination, in: world, rounds: 30)
    #expect(numbers(world) == Array(0..<60))
    let largest = { @Sendable in world.server.requests.map { RowFormat.rows(of: $0).count } }
    #expect(largest().first == 30 && largest().count < 30, "\(largest())")
    isSlow.withLock { $0 = false }
    try await take(60..<660, destination)
    await send(destination, in: world, rounds: 1)
    #expect(numbers(world) == Array(0..<660))
    #expect(largest().suffix(10).contains(30))
  }

  @Test func `How much the service takes at once is found out once, and the next launch knows it`() async throws {
    let world = try DestinationWorld { _, rows in .respond(rows.count > 4 ? 413 : 200) }
    func launch(_ numbers: Range<Int>) async throws {
      let destination = try world.makeDestination({
        RowFormat(url: $0, limits: WireLimits(events: 30, bytes: 100_000))
      })
      try await take(numbers, destination)
      await send(destination, in: world, rounds: 1)
    }
    try await launch(0..<300)
    #expect(numbers(world) == Array(0..<300))
    let before = world.server.requests.count
    // Of the first batch only.
    #expect(world.server.requests.count { RowFormat.rows(of: $0).count > 4 } < 8)
    try await launch(300..<360)
    #expect(numbers(world) == Array(0..<360))
    #expect(world.server.requests.dropFirst(before).allSatisfy { RowFormat.rows(of: $0).count <= 4 })
  }
}
