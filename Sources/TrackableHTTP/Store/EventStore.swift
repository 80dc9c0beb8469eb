import Foundation
import Trackable
import TrackableHub

/// A store of records on disk, oldest first. The records stay when the process ends, so that the next process can send
/// them.
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
/// Several processes may share a folder. Each process writes to its own folder inside. When a process reads, it takes
/// over the folders of processes that have ended. See <doc:Store> for details.
///
/// Isolation: any thread. A call waits until the call before it has returned. Every call may wait for the disk, so do
/// not make it on the main thread. The following do not wait: ``figures``, ``waiting``, ``purgeNumber``,
/// ``callsBefore``, ``isWanted(_:)`` and ``beginPurge(_:)``. Cost: `append` writes and syncs once per batch.
final class EventStore: Sendable {
  private let journal: Lock<StoreJournal>
  /// A copy of the journal's figures, because the journal's lock is held during work on the disk.
  private let latest = Lock(StoredFigures())
  private let report: @Sendable (TrackableIssue) -> Void
  private let purges: StorePurges

  /// Creates a store in a folder. The first call of another method opens the store.
  ///
  /// - Parameters:
  ///   - folder: The path of a folder that only the store uses. The store makes it on first use.
  ///   - policy: The limits of the store.
  ///   - random: Makes random numbers, which distinguish the names of folders that are made at the same time.
  ///   - location: The location that an issue names.
  ///   - report: Gets the issues, on the thread of the call with the problem. The closure may call the store again.
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

  /// The figures of all records at the end of the last call.
  var figures: StoredFigures { latest.withLock { $0 } }

  /// The number of unsent records.
  var waiting: Int { figures.inMemory + figures.stored }

  /// Appends records behind all others. The method throws no error: if the disk fails, records wait in memory, up to a
  /// limit.
  ///
  /// - Parameters:
  ///   - purgeNumber: The value of ``purgeNumber`` when the caller got the records. After a later purge, the store
  ///     counts them as purged.
  ///   - late: The number of records that the caller did not pass, because they are from before a purge. The store
  ///     counts them as purged.
  /// - Returns: Whether these and all earlier records are on disk and synced.
  @discardableResult func append(_ records: [StoredRecord], since purgeNumber: UInt64? = nil, late: Int = 0) -> Bool {
    call { journal in
      journal.contents.countPurged(late)
      return journal.append(records, since: purgeNumber)
    }
  }

  /// The oldest records; `nil` if there are none. The method returns the same records until they are acknowledged or
  /// dropped.
  ///
  /// - Parameters:
  ///   - count: The most records.
  ///   - bytes: The most bytes of payload. A single record may have more.
  func nextBatch(count: Int, bytes: Int) -> StoredBatch? { call { $0.nextBatch(count: count, bytes: bytes) } }

  /// Makes the store look again for the records of processes that have ended, and adopt them, before the next batch.
  func adoptAgain() { call { $0.hasLooked = false } }

  /// Acknowledges records of a batch whose delivery has ended. The next batch begins behind these records, even after a
  /// restart. After a power failure, the store may return the last of these records once more.
  ///
  /// - Parameters:
  ///   - batch: The batch that `nextBatch` returned.
  ///   - count: The number of records, from the start of the batch; `nil` means all.
  ///   - endings: The ending of each record, by its id; a record without an ending counts as `delivered`.
  ///   - again: The records of the batch that the store has to return again, behind all others.
  /// - Returns: The number of records that the store has acknowledged. If the disk fails, a record in `again` keeps its
  ///   place, and so do the records behind it.
  @discardableResult func acknowledge(
    _ batch: StoredBatch, first count: Int? = nil, endings: [StoredRecord.ID: StoredBatch.Ending] = [:],
    again: [StoredRecord] = []
  ) -> Int {
    call { $0.acknowledge(batch, first: count ?? batch.records.count, endings: endings, again: again) }
  }

  /// Whether no process has purged since the store returned the batch. The courier checks this before each request.
  func isWanted(_ batch: StoredBatch) -> Bool { purges.isWanted(batch) }

  /// The number of the last purge that has begun.
  var purgeNumber: UInt64 { purges.count.purgeNumber }

  /// The last purge concerns the calls with a smaller number. Each call carries the number that
  /// ``Trackable/Decisions/number`` had when the app made the call.
  var callsBefore: UInt64 { purges.callsBefore }

  /// The first step of a purge, on the caller's thread. This step renames one folder, and waits for no other call. From
  /// then on, ``isWanted(_:)`` is false for each earlier batch, in this process always, and in the others once the
  /// folder has been renamed.
  ///
  /// - Parameter number: The number of the purge. A purge that has waited in a gate concerns only the calls from before
  ///   the app made it, so its ``Trackable/Decisions/callsBefore`` is smaller.
  func beginPurge(_ number: UInt64 = Decisions.next()) {
    purges.begin(number, callsBefore: Decisions.callsBefore ?? number)
  }

  /// The remaining steps of a purge, or all steps if the purge has not begun.
  ///
  /// - Parameters:
  ///   - number: The number of the purge.
  ///   - count: The number of purged records that never reached the store.
  @discardableResult func finishPurge(_ number: UInt64, of count: Int = 0) -> Bool {
    // A purge in a batch is in the order of the calls, so it does not concern any later call.
    purges.begin(number, callsBefore: nil)
    return call { journal in
      journal.contents.countPurged(count)
      return journal.finishPurge()
    }
  }

  /// Deletes all records, including those of other processes, because the user has withdrawn consent. After the first
  /// step, nothing can undo the purge, not even `kill -9`. If the purge has to wait for another call, it also deletes
  /// the records that come meanwhile.
  ///
  /// - Returns: Whether the purge is complete. If not, the store reports an issue with the reason, returns no earlier
  ///   record, and tries again at each call. If the process ends before the purge is complete, the next process has to
  ///   purge again.
  @discardableResult func purge() -> Bool {
    let number = Decisions.next()
    beginPurge(number)
    return finishPurge(number)
  }

  /// Closes all files and releases all locks, so that other processes can take over the records, for example before an
  /// app is suspended. The next call opens the store again.
  func close() { call { $0.close() } }

  private func call<Result>(_ body: (inout StoreJournal) -> Result) -> Result {
    withoutActuallyEscaping(body) { body in
      var result: Result?
      change { result = body(&$0) }
      guard let result else { preconditionFailure("the store has not made a call") }
      return result
    }
  }

  // The closure is optional, and the method is not generic, because otherwise the compiler makes a copy of it for each
  // closure: 3 KiB.
  private func change(_ body: ((inout StoreJournal) -> Void)?) {
    let issues = journal.withLock { journal in
      body?(&journal)
      let figures = journal.contents.figures
      latest.withLock { $0 = figures }
      return journal.takeIssues()
    }
    // The issues are reported after unlocking, because the handler may track, and so call the store.
    for issue in issues { report(issue) }
  }
}
