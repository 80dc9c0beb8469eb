import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Several processes share a folder: each has one of its own in it, and those of processes that have ended are taken over.
@Suite(.timeLimit(.minutes(10))) struct StoreSharingTests {
  private let disk = SimulatedDisk()

  @Test(arguments: [false, true])
  func `A thousand launches without a network leave one folder and few files`(_ isKilled: Bool) {
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
    #expect(last.store.figures == StoredFigures(adopted: count, delivered: count))
    #expect(disk.segments.isEmpty && last.issues.all.isEmpty)
  }

  @Test func `Of the folders of many processes, a store has some open at a time, and delivers the oldest first`() {
    let others = (1...100).reversed().map { SimulatedProcess($0, on: disk) }
    for other in others {
      other.append(1)
      disk.advance(.seconds(1))
    }
    for other in others { other.kill() }
    let open = disk.withState { $0.open.count }
    let reader = SimulatedProcess(101, on: disk)
    var texts: [String] = []
    while let batch = reader.store.nextBatch(count: 20, bytes: 1_000) {
      #expect(disk.withState { $0.open.count } - open <= 20)
      texts += batch.texts
      // That they are done with is written down when the next ones are read, which makes room for other folders.
      disk.set(.readOnly)
      reader.store.acknowledge(batch)
      disk.set { $0 = .init() }
    }
    #expect(texts == (1...100).reversed().map { "\($0).0" })
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
    #expect(second.store.figures == StoredFigures(adopted: 2, delivered: 2))
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

  // MARK: Threads

  @Test func `Threads that write and threads that read get along`() throws {
    let folder = TemporaryFolder("/a/store")
    let store = EventStore(folder: folder.path, location: CodeLocation(fileID: #fileID, line: #line)) { _ in }
    let results = onThreads(4) { index -> [String] in
      var texts: [String] = []
      for round in 0..<40 {
        if index < 2 {
          store.append((0..<5).map { .sample(process: index, number: round * 5 + $0, time: Date().milliseconds) })
        } else if let batch = store.nextBatch(count: 7, bytes: 10_000) {
          store.acknowledge(batch)
          texts += batch.texts
        }
        _ = store.figures
      }
      return texts
    }
    // Two readers may have read the same batch; each record is delivered once, and none is lost.
    let rest = store.nextBatch(count: 400, bytes: 100_000)
    if let rest { store.acknowledge(rest) }
    #expect(Set(results.joined()).union(rest?.texts ?? []) == Set(texts(0, 0..<200) + texts(1, 0..<200)))
    #expect(store.figures.delivered == 400 && store.figures.isBalanced)
  }

  @Test func `The ledger is read while the disk takes its time, and adds up`() {
    let process = SimulatedProcess(1, on: SimulatedDisk())
    process.append(3)
    let (store, seen, wasRead) = (process.store, Mailbox<StoredFigures>(), DispatchSemaphore(value: 0))
    let read: @Sendable () -> Void = {
      Thread.detachNewThread {
        seen.append(store.figures)
        wasRead.signal()
      }
      // As long as that only if the thread waits for the disk.
      _ = wasRead.wait(timeout: .now() + 300)
    }
    process.files.beforeWriting.withLock { $0 = [read] }
    process.append(2)
    #expect(seen.all == [StoredFigures(accepted: 3, stored: 3)])
    #expect(store.figures == StoredFigures(accepted: 5, stored: 5))
  }
}
