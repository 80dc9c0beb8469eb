import Trackable

/// The purges of a store, with a lock of their own. The caller of a purge, and the sender before each request, use it,
/// because they must not wait for the store's lock, which is held during work on the disk.
///
/// A purge begins on the caller's thread, with two steps: the count changes, and one rename moves away the folder of
/// all processes. From then on, each sender of this process sees that the count has changed, and no other process or
/// later launch finds the folder. The store carries out the remaining steps later: it removes its records, syncs and
/// deletes.
final class StorePurges: Sendable {
  /// The numbers that change with each purge.
  struct Count: Sendable, Equatable {
    /// The number of the last purge of this process, from ``Trackable/Decisions``.
    var purgeNumber: UInt64 = 0
    /// The number of times that the store has removed all records, because this process or another process has purged.
    var removals = 0
  }

  private struct State {
    var count = Count()
    var callsBefore: UInt64 = 0
    /// Whether the folder could not be moved away yet.
    var isPending = false
  }

  static let prefix = "purged-"

  let path: String
  private let files: any FileSystem
  private let newName: @Sendable () -> UInt64
  private let state = Lock(State())

  init(_ path: String, files: any FileSystem, newName: @escaping @Sendable () -> UInt64) {
    self.path = path
    self.files = files
    self.newName = newName
  }

  var events: String { path + "/events" }
  var count: Count { state.withLock { $0.count } }
  /// The last purge concerns the calls with a smaller number. Each call carries the number that
  /// ``Trackable/Decisions/number`` had when the app made the call.
  var callsBefore: UInt64 { state.withLock { $0.callsBefore } }
  var isPending: Bool { state.withLock { $0.isPending } }

  /// Counts a purge, unless it was counted before, and moves the folder away. If the move fails, ``carryOut()`` tries
  /// again.
  ///
  /// - Parameter callsBefore: Calls with a smaller number belong to the purge, even if they come later. `nil` means
  ///   that no later call belongs to the purge.
  func begin(_ number: UInt64, callsBefore: UInt64?) {
    state.withLock { state in
      // This line comes before the `return`, because `finishPurge` may have already begun the same purge.
      state.callsBefore = max(state.callsBefore, callsBefore ?? 0)
      if number <= state.count.purgeNumber { return }
      state.count.purgeNumber = number
      state.isPending = true
      _ = move(&state)
    }
  }

  /// Moves the folder away if an earlier attempt has failed. Returns the error if the move fails again.
  func carryOut() -> FileError? { state.withLock { $0.isPending ? move(&$0) : nil } }

  /// Moves the folder in one step, so that a purge is either complete or has not begun.
  private func move(_ state: inout State) -> FileError? {
    do { try files.move(events, to: "\(path)/\(Self.prefix)\(SegmentName.digits(newName(), 16))") } catch {
      if error != .notFound { return error }
    }
    state.isPending = false
    return nil
  }

  /// Records that the store has removed all earlier records.
  func recordRemoval() -> Count {
    state.withLock { state in
      state.count.removals += 1
      return state.count
    }
  }

  /// Whether a process has moved away the folder with this identity. A folder that cannot be examined may still be
  /// there.
  func isGone(_ folder: FileIdentity?) -> Bool {
    guard let folder else { return false }
    do { return try files.identity(at: events) != folder } catch { return error == .notFound }
  }

  /// Whether no process has purged since the store returned a batch. Cost: the method examines a folder, and waits for
  /// nothing.
  func isWanted(_ batch: StoredBatch) -> Bool {
    // The count is compared last. After the store has closed the batch's folder, a new folder may get the same
    // identity.
    !isGone(batch.folder) && count == batch.purges
  }
}
