import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// Consent was withdrawn: everything goes, of every process, and a purge is complete or has not begun.
@Suite struct StorePurgeTests {
  private let disk = SimulatedDisk()

  @Test
  func `A purge returns while the disk takes its time, and nothing from before is wanted again`() throws {
    let (process, other) = (SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk))
    for one in [process, other] { one.append(5) }
    let batches = [process, other].map { $0.store.nextBatch(count: 5, bytes: 1_000) }
    func isWanted() throws -> [Bool] {
      [process.store.isWanted(try #require(batches[0])), other.store.isWanted(try #require(batches[1]))]
    }
    #expect(try isWanted() == [true, true])
    let begun = Lock(false)
    process.files.beforeSyncing.withLock {
      $0 = [
        {
          process.store.beginPurge()
          begun.withLock { $0 = true }
          process.kill()
        }
      ]
    }
    process.append(5)
    #expect(begun.withLock { $0 })
    // There is a folder again, and it is another one.
    SimulatedProcess(4, on: disk).append(1)
    #expect(try isWanted() == [false, false])
    #expect(SimulatedProcess(3, on: disk).drain() + other.drain() == ["4.0"])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20])
  func `A record that was handed over before a purge is not stored after it, whenever that begins`(_ calls: Int) {
    let process = SimulatedProcess(1, on: disk)
    let asked = process.store.purgeNumber
    process.files.interrupt(after: calls) { process.store.beginPurge() }
    process.store.append(process.records(5), since: asked)
    let hasBegun = !process.files.endInterruption()
    #expect(hasBegun || calls > 8)
    process.kill()
    #expect(SimulatedProcess(2, on: disk).drain() == (hasBegun ? [] : texts(1, 0..<5)))
  }

  @Test func `A purge that has to wait is about everything on disk until it is carried out`() {
    let (process, other) = (SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk))
    process.append(5)
    other.append(2)
    disk.set { $0.isReadOnly = true }
    #expect(!process.store.purge())
    #expect(!process.append(3))
    #expect(process.drain(batches: 1, of: 2) == texts(1, 5..<7))
    #expect(process.issues.all.map(\.subject).contains("purging"))
    disk.set { $0.isReadOnly = false }
    #expect(other.append(2))
    #expect(process.append(1))
    #expect(other.append(1))
    #expect(other.drain() == texts(2, 4..<5))
    process.kill()
    #expect(SimulatedProcess(3, on: disk).drain() == texts(1, 7..<9))
  }

  @Test func `A purge that was carried out and not synced yet does not purge what came after it`() throws {
    let process = SimulatedProcess(1, on: disk)
    let other = SimulatedProcess(2, on: disk)
    process.append(5)
    disk.set { $0.cannotSync = true }
    #expect(!process.store.purge())
    disk.set { $0.cannotSync = false }
    #expect(other.append(3))
    #expect(process.append(3))
    #expect(process.drain() == texts(1, 5..<8) && other.drain() == texts(2, 0..<3))
    #expect(try process.files.names(in: SimulatedProcess.folder) == ["events"])
  }

  @Test func `A later call deletes the files that a purge could not delete at once`() throws {
    let process = SimulatedProcess(1, on: disk)
    process.append(5, bytes: 500)
    let names = Set(disk.segments.keys.map(SimulatedDisk.place))
    disk.set { $0.unreadable = names }
    #expect(!process.store.purge())
    #expect(process.issues.all.map(\.subject) == ["purging"])
    #expect(process.append(1))
    disk.set { $0.unreadable = [] }
    #expect(process.append(1))
    #expect(try process.files.names(in: SimulatedProcess.folder) == ["events"])
    #expect(process.drain() == texts(1, 5..<7))
  }

  @Test func `A batch from before a purge stays worthless if a new folder has the identity of the purged one`() throws {
    let (process, other) = (SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk))
    process.append(5)
    let identity = try process.files.identity(at: SimulatedProcess.events)
    let batch = try #require(process.store.nextBatch(count: 5, bytes: 1_000))
    process.files.interrupt(after: 0) {
      #expect(other.store.purge())
      process.store.close()
      other.append(1)
    }
    #expect(!process.store.isWanted(batch))
    #expect(try process.files.identity(at: SimulatedProcess.events) == identity)
  }

  @Test(arguments: 0..<12)
  func `A batch that is read while a purge begins is worthless once another process has purged`(_ calls: Int) {
    let (process, other, ended) = (
      SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk), SimulatedProcess(3, on: disk)
    )
    process.files.interrupt(after: calls) {
      process.store.beginPurge()
      ended.append(1)
      ended.kill()
    }
    let batch = process.store.nextBatch(count: 5, bytes: 1_000)
    #expect(other.store.purge())
    if let batch { #expect(!process.store.isWanted(batch)) }
  }

  @Test(arguments: 0..<20, [false, true])
  func `Records that a purge takes while a closed store opens again are counted`(_ calls: Int, isByAnother: Bool) {
    let (process, other) = (SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk))
    process.append(2)
    process.store.close()
    process.files.interrupt(after: calls) {
      if isByAnother { other.store.purge() } else { process.store.beginPurge() }
    }
    _ = process.store.nextBatch(count: 5, bytes: 1_000)
    _ = process.files.endInterruption()
    #expect(process.store.purge())
    #expect(process.store.figures == StoredFigures(accepted: 2, dropped: [.purged: 2]))
  }

  @Test func `The remains of purges do not add up`() {
    let processes = [SimulatedProcess(1, on: disk), SimulatedProcess(2, on: disk)]
    for number in 0..<50 {
      processes[number % 2].append(1)
      #expect(processes[(number + number / 3) % 2].store.purge())
      disk.advance(.milliseconds(1))
    }
    #expect((try? processes[0].files.names(in: SimulatedProcess.folder)) ?? [] == [])
  }

  @Test(arguments: [false, true])
  func `A process that is killed at any moment of a purge has purged all or nothing`(_ isPowerFailure: Bool) {
    var outcomes: Set<Int> = []
    for changes in 1...20 {
      for seed in 1...SearchScale.times(2, long: 10) {
        let disk = SimulatedDisk(seed: UInt64(seed))
        let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 256_000))
        for _ in 0..<6 { process.append(50, bytes: 500) }
        disk.set { $0.changesLeft = changes }
        let isDone = process.store.purge()
        process.kill()
        disk.set { $0.changesLeft = .max }
        if isPowerFailure { disk.failPower() }
        let left = SimulatedProcess(2, on: disk).drain(of: 100)
        outcomes.insert(left.count)
        #expect(left == [] || left == texts(1, 0..<300))
        if isDone { #expect(left == []) }
        // The next process has deleted the rest.
        if left == [] { #expect(disk.withState { $0.usedBytes } == 0) }
      }
    }
    #expect(outcomes == [0, 300])
  }
}
