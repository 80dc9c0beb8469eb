import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

@Suite struct StoreTests {
  private let disk = SimulatedDisk()
  private let policy = StorePolicy(bytes: 256_000, age: .seconds(3_600))

  @Test func `A file grows by leaps, as a sync of one that grows takes long, and is cut off once no more comes`() {
    let process = SimulatedProcess(1, on: disk)
    var sizes: Set<Int> = []
    for _ in 0..<100 {
      process.append(10)
      sizes.formUnion(disk.segments.values.map(\.count))
    }
    #expect(sizes.count == 2)
    process.store.close()
    let bytes = texts(1, 0..<1_000).reduce(0) { $0 + 44 + $1.utf8.count }
    #expect(disk.segments.values.map(\.count) == [bytes])
    #expect(process.drain(of: 500) == texts(1, 0..<1_000))
  }

  @Test func `A batch has as many bytes as it may, and at least one record`() {
    let process = SimulatedProcess(1, on: disk)
    process.append(10, bytes: 100)
    #expect(process.store.nextBatch(count: 10, bytes: 350)?.records.count == 3)
    #expect(process.store.nextBatch(count: 10, bytes: 5)?.records.count == 1)
    #expect(process.store.nextBatch(count: 0, bytes: 1_000)?.records.count == 1)
  }

  @Test func `A part of a batch can be acknowledged, and acknowledging twice changes nothing`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(10)
    let batch = try #require(process.store.nextBatch(count: 10, bytes: 1_000))
    process.store.acknowledge(batch, first: 4)
    process.store.acknowledge(batch, first: 4)
    process.store.acknowledge(batch, first: 2)
    #expect(process.store.figures.delivered == 4)
    #expect(process.drain() == texts(1, 4..<10))
    process.store.acknowledge(batch)
    #expect(process.store.figures == StoredFigures(accepted: 10, delivered: 10))
  }

  @Test func `A batch that is larger than a file goes into several of limited size, which go as they are delivered`() {
    let policy = StorePolicy(bytes: 2_000_000)
    let process = SimulatedProcess(1, on: disk, policy: policy)
    #expect(process.append(1_000, bytes: 1_000))
    let sizes = disk.segments.values.map(\.count)
    #expect(sizes.count > 5 && sizes.allSatisfy { $0 <= policy.segmentBytes })
    #expect(process.drain(batches: 50) == texts(1, 0..<500))
    #expect(disk.segments.values.reduce(0) { $0 + $1.count } < 700_000)
    #expect(process.drain() == texts(1, 500..<1_000))
  }

  // MARK: Limits

  @Test func `Files never take more bytes than they may; the oldest records go`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<200 {
      process.append(10, bytes: 500)
      let bytes = disk.segments.values
      #expect(bytes.reduce(0) { $0 + $1.count } <= policy.bytes)
    }
    let dropped = process.store.figures.dropped[.overflow]
    #expect(dropped > 1_000 && process.store.figures.isBalanced)
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
    let dropped = second.store.figures.dropped[.overflow]
    #expect(dropped > 0)
    #expect(Array(texts.suffix(200)) == TrackableHTTPTests.texts(2, 0..<200))
    #expect(texts.count == 600 - dropped && second.store.figures.isBalanced)
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
    let ledger = process.store.figures
    #expect(ledger.accepted == 0 && ledger.isBalanced)
    #expect(disk.segments.values.reduce(0) { $0 + $1.count } <= policy.bytes)
    let texts = process.drain()
    #expect(texts.count == process.store.figures.delivered - ledger.delivered && Set(texts).count == texts.count)
  }

  @Test(arguments: [false, true])
  func `One that makes room while it is sent is counted once, and not handed out again`(isWantedAgain: Bool) throws {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<40 { process.append(10, bytes: 500) }
    let batch = try #require(process.store.nextBatch(count: 10, bytes: 100_000))
    for _ in 0..<400 { process.append(10, bytes: 500) }
    process.store.acknowledge(batch, again: isWantedAgain ? batch.records : [])
    let ledger = process.store.figures
    #expect(ledger.accepted == 4_400 && ledger.delivered == 0 && ledger.isBalanced)
    #expect(!process.drain().contains("1.0"))
  }

  @Test func `Records that are too old are dropped and counted, in whole files, in a part of one and in memory`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<20 { process.append(10, bytes: 500) }
    disk.advance(.seconds(3_000))
    process.append(5)
    disk.advance(.seconds(601))
    #expect(process.drain() == texts(1, 200..<205))
    disk.set { $0.capacity = 0 }
    process.append(5)
    disk.advance(.seconds(3_601))
    disk.set { $0.capacity = .max }
    #expect(process.drain() == [])
    #expect(process.store.figures == StoredFigures(accepted: 210, delivered: 5, dropped: [.expired: 205]))
    #expect(process.issues.kinds.contains(.storeOverflow))
  }

  @Test func `A record that fits into no file is refused, and the others are taken`() {
    let process = SimulatedProcess(1, on: disk, policy: policy)
    let records = process.records(2) + process.records(1, bytes: 70_000) + process.records(2)
    #expect(process.store.append(records))
    #expect(process.drain() == ["1.0", "1.1", "1.3", "1.4"])
    #expect(process.store.figures == StoredFigures(accepted: 5, delivered: 4, dropped: [.rejected: 1]))
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
