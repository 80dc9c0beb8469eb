import Testing
import TrackableHub

@testable import TrackableHTTP

@Suite struct StoreTests {
  private let disk = SimulatedDisk()

  @Test func `A file grows by leaps, as it takes long to sync one that grows, and is cut off once nothing more comes`()
  {
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
    #expect(process.store.ledger.delivered == 4)
    #expect(process.drain() == texts(1, 4..<10))
    process.store.acknowledge(batch)
    #expect(process.store.ledger == StoredFigures(accepted: 10, delivered: 10))
  }

  @Test func `The next process goes on where this one ended`() throws {
    let first = SimulatedProcess(1, on: disk)
    first.append(20)
    first.drain(batches: 1, of: 7)
    first.kill()
    let second = SimulatedProcess(2, on: disk)
    second.append(3)
    #expect(second.drain() == texts(1, 7..<20) + texts(2, 0..<3))
    #expect(second.store.ledger == StoredFigures(accepted: 3, adopted: 13, delivered: 16))
    second.store.close()
    #expect(try second.files.names(in: SimulatedProcess.events) == [])
  }

  @Test func `Large amounts go into files of limited size, which go as they are delivered`() {
    let policy = StorePolicy(bytes: 2_000_000)
    let process = SimulatedProcess(1, on: disk, policy: policy)
    for _ in 0..<20 { process.append(50, bytes: 1_000) }
    let sizes = disk.segments.values.map(\.count)
    #expect(sizes.count > 5 && sizes.allSatisfy { $0 <= policy.segmentBytes })
    #expect(process.drain(batches: 50) == texts(1, 0..<500))
    #expect(disk.segments.values.reduce(0) { $0 + $1.count } < 700_000)
    #expect(process.drain() == texts(1, 500..<1_000))
  }

  @Test func `A batch that is larger than a file goes into several`() {
    let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 4_000_000))
    #expect(process.append(1_000, bytes: 1_000))
    #expect(process.drain(of: 100) == texts(1, 0..<1_000))
  }

  @Test func `Closing lets the next process adopt at once, and the store can be used again`() {
    let first = SimulatedProcess(1, on: disk)
    first.append(5)
    first.store.close()
    let second = SimulatedProcess(2, on: disk)
    #expect(second.drain() == texts(1, 0..<5))
    first.append(5)
    #expect(second.store.nextBatch(count: 1, bytes: 1) == nil)
    #expect(first.drain() == texts(1, 5..<10))
    #expect(first.store.ledger == StoredFigures(accepted: 10, handedOver: 5, delivered: 5))
  }
}
