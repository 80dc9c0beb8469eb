import TestSupport
import Testing
import Trackable

@testable import TrackableHTTP

/// Several processes in one folder, without a lock: no record is lost, whoever takes whom for ended.
@Suite(.timeLimit(.minutes(10))) struct StoreSharingTests {
  private let disk = SimulatedDisk()
  private let folder = SimulatedProcess.events

  @Test func `What belongs to a process that runs is left alone`() {
    let app = SimulatedProcess(1, on: disk, life: { _ in .running })
    let other = SimulatedProcess(2, on: disk, life: { _ in .running })
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
    let reader = SimulatedProcess(5, on: disk)
    reader.append(2)
    #expect(reader.drain() == texts(7, 0..<200) + texts(3, 0..<200) + texts(5, 0..<2))
  }

  @Test func `Files that were adopted twice keep their order`() {
    let writer = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 300_000))
    for _ in 0..<4 { writer.append(50, bytes: 400) }
    let second = SimulatedProcess(2, on: disk)
    #expect(second.drain(batches: 1, of: 60) == texts(1, 0..<60))
    let third = SimulatedProcess(3, on: disk)
    #expect(third.drain() == texts(1, 60..<200))
    #expect(second.drain() == [])
    #expect(second.store.ledger == StoreLedger(adopted: 200, delivered: 60, takenOver: 140))
  }

  @Test func `Of several that adopt at once, one gets each file`() {
    for number in 0..<20 {
      let process = SimulatedProcess(100 + number, on: disk)
      process.append(5)
      process.kill()
    }
    let disk = disk
    let results = onThreads(4) { index in
      SimulatedProcess(index + 1, on: disk, life: { $0.number >= 100 ? .ended : .running }).drain()
    }
    #expect(results.joined().sorted() == (100..<120).flatMap { texts($0, 0..<5) }.sorted())
  }

  @Test func `A process that was only suspended loses nothing`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    app.append(5)
    #expect(other.drain() == texts(1, 0..<5))
    #expect(app.append(5) == .stored)
    #expect(app.store.ledger == StoreLedger(accepted: 10, takenOver: 5, stored: 5))
    app.kill()
    disk.advance(StoreJournal.sweepInterval)
    #expect(other.drain() == texts(1, 5..<10))
  }

  @Test func `What comes back to a process that did not notice is delivered once`() {
    let app = SimulatedProcess(1, on: disk)
    app.append(5)
    app.store.close()
    let other = SimulatedProcess(2, on: disk)
    #expect(other.store.nextBatch(count: 2, bytes: 1_000) != nil)
    other.kill()
    #expect(app.drain() == texts(1, 0..<5))
    #expect(app.store.ledger == StoreLedger(accepted: 5, adopted: 5, delivered: 5, takenOver: 5))
  }

  @Test func `What is written after another has read the file is written again`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    let read = Mailbox<String>()
    app.append(5)
    app.files.beforeWriting.withLock { $0 = [{ other.drain().forEach { read.append($0) } }] }
    #expect(app.append(5) == .stored)
    #expect(read.all == texts(1, 0..<5))
    #expect(app.drain() == texts(1, 5..<10))
  }

  @Test func `What another reads between a write and its end comes twice, with the same id`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    let read = Mailbox<String>()
    app.append(5)
    app.files.beforeSyncing.withLock { $0 = [{ other.drain().forEach { read.append($0) } }] }
    #expect(app.append(5) == .stored)
    #expect(read.all == texts(1, 0..<10))
    #expect(app.drain() == texts(1, 5..<10))
  }

  @Test func `What others adopt while it is being read is left to them`() throws {
    let app = SimulatedProcess(1, on: disk)
    app.append(10)
    let batch = try #require(app.store.nextBatch(count: 4, bytes: 1_000))
    let other = SimulatedProcess(2, on: disk)
    #expect(other.store.nextBatch(count: 1, bytes: 1) != nil)
    app.store.acknowledge(batch)
    #expect(app.drain() == [])
    // It was too late to say so: those four come a second time.
    #expect(other.drain() == texts(1, 0..<10))
    #expect(app.store.ledger == StoreLedger(accepted: 10, delivered: 4, takenOver: 6))
  }

  @Test func `Where nobody can tell, a process has ended when it gave no sign for a while`() {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk, life: { _ in .unknown })
    app.append(5)
    disk.advance(StoreJournal.lease - .seconds(1))
    #expect(other.drain() == [])
    // A sign is as good as a record.
    app.append(0)
    disk.advance(StoreJournal.lease - .seconds(1))
    #expect(other.drain() == [])
    disk.advance(StoreJournal.sweepInterval)
    #expect(other.drain() == texts(1, 0..<5))
  }

  @Test(arguments: [Int64(86_400_000), -86_400_000])
  func `A clock that jumps loses nothing`(_ jump: Int64) {
    let app = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk, life: { _ in .unknown })
    app.append(5)
    disk.advance(.zero, clockBy: jump)
    #expect(other.drain() == texts(1, 0..<5))
    #expect(app.append(5) == .stored)
    #expect(app.drain() == texts(1, 5..<10))
  }

  @Test func `An owner's file that was cut off says nothing about its process`() throws {
    let app = SimulatedProcess(1, on: disk)
    app.append(5)
    disk.damage(folder + "/0000000000000001.owner") { $0.removeLast(3) }
    let other = SimulatedProcess(2, on: disk)
    #expect(other.drain() == [])
    disk.advance(StoreJournal.lease + .seconds(1))
    #expect(other.drain() == texts(1, 0..<5))
  }

  @Test func `A file that cannot be read is left for later, and the others are delivered`() throws {
    let app = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 300_000))
    app.append(100, bytes: 400)
    app.append(100, bytes: 400)
    let names = disk.files(in: folder).keys.compactMap { SegmentName($0) }.sorted { $0.number < $1.number }
    var name = try #require(names.first)
    name.owner = 2
    let unreadable = name.description
    disk.set { $0.unreadable = [unreadable] }
    let other = SimulatedProcess(2, on: disk, life: { $0.number == 2 ? .running : .ended })
    #expect(other.drain() == texts(1, 100..<200))
    #expect(other.issues.kinds == [.storeUnavailable])
    disk.set { $0.unreadable = [] }
    disk.advance(StoreJournal.sweepInterval)
    #expect(other.drain() == texts(1, 0..<100))
  }

  @Test func `A process knows itself, and whom its number belonged to before`() {
    let current = ProcessIdentity.current
    #expect(current.life == .running)
    #expect(ProcessIdentity(text: current.text) == current)
    #expect(ProcessIdentity(text: String(current.text.dropLast())) == nil)
    #expect(ProcessIdentity(text: "") == nil)
    let earlier = ProcessIdentity(number: current.number, started: "0", scope: current.scope)
    #expect(earlier.life == .ended)
    let before = ProcessIdentity(
      number: current.number, started: current.started, scope: current.scope, program: current.program + "0")
    #expect(before.life == .ended, "what it was before `exec`")
    let gone = ProcessIdentity(number: .max, started: "0", scope: current.scope)
    #expect(gone.life == .ended)
    let elsewhere = ProcessIdentity(number: .max, started: "0", scope: "another machine")
    #expect(elsewhere.life == .unknown)
  }
}
