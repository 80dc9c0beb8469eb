import TestSupport
import Testing

@testable import TrackableHTTP

/// After a kill or a power failure at any step, the accepted records are there, in order.
@Suite(.timeLimit(.minutes(10))) struct StoreCrashTests {
  struct Outcome {
    var accepted: [String] = []
    var sent: [String] = []
    var acknowledged: [String] = []
  }

  /// Appends, reads and acknowledges across several files, after it has adopted the records there.
  private func work(_ process: SimulatedProcess, _ disk: SimulatedDisk) -> Outcome {
    var outcome = Outcome()
    for round in 0..<12 {
      let before = disk.changes
      let records = process.records(20, bytes: 600)
      if process.store.append(records), disk.withState({ $0.faults.changesLeft > 0 }) {
        outcome.accepted += records.map(\.text)
      }
      guard round % 3 == 2, disk.changes >= before else { continue }
      guard let batch = process.store.nextBatch(count: 45, bytes: 1_000_000) else { continue }
      outcome.sent += batch.texts
      process.store.acknowledge(batch)
      // The last acknowledgement may be the one that did not get through.
      if disk.withState({ $0.faults.changesLeft > 0 }) { outcome.acknowledged += batch.texts }
    }
    return outcome
  }

  @Test func `A process that is killed at any change of the disk loses nothing that it had accepted`() {
    let whole = SimulatedDisk()
    _ = work(SimulatedProcess(1, on: whole, policy: StorePolicy(bytes: 600_000)), whole)
    #expect(whole.changes > 20)
    for changes in 1...whole.changes {
      let disk = SimulatedDisk(seed: UInt64(changes))
      let first = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 600_000))
      disk.set { $0.changesLeft = changes }
      let outcome = work(first, disk)
      first.kill()
      disk.set { $0.changesLeft = .max }
      let rest = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 600_000)).drain(of: 50)
      let acknowledged = Set(outcome.acknowledged)
      #expect(acknowledged.isDisjoint(with: rest))
      #expect(Set(outcome.accepted).subtracting(outcome.sent).isSubset(of: rest))
      #expect(Set(outcome.accepted).subtracting(acknowledged).subtracting(rest).isSubset(of: Set(outcome.sent)))
      #expect(rest == rest.sorted { $0.dropFirst(2).count < $1.dropFirst(2).count || $0.count == $1.count && $0 < $1 })
      #expect(Set(rest).count == rest.count)
    }
  }

  @Test func `A record that goes to the end of the store is there after a kill at any change of the disk`() {
    func work(_ disk: SimulatedDisk) -> (accepted: Set<String>, done: Set<String>) {
      let process = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 600_000))
      var accepted: Set<String> = []
      for _ in 0..<4 {
        let records = process.records(24, bytes: 600)
        if process.store.append(records), disk.withState({ $0.faults.changesLeft > 0 }) {
          accepted.formUnion(records.map(\.text))
        }
      }
      var done: Set<String> = []
      for _ in 0..<3 {
        guard let batch = process.store.nextBatch(count: 30, bytes: 1_000_000) else { break }
        let again = batch.records.enumerated().filter { $0.offset % 7 == 0 }.map(\.element)
        process.store.acknowledge(batch, again: again)
        done.formUnion(Set(batch.texts).subtracting(again.map(\.text)))
        #expect(process.store.ledger.isBalanced)
      }
      process.kill()
      return (accepted, done)
    }
    let whole = SimulatedDisk()
    _ = work(whole)
    #expect(whole.changes > 10)
    for changes in 1...whole.changes {
      let disk = SimulatedDisk(seed: UInt64(changes))
      disk.set { $0.changesLeft = changes }
      let (accepted, done) = work(disk)
      disk.set { $0.changesLeft = .max }
      let rest = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 600_000)).drain(of: 50)
      #expect(accepted.subtracting(done).isSubset(of: rest), "after \(changes)")
    }
  }

  @Test(arguments: 1...SearchScale.times(18, long: 150))
  func `A power failure at any change of the disk loses nothing that was accepted`(_ seed: Int) {
    let disk = SimulatedDisk(seed: UInt64(seed))
    var random = SeededGenerator(seed: UInt64(seed))
    let first = SimulatedProcess(1, on: disk, policy: StorePolicy(bytes: 600_000))
    disk.set { $0.changesLeft = 1 + random.below(45) }
    let outcome = work(first, disk)
    first.kill()
    disk.set { $0.changesLeft = .max }
    disk.failPower()
    let reader = SimulatedProcess(2, on: disk, policy: StorePolicy(bytes: 600_000))
    let rest = reader.drain(of: 50)
    #expect(Set(outcome.accepted).subtracting(outcome.sent).isSubset(of: rest))
    #expect(Set(rest).count == rest.count && reader.store.ledger.isBalanced)
  }

  @Test(arguments: 1...SearchScale.times(10, long: 60))
  func `A process that is killed while it adopts leaves everything to the next one`(_ changes: Int) {
    let disk = SimulatedDisk(seed: UInt64(changes))
    let policy = StorePolicy(bytes: 600_000)
    for number in 1...3 {
      let process = SimulatedProcess(number, on: disk, policy: policy)
      for _ in 0..<4 { process.append(40, bytes: 400) }
      process.kill()
    }
    disk.set { $0.changesLeft = changes }
    let adopter = SimulatedProcess(4, on: disk, policy: policy)
    var acknowledged: [String] = []
    while let batch = adopter.store.nextBatch(count: 50, bytes: 100_000) {
      adopter.store.acknowledge(batch)
      if disk.withState({ $0.faults.changesLeft <= 0 }) { break }
      acknowledged += batch.texts
    }
    adopter.kill()
    disk.set { $0.changesLeft = .max }
    let rest = SimulatedProcess(5, on: disk, policy: policy).drain(of: 50)
    #expect(Set(acknowledged + rest).count >= 480 - 50)
    #expect(Set(acknowledged).isDisjoint(with: rest))
    for number in 1...3 {
      let own = rest.filter { $0.hasPrefix("\(number).") }
      let first = 160 - own.count
      #expect(own == texts(number, first..<160))
    }
  }
}
