import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Several processes share a folder: each has one of its own in it, and those of processes that have ended are taken over.
@Suite(.timeLimit(.minutes(10))) struct StoreSharingTests {
  private let disk = SimulatedDisk()

  @Test(arguments: [false, true]) func `A thousand launches without a network leave one folder and few files`(
    _ isKilled: Bool
  ) {
    let count = SearchScale.times(200, long: 1_000)
    for number in 1...count {
      let process = SimulatedProcess(number, on: disk)
      #expect(process.append(1))
      if number % 3 == 0 { _ = process.store.nextBatch(count: 1, bytes: 1) }
      if isKilled { process.kill() } else { process.store.close() }
      disk.advance(.seconds(1))
    }
    #expect(Set(disk.segments.keys.map(\.origin)).count == 1 && disk.segments.count == 1)
    // Each file may have zeros ahead of its records, once.
    #expect(disk.withState { $0.usedBytes } < count * 64 + 200_000)
    let last = SimulatedProcess(count + 1, on: disk)
    #expect(last.drain() == (1...count).map { "\($0).0" })
    #expect(last.store.ledger == StoredFigures(adopted: count, delivered: count))
    #expect(disk.segments.isEmpty && last.issues.all.isEmpty)
  }

  @Test func `Of the folders of many processes, a store has some open at a time, and delivers all`() {
    let others = (1...100).map { SimulatedProcess($0, on: disk) }
    for other in others { other.append(1) }
    for other in others { other.kill() }
    let open = disk.withState { $0.open.count }
    let reader = SimulatedProcess(101, on: disk)
    var texts: [String] = []
    while let batch = reader.store.nextBatch(count: 10, bytes: 1_000) {
      #expect(disk.withState { $0.open.count } - open <= 20)
      texts += batch.texts
      reader.store.acknowledge(batch)
    }
    #expect(texts == (1...100).map { "\($0).0" })
    #expect(disk.segments.isEmpty)
  }

  @Test func `Zeros that a killed process has written ahead are no records of another process after a close`() {
    let first = SimulatedProcess(1, on: disk)
    for _ in 0..<2 { first.append(1) }
    first.kill()
    #expect(disk.segments.values.contains { $0.last == 0 })
    let second = SimulatedProcess(2, on: disk)
    _ = second.store.nextBatch(count: 1, bytes: 1)
    second.store.close()
    #expect(second.drain() == texts(1, 0..<2))
    #expect(second.store.ledger == StoredFigures(adopted: 2, delivered: 2))
  }

  @Test func `Each process's records come in their order, the oldest process first`() {
    let first = SimulatedProcess(7, on: disk, policy: StorePolicy(bytes: 300_000))
    let second = SimulatedProcess(3, on: disk, policy: StorePolicy(bytes: 300_000))
    for _ in 0..<4 {
      first.append(50, bytes: 400)
      disk.advance(.seconds(1))
      second.append(50, bytes: 400)
    }
    first.kill()
    second.kill()
    let reader = SimulatedProcess(5, on: disk)
    reader.append(2)
    #expect(reader.drain() == texts(7, 0..<200) + texts(3, 0..<200) + texts(5, 0..<2))
  }

  @Test func `Of several that adopt at once, one gets each file`() {
    for number in 0..<20 {
      let process = SimulatedProcess(100 + number, on: disk)
      process.append(5)
      process.kill()
    }
    let disk = disk
    let results = onThreads(4) { index in
      SimulatedProcess(index + 1, on: disk).drain()
    }
    #expect(results.joined().sorted() == (100..<120).flatMap { texts($0, 0..<5) }.sorted())
  }

  @Test func `Of a process that is suspended nothing is touched, and it goes on`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    app.append(5)
    disk.advance(.seconds(86_400), clockBy: 86_400_000)
    #expect(other.drain() == [])
    #expect(app.append(5))
    #expect(app.drain() == texts(1, 0..<10))
    #expect(app.store.ledger == StoredFigures(accepted: 10, delivered: 10))
  }

  @Test
  func `Where a store cannot look for what others have left, it has nothing to send, and does not look without end`() {
    let app = SimulatedProcess(1, on: disk)
    app.append(5)
    app.drain()
    disk.set { $0.unreadable = [SimulatedProcess.events] }
    app.store.adoptAgain()
    #expect(app.drain() == [])
    disk.set { $0.unreadable = [] }
    app.append(2)
    #expect(app.drain() == texts(1, 5..<7))
  }

  @Test func `Many folders that cannot be read hold up no other`() {
    for number in 1...20 {
      let process = SimulatedProcess(number, on: disk)
      process.append(1)
      let places = disk.segments.keys.map(SimulatedDisk.place)
      disk.set { $0.unreadable.formUnion(places) }
      process.kill()
    }
    let reader = SimulatedProcess(21, on: disk)
    #expect(reader.drain() == [])
    let last = SimulatedProcess(22, on: disk)
    last.append(1)
    last.kill()
    reader.store.adoptAgain()
    #expect(reader.drain() == ["22.0"])
    disk.set { $0.unreadable = [] }
    reader.store.adoptAgain()
    #expect(reader.drain() == (1...20).map { "\($0).0" })
  }

  @Test(arguments: [0, 1])
  func `A file that cannot be read is left for later, and the others are delivered`(_ number: Int) throws {
    let app = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 300_000))
    app.append(100, bytes: 400)
    app.append(100, bytes: 400)
    app.kill()
    let unreadable = SimulatedDisk.place(try #require(disk.segments.keys.first { $0.number == number }))
    disk.set { $0.unreadable = [unreadable] }
    let other = SimulatedProcess(2, on: disk)
    let records = [texts(1, 0..<100), texts(1, 100..<200)]
    #expect(other.drain() == records[1 - number])
    #expect(other.issues.kinds == [.storeUnavailable])
    disk.set { $0.unreadable = [] }
    other.store.adoptAgain()
    #expect(other.drain() == records[number])
  }
}
