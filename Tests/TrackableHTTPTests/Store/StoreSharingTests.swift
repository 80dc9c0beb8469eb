import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// Several processes share a folder: each has one of its own in it, and those of processes that have ended are taken over.
@Suite(.timeLimit(.minutes(10))) struct StoreSharingTests {
  private let disk = SimulatedDisk()

  @Test func `The store leaves the records of a running process alone`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    app.append(5)
    other.append(5)
    #expect(other.drain() == texts(2, 0..<5))
    #expect(app.drain() == texts(1, 0..<5))
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

  @Test func `Files that were adopted twice keep their order`() {
    let writer = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 300_000))
    for _ in 0..<4 { writer.append(50, bytes: 400) }
    writer.kill()
    let second = SimulatedProcess(2, on: disk)
    #expect(second.drain(batches: 1, of: 60) == texts(1, 0..<60))
    second.kill()
    #expect(SimulatedProcess(3, on: disk).drain() == texts(1, 60..<200))
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
    #expect(app.store.ledger == HTTPLedger(accepted: 10, delivered: 10))
  }

  @Test func `A process that closed its store and gets its records back delivers them once`() {
    let app = SimulatedProcess(1, on: disk)
    app.append(5)
    app.store.close()
    let other = SimulatedProcess(2, on: disk)
    #expect(other.drain(batches: 1, of: 2) == texts(1, 0..<2))
    other.kill()
    #expect(app.drain() == texts(1, 2..<5))
    #expect(app.store.ledger == HTTPLedger(accepted: 5, adopted: 3, handedOver: 5, delivered: 3))
  }

  @Test func `A store that was closed and that no other process took is the same when it is used again`() {
    let app = SimulatedProcess(1, on: disk)
    app.append(5)
    app.store.close()
    #expect(app.append(5))
    #expect(app.drain() == texts(1, 0..<10))
    #expect(app.store.ledger == HTTPLedger(accepted: 10, delivered: 10))
  }

  @Test func `The folder of a process that left nothing is deleted`() throws {
    for number in 1...3 {
      let process = SimulatedProcess(number, on: disk)
      process.append(5)
      if number == 1 { process.drain() }
      process.kill()
    }
    let reader = SimulatedProcess(4, on: disk)
    #expect(reader.drain().count == 10)
    #expect(try reader.files.names(in: SimulatedProcess.events) == [])
  }

  @Test func `A file that cannot be read is left for later, and the others are delivered`() throws {
    let app = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 300_000))
    app.append(100, bytes: 400)
    app.append(100, bytes: 400)
    app.kill()
    let unreadable = SimulatedDisk.place(try #require(disk.segments.keys.min { $0.number < $1.number }))
    disk.set { $0.unreadable = [unreadable] }
    let other = SimulatedProcess(2, on: disk)
    #expect(other.drain() == texts(1, 100..<200))
    #expect(other.issues.kinds == [.storeUnavailable])
    disk.set { $0.unreadable = [] }
    other.store.lookAgain()
    #expect(other.drain() == texts(1, 0..<100))
  }
}
