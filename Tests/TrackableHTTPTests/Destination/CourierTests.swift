import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// Sends items that could not be read before, or whose request has failed.
@Suite struct CourierTests {
  /// Why what an earlier run has left cannot be sent yet.
  enum Obstacle: CaseIterable, Sendable {
    case adoptedUnreadable, ownUnreadable, locked, ownerRunning
  }

  private let disk = SimulatedDisk()
  private let time = TestTime()
  private let earlier = Lock<SimulatedProcess?>(nil)

  /// One that has ten to send, and cannot have them; with its process.
  private func makeCourier(
    to server: ScriptedServer, behind obstacle: Obstacle
  ) throws -> (courier: Courier, process: SimulatedProcess) {
    let earlier = SimulatedProcess(1, on: disk)
    let process = SimulatedProcess(2, on: disk)
    (obstacle == .ownUnreadable ? process : earlier).take(0..<10)
    self.earlier.withLock { $0 = earlier }
    if obstacle != .ownerRunning { earlier.kill() }
    switch obstacle {
    case .adoptedUnreadable, .ownUnreadable:
      let names = Set(disk.segments.keys.map(SimulatedDisk.place))
      disk.set { $0.unreadable = names }
    case .locked: disk.set { $0.isLocked = true }
    case .ownerRunning: break
    }
    let sender = try HTTPSender(RowFormat(url: server.url), clock: ManualClock())
    return (process.makeCourier(sender, time: time), process)
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
    disk.set { $0 = .init() }
    earlier.withLock { $0?.kill() }
    if !isFlush {
      process.take(10..<11)
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
      random: {
        last.withLock { courier in
          if courier != nil { process.take(1..<2) }
          courier?.recordsWereStored()
          courier = nil
        }
        return 0
      })
    last.withLock { $0 = courier }
    process.take(0..<1)
    await courier.flush()
    time.advance(by: .seconds(10))
    await courier.isIdle()
    #expect(server.requests.flatMap(RowFormat.rows).map(\.name) == ["0", "1"])
  }

  /// Requests of one batch, or each with a batch of its own.
  @Test(arguments: [1_000, 7])
  func `Where every second request fails, no pause grows, and one issue says so`(_ batch: Int) async throws {
    let server = try ScriptedServer { number, _ in .respond(number % 2 == 0 ? 503 : 200) }
    defer { server.close() }
    let process = SimulatedProcess(1, on: disk)
    process.take(0..<140)
    let sender = try HTTPSender(RowFormat(url: server.url), clock: ManualClock())
    let issues = Mailbox<TrackableIssue>()
    let courier = process.makeCourier(
      sender, limits: WireLimits(events: batch, bytes: 100_000), time: time, issues: issues)
    while process.store.waiting > 0 {
      await courier.flush()
      try #require(
        time.alarms.allSatisfy { $0 <= .seconds(2) }, "\(time.alarms) \(server.requests.count)")
      time.advance(by: .seconds(2))
    }
    #expect(process.store.figures.delivered == 140)
    #expect(server.requests.count >= 39)
    #expect(issues.kinds == [.deliveryFailed])
  }
}

extension SimulatedProcess {
  /// Stores events with these numbers as names, and a text behind it.
  func take(_ numbers: Range<Int>, _ text: String = "") {
    store.append(
      numbers.map { number in
        let record = StoredDelivery(envelope: .numbered(number, text), anonymousID: "a").record
        return StoredRecord(id: record.id, time: disk.time, payload: record.payload)
      })
  }

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
