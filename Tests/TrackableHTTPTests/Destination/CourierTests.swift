import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// Sends items that could not be read before, or whose request has failed.
@Suite struct CourierTests {
  /// Counts what it encodes.
  private struct Counting: WireFormat {
    let url: URL
    let count: Lock<Int>
    let limits = WireLimits(events: 500, bytes: 100_000)

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      count.withLock { $0 += 1 }
      return RowFormat(url: url).encode(envelope, in: context)
    }
  }

  @Test(arguments: [ScriptedServer.Answer.respond(503), .respond(401), .respond(400), .close])
  func `A run that fails reads one batch, however much waits, and makes three requests at most`(
    _ answer: ScriptedServer.Answer
  ) async throws {
    let fails = Lock(true)
    let world = try DestinationWorld { _, _ in fails.withLock { $0 } ? answer : .respond(200) }
    let count = Lock(0)
    let destination = try world.makeDestination({ Counting(url: $0, count: count) })
    try await destination.take(0..<3_000)
    for _ in 0..<6 {
      await destination.flush()
      world.time.advance(by: .seconds(1_000))
    }
    await destination.flush()
    // One for each flush, and one after each pause.
    let runs = 13
    #expect(destination.ledger.stored == 3_000)
    #expect(world.server.requests.count <= 3 * runs, "\(world.server.requests.count)")
    #expect(count.withLock { $0 } <= 1_000 * runs, "\(count.withLock { $0 })")
    world.time.advance(by: .seconds(1_000))
    fails.withLock { $0 = false }
    await destination.flush()
    #expect(destination.ledger.delivered == 3_000)
  }

  /// Why what an earlier run has left cannot be sent yet.
  enum Obstacle: CaseIterable, Sendable {
    case adoptedUnreadable, ownUnreadable, locked, ownerRunning
  }

  private let disk = SimulatedDisk()
  private let time = TestTime()
  private let earlier = Lock<SimulatedProcess?>(nil)

  private func append(_ numbers: Range<Int>, to process: SimulatedProcess) {
    process.store.append(
      numbers.map { number in
        let record = StoredDelivery(envelope: .numbered(number), anonymousID: "a").record
        return StoredRecord(id: record.id, time: disk.time, payload: record.payload)
      })
  }

  private func makeFilesUnreadable() {
    let names = Set(disk.segments.keys.map(SimulatedDisk.place))
    disk.set { $0.unreadable = names }
  }

  /// One that has ten to send, and cannot have them; with its process.
  private func makeCourier(
    to server: ScriptedServer, behind obstacle: Obstacle
  ) throws -> (courier: Courier, process: SimulatedProcess) {
    let earlier = SimulatedProcess(1, on: disk)
    let process = SimulatedProcess(2, on: disk)
    append(0..<10, to: obstacle == .ownUnreadable ? process : earlier)
    self.earlier.withLock { $0 = earlier }
    if obstacle != .ownerRunning { earlier.kill() }
    switch obstacle {
    case .adoptedUnreadable, .ownUnreadable: makeFilesUnreadable()
    case .locked: disk.set { $0.isLocked = true }
    case .ownerRunning: break
    }
    let sender = try HTTPSender(RowFormat(url: server.url), clock: ManualClock())
    return (process.makeCourier(sender, time: time), process)
  }

  private func removeObstacle() {
    disk.set { $0 = .init() }
    earlier.withLock { $0?.kill() }
  }

  @Test(arguments: Obstacle.allCases, [false, true])
  func `The next event, or a flush, sends first what an obstacle hid; nothing wakes up before`(
    _ obstacle: Obstacle, isFlush: Bool
  ) async throws {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let (courier, process) = try makeCourier(to: server, behind: obstacle)
    courier.begin()
    await courier.flush()
    #expect(time.alarms == [] && server.requests.isEmpty)
    removeObstacle()
    if !isFlush {
      append(10..<11, to: process)
      courier.recordsWereStored()
      time.advance(by: .seconds(10))
      await server.requests(1)
    }
    await courier.flush()
    #expect(server.requests.flatMap(RowFormat.rows).map(\.name) == (0..<(isFlush ? 10 : 11)).map(String.init))
    #expect(time.alarms == [])
  }

  @Test func `An event that is stored at the very end of a run is sent as soon as any other`() async throws {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let process = SimulatedProcess(1, on: disk)
    let last = Lock<Courier?>(nil)
    // The courier asks for a random number when a run has found nothing more.
    let courier = process.makeCourier(
      try HTTPSender(RowFormat(url: server.url), clock: ManualClock()), time: time,
      random: { [self] in
        last.withLock { courier in
          if courier != nil { append(1..<2, to: process) }
          courier?.recordsWereStored()
          courier = nil
        }
        return 0
      })
    last.withLock { $0 = courier }
    append(0..<1, to: process)
    await courier.flush()
    time.advance(by: .seconds(10))
    await courier.isIdle()
    #expect(server.requests.flatMap(RowFormat.rows).map(\.name) == ["0", "1"])
  }

  @Test func `On a full disk an event that the service does not take stays on disk, and the others arrive once`()
    async throws
  {
    let isPatient = Lock(false)
    let server = try ScriptedServer { _, request in
      let isTaken = isPatient.withLock { $0 } || !RowFormat.rows(of: request).contains { $0.name == "2" }
      return .respond(isTaken ? 200 : 500)
    }
    defer { server.close() }
    let process = SimulatedProcess(1, on: disk)
    let courier = process.makeCourier(
      try HTTPSender(RowFormat(url: server.url), clock: ManualClock()), time: time)
    append(0..<10, to: process)
    disk.set { $0.capacity = 0 }
    append(10..<12, to: process)
    func send(rounds: Int) async {
      for _ in 0..<rounds {
        await courier.flush()
        time.advance(by: .seconds(1_000))
      }
      await courier.flush()
    }
    await send(rounds: 8)
    let others = (0..<12).filter { $0 != 2 }.map(String.init)
    func taken() -> [String] {
      server.requests.map { RowFormat.rows(of: $0).map(\.name) }.filter { !$0.contains("2") }.flatMap(\.self)
    }
    #expect(taken() == others)
    #expect(process.store.ledger.delivered == 2 && process.store.ledger.stored == 8)
    #expect(process.store.ledger.isBalanced)
    // Once the disk takes something, it goes behind the others.
    disk.set { $0.capacity = .max }
    await send(rounds: 2)
    #expect(taken() == others)
    #expect(process.store.ledger == StoredFigures(accepted: 12, delivered: 11, stored: 1))
    isPatient.withLock { $0 = true }
    await send(rounds: 1)
    #expect(process.store.ledger == StoredFigures(accepted: 12, delivered: 12))
  }

  /// Requests of one batch, or each with a batch of its own.
  @Test(arguments: [1_000, 7])
  func `Where every second request fails, no pause is longer than the first, and one issue says so`(
    _ batch: Int
  ) async throws {
    let server = try ScriptedServer { number, _ in .respond(number % 2 == 0 ? 503 : 200) }
    defer { server.close() }
    let process = SimulatedProcess(1, on: disk)
    append(0..<140, to: process)
    let sender = try HTTPSender(RowFormat(url: server.url), clock: ManualClock())
    let issues = Mailbox<TrackableIssue>()
    let courier = process.makeCourier(
      sender, limits: WireLimits(events: batch, bytes: 100_000), time: time, issues: issues)
    while process.store.waiting > 0 {
      await courier.flush()
      try #require(
        time.alarms.allSatisfy { $0 <= .seconds(2) }, "\(time.alarms) \(server.requests.count) \(process.store.ledger)")
      time.advance(by: .seconds(2))
    }
    #expect(process.store.ledger.delivered == 140)
    #expect(server.requests.count >= 39)
    #expect(issues.kinds == [.deliveryFailed])
  }
}

extension SimulatedProcess {
  func makeCourier(
    _ sender: HTTPSender, limits: WireLimits = WireLimits(), policy: SendingPolicy = SendingPolicy(), time: TestTime,
    random: @escaping @Sendable () -> UInt64 = { .max / 2 }, notebook: Notebook = Notebook(),
    issues: Mailbox<TrackableIssue> = Mailbox()
  ) -> Courier {
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issues.append($0) }
      return Courier(
        store, sender, limits: limits, policy: policy, time: time.system, random: random, notebook: notebook,
        issues: HTTPIssues(
          destination: "rows", location: CodeLocation(fileID: #fileID, line: #line), reporter: .current))
    }
  }
}
