import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A store on a real disk, used by several threads at once.
@Suite(.timeLimit(.minutes(10))) struct StoreConcurrencyTests {
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
        _ = store.ledger
      }
      return texts
    }
    // Two readers may have read the same batch; each record is delivered once, and none is lost.
    var rest: [String] = []
    while let batch = store.nextBatch(count: 50, bytes: 100_000) {
      rest += batch.texts
      store.acknowledge(batch)
    }
    #expect(Set(results.joined()).union(rest) == Set(texts(0, 0..<200) + texts(1, 0..<200)))
    #expect(store.ledger.delivered == 400 && store.ledger.isBalanced)
  }

  @Test func `The ledger is read while the disk takes its time, and adds up`() {
    let process = SimulatedProcess(1, on: SimulatedDisk())
    process.append(3)
    let (store, seen, wasRead) = (process.store, Mailbox<StoredFigures>(), DispatchSemaphore(value: 0))
    let read: @Sendable () -> Void = {
      Thread.detachNewThread {
        seen.append(store.ledger)
        wasRead.signal()
      }
      // As long as that only if the thread waits for the disk.
      _ = wasRead.wait(timeout: .now() + 300)
    }
    process.files.beforeWriting.withLock { $0 = [read] }
    process.append(2)
    #expect(seen.all == [StoredFigures(accepted: 3, stored: 3)])
    #expect(store.ledger == StoredFigures(accepted: 5, stored: 5))
  }
}
