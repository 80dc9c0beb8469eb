import Trackable

/// The purges of a store, for those who must not wait for its lock, which is held while the disk takes its time: the
/// caller of a purge, and the sender before each request.
///
/// A purge begins on the caller's thread: it is counted, and one rename moves away the folder of all processes. From then
/// on no sender of this process finds its count unchanged, and no other process or later launch finds the folder. The
/// store does the rest in its turn: it forgets, syncs and deletes.
final class StorePurges: Sendable {
  /// What changes with each purge.
  struct Count: Sendable, Hashable {
    /// The number of the last purge that this process was asked for: ``Trackable/Decisions``.
    var asked: UInt64 = 0
    /// How often the store has forgotten everything, also because another process has purged.
    var forgotten = 0
  }

  private struct State {
    var count = Count()
    var decision: UInt64 = 0
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
  /// The number of the last decision when the last purge was called for. A call with a smaller one was made before it.
  var decision: UInt64 { state.withLock { $0.decision } }
  var isPending: Bool { state.withLock { $0.isPending } }

  /// Counts a purge, unless it has begun, and moves everything away. Where that fails, ``carryOut()`` tries again.
  ///
  /// - Parameter decision: Calls with a smaller number belong to the purge, even if they come later; `nil` means the
  ///   number at which the purge was called for, or else `number`.
  func begin(_ number: UInt64, before decision: UInt64? = nil) {
    state.withLock { state in
      // This comes before the return: `finishPurge` may have begun the same purge already, with 0 here.
      state.decision = max(state.decision, decision ?? Decisions.ofPurge ?? number)
      if number <= state.count.asked { return }
      state.count.asked = number
      state.isPending = true
      _ = move(&state)
    }
  }

  /// Moves everything away if that was not possible before. Returns why it still is not.
  func carryOut() -> FileError? { state.withLock { $0.isPending ? move(&$0) : nil } }

  /// In one step, so that a purge is either complete or has not begun.
  private func move(_ state: inout State) -> FileError? {
    do { try files.move(events, to: "\(path)/\(Self.prefix)\(SegmentName.digits(newName(), 16))") } catch {
      if error != .notFound { return error }
    }
    state.isPending = false
    return nil
  }

  /// The store has forgotten everything from before this moment.
  func noteForgotten() -> Count {
    state.withLock { state in
      state.count.forgotten += 1
      return state.count
    }
  }

  /// Whether a process has moved away the folder that had this identity. One that cannot be looked at may still be there.
  func isGone(_ folder: FileIdentity?) -> Bool {
    guard let folder else { return false }
    do { return try files.identity(at: events) != folder } catch { return error == .notFound }
  }

  /// Whether no process has purged since a batch was handed out. Cost: it looks at a folder, and waits for nothing.
  func isWanted(_ batch: StoredBatch) -> Bool {
    // The count last: once the store has let go of the batch's folder, a new one may get the identity of that.
    !isGone(batch.folder) && count == batch.purges
  }
}
