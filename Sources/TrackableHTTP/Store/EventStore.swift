import Foundation
import Trackable
import TrackableHub

/// Records on disk, in order: they survive the end of the process, and are there for the next one.
///
/// ```text
/// let store = EventStore(folder: path, location: location) { issue in report(issue) }
/// store.append(records)                         // true: on disk; false: in memory, as the disk takes nothing
/// while let batch = store.nextBatch(count: 100, bytes: 500_000) {
///   try await send(batch.records)
///   store.acknowledge(batch)                    // not handed out again
/// }
/// ```
///
/// Several processes may share a folder. Each writes to a folder of its own in it, and takes over those of processes that
/// have ended when it reads. See <doc:Store> for what happens when.
///
/// Isolation: any thread, one call at a time; a call waits for the one before it. Every call may wait for the disk, so
/// none belongs on the main thread; ``ledger``, ``isWanted(_:)`` and ``beginPurge()`` do not wait for others. Cost: `append` writes and syncs once per batch.
final class EventStore: Sendable {
  private let journal: Lock<StoreJournal>
  /// A copy of the journal's, because its lock is held while the disk takes its time.
  private let latest = Lock(StoredAccount())
  private let report: @Sendable (TrackableIssue) -> Void
  private let purges: StorePurges

  /// A store in a folder. Nothing is opened until the first call.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that is used for nothing else. It is made when it is needed.
  ///   - policy: How much is kept, and for how long.
  ///   - random: What makes names of folders differ that are made at the same time.
  ///   - location: Where issues point to.
  ///   - report: Receives issues. It is called on the thread of the call that met the problem, which may be repeated
  ///     from there.
  init(
    folder: String, policy: StorePolicy = StorePolicy(), files: any FileSystem = POSIXFileSystem(),
    random: @escaping @Sendable () -> UInt64 = { .random(in: 0 ... .max) },
    time: @escaping @Sendable () -> Int64 = { Date().milliseconds }, location: CodeLocation,
    report: @escaping @Sendable (TrackableIssue) -> Void
  ) {
    let newName = { @Sendable in UInt64(max(time(), 0)) << 20 | random() & 0xF_FFFF }
    purges = StorePurges(folder, files: files, newName: newName)
    journal = Lock(
      StoreJournal(purges, policy: policy, files: files, newName: newName, time: time, location: location))
    self.report = report
  }

  deinit { call { $0.end() } }

  /// What became of every record, as of the last call that has ended.
  var ledger: StoredAccount { latest.withLock { $0 } }

  /// How many are to be sent.
  var waiting: Int { ledger.inMemory + ledger.stored }

  /// Takes records, in order, and throws no error: records that the disk does not take wait in memory, up to a bound.
  ///
  /// - Parameters:
  ///   - asked: The value of ``lastPurge`` when the caller got the records. After a later purge, the store counts them
  ///     as purged.
  ///   - late: The number of further records that the caller leaves out, because a purge concerns them.
  /// - Returns: Whether they are on disk and synced, with all that were accepted before.
  @discardableResult func append(_ records: [StoredRecord], since asked: UInt64? = nil, late: Int = 0) -> Bool {
    call { journal in
      journal.contents.refuse(late)
      return journal.append(records, since: asked)
    }
  }

  /// The oldest records; `nil` if there are none. The same are returned until they are acknowledged or dropped.
  ///
  /// - Parameters:
  ///   - count: How many at most.
  ///   - bytes: How many bytes of payload at most. A single record may have more.
  func nextBatch(count: Int, bytes: Int) -> StoredBatch? { call { $0.nextBatch(count: count, bytes: bytes) } }

  /// Has the next batch begin with a look for what processes that have ended left behind.
  func lookAgain() { call { $0.hasLooked = false } }

  /// Records of a batch are delivered, or will never be. The next batch begins behind them, also after a
  /// restart; the last ones before a power failure may come once more.
  ///
  /// - Parameters:
  ///   - batch: The batch that `nextBatch` returned.
  ///   - count: The number of records, from the start of the batch; all if the caller gives none.
  ///   - endings: The ending of each record, by its id; a record without one counts as `delivered`.
  ///   - again: The records of the batch that the store hands out again, behind all others.
  /// - Returns: The number of records that are done with. If the disk takes nothing, a record to hand out again keeps
  ///   its place, and so do the records behind that one.
  @discardableResult func acknowledge(
    _ batch: StoredBatch, first count: Int? = nil, endings: [StoredRecord.ID: StoredBatch.Ending] = [:],
    again: [StoredRecord] = []
  ) -> Int {
    call { $0.acknowledge(batch, first: count ?? batch.records.count, endings: endings, again: again) }
  }

  /// Whether no process has purged since a batch was handed out. Asked before each request.
  func isWanted(_ batch: StoredBatch) -> Bool { purges.isWanted(batch) }

  /// The number of the last purge that has begun.
  var lastPurge: UInt64 { purges.count.asked }

  /// The number of the last decision when that purge was called for: ``Trackable/Decisions``. A call with a smaller one was
  /// made before it.
  var lastDecision: UInt64 { purges.decision }

  /// The first step of a purge, on the caller's thread: it renames one folder, and waits for no other call. From then
  /// on ``isWanted(_:)`` is false for each earlier batch, in every process.
  func beginPurge(_ number: UInt64 = Decisions.next()) { purges.begin(number) }

  /// The rest of a purge; all of it if it has not begun.
  ///
  /// - Parameters:
  ///   - number: The purge.
  ///   - count: The number of records that the purge concerns, and that the store never got.
  @discardableResult func finishPurge(_ number: UInt64, of count: Int = 0) -> Bool {
    // A purge in a batch comes in its turn, so each call that comes later was made later: 0 marks none of them as late.
    purges.begin(number, before: 0)
    return call { journal in
      journal.contents.refuse(count)
      return journal.finishPurge()
    }
  }

  /// Deletes all records, also of other processes: consent was withdrawn. Once the first step is done nothing can undo
  /// it, not even `kill -9`. If it has to wait, it also deletes the records that others accept meanwhile.
  ///
  /// - Returns: Whether the purge is done. If not, an issue says why, this store hands out no earlier record, and each
  ///   call tries again; a process that ends before that has to purge again.
  @discardableResult func purge() -> Bool {
    let number = Decisions.next()
    beginPurge(number)
    return finishPurge(number)
  }

  /// Closes all files and gives back all locks, so that other processes may have the rest: before an app is
  /// suspended, say. The next call opens everything again.
  func close() { call { $0.close() } }

  private func call<Result: Sendable>(_ body: (inout StoreJournal) -> Result) -> Result {
    let (result, issues) = journal.withLock { journal in
      let result = body(&journal)
      let ledger = journal.contents.ledger
      latest.withLock { $0 = ledger }
      return (result, journal.takeIssues())
    }
    // After unlocking: the handler may track, and end up here.
    for issue in issues { report(issue) }
    return result
  }
}
