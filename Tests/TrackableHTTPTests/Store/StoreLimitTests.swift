import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

@Suite struct StoreLimitTests {
  private let disk = SimulatedDisk()
  private let policy = StorePolicy(bytes: 256_000, age: .seconds(3_600))

  @Test func `Files never take more bytes than they may; the oldest records go`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<200 {
      process.append(10, bytes: 500)
      let bytes = disk.segments.values
      #expect(bytes.reduce(0) { $0 + $1.count } <= policy.bytes)
    }
    let dropped = process.store.ledger.dropped[.overflow]
    #expect(dropped > 1_000 && process.store.ledger.isBalanced)
    #expect(process.issues.kinds == [.storeOverflow])
    #expect(process.drain() == texts(1, dropped..<2_000))
    // A new episode begins once the store was empty.
    for _ in 0..<200 { process.append(10, bytes: 500) }
    #expect(process.issues.kinds == [.storeOverflow, .storeOverflow])
  }

  @Test func `Adopted records count, and go first`() {
    let first = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<40 { first.append(10, bytes: 500) }
    first.kill()
    let second = SimulatedProcess(2, on: disk, policy: policy)
    for _ in 0..<20 { second.append(10, bytes: 500) }
    let texts = second.drain()
    let dropped = second.store.ledger.dropped[.overflow]
    #expect(dropped > 0)
    #expect(Array(texts.suffix(200)) == TrackableHTTPTests.texts(2, 0..<200))
    #expect(texts.count == 600 - dropped && second.store.ledger.isBalanced)
  }

  @Test(arguments: 1...60)
  func `A record that is to be handed out again in a full store is counted once`(_ size: Int) throws {
    let disk = SimulatedDisk()
    let first = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<60 { first.append(10, bytes: 300 + size) }
    first.kill()
    let process = SimulatedProcess(2, on: disk, policy: policy)
    let batch = try #require(process.store.nextBatch(count: 100, bytes: 100_000))
    process.store.acknowledge(batch, first: 90, again: Array(batch.records.prefix(80)))
    let ledger = process.store.ledger
    #expect(ledger.accepted == 0 && ledger.isBalanced)
    #expect(disk.segments.values.reduce(0) { $0 + $1.count } <= policy.bytes)
    let texts = process.drain()
    #expect(texts.count == process.store.ledger.delivered - ledger.delivered && Set(texts).count == texts.count)
  }

  @Test(arguments: [false, true])
  func `A record that makes room for others while it is being sent is counted once, and not handed out again`(
    isWantedAgain: Bool
  ) throws {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<40 { process.append(10, bytes: 500) }
    let batch = try #require(process.store.nextBatch(count: 10, bytes: 100_000))
    for _ in 0..<400 { process.append(10, bytes: 500) }
    process.store.acknowledge(batch, again: isWantedAgain ? batch.records : [])
    let ledger = process.store.ledger
    #expect(ledger.accepted == 4_400 && ledger.delivered == 0 && ledger.isBalanced)
    #expect(!process.drain().contains("1.0"))
  }

  @Test func `A record that is too old is dropped, and counted`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    process.append(5)
    disk.advance(.seconds(3_000))
    process.append(5)
    disk.advance(.seconds(601))
    #expect(process.drain() == texts(1, 5..<10))
    #expect(process.store.ledger == StoredFigures(accepted: 10, delivered: 5, dropped: [.expired: 5]))
    #expect(process.issues.kinds == [.storeOverflow])
  }

  @Test func `Old records in memory and in whole files are dropped as well`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<20 { process.append(10, bytes: 500) }
    disk.set { $0.capacity = 0 }
    process.append(5)
    disk.advance(.seconds(3_601))
    disk.set { $0.capacity = .max }
    #expect(process.drain() == [])
    #expect(process.store.ledger == StoredFigures(accepted: 205, dropped: [.expired: 205]))
  }

  @Test func `A record that fits into no file is refused, and the others are taken`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    let records = process.records(2) + process.records(1, bytes: 70_000) + process.records(2)
    #expect(process.store.append(records))
    #expect(process.drain() == ["1.0", "1.1", "1.3", "1.4"])
    #expect(process.store.ledger == StoredFigures(accepted: 5, delivered: 4, dropped: [.rejected: 1]))
    #expect(process.issues.kinds == [.storeOverflow])
  }

  @Test func `Limits that could not work are raised`() {
    let policy = StorePolicy(bytes: 0, age: .seconds(-1))
    #expect(policy.bytes == 256_000 && policy.age == .zero)
    #expect(StorePolicy(bytes: .max, age: .seconds(Int64.max)).segmentBytes == 1_000_000)
    let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: .max / 2, age: .seconds(Int64.max)))
    process.append(3)
    #expect(process.drain() == texts(1, 0..<3))
  }
}
