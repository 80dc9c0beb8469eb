import Foundation
import Trackable
import TrackableHub

/// The random ID of a person while no user is signed in.
///
/// | person | ID |
/// |---|---|
/// | the user of the process's system | the ID in a file, which all processes share; a new ID after a `reset` |
/// | the first such user, if the app has an ID of another library | that ID |
/// | an earlier person, whose calls come late | the ID that this person had |
/// | a later person who had left before the first call came | an ID made from the person's number and a random key |
/// | a person of another system, such as a request to a server | an ID made in the same way |
///
/// If a user has signed in under an ID, that user has *claimed* the ID: another user gets a new ID, even at a later
/// launch. The file has the ID, its time of creation, and a checksum of the user who has claimed it. A `reset` removes
/// the file, which works even if the disk is full. So even if the process ends right after the `reset`, the next person
/// does not get the ID of the person who has left.
///
/// Before the first unlock of a device after a restart, the file cannot be read. So there is no ID until the unlock,
/// and the destination makes no new ID.
final class AnonymousID: Sendable {
  private struct State: ~Copyable {
    var current: AnonymousEntry?
    /// The entries of the last 100 persons before the current person, oldest first.
    // This is no dictionary, because a dictionary of a type has its own copy of the code of dictionaries: 3 KiB.
    var ended: [AnonymousEntry] = []
    var latest: UInt64 = 0
    /// Whether the current ID is the one of the launch's first person.
    var isOfFirst = true
    /// Whether the file has the ID of a person before the current person.
    var isOutdated = false
    var hasTidied = false
    /// Whether a sign-out or a purge has removed the file, or another process has replaced it. Calls of the person who
    /// has left may still need the ID.
    var hasLeft = false
    /// Whether the file has the ID of the person after the current one, because another process knows of a sign-out
    /// that this process has yet to hear of.
    var isAhead = false
    /// The person who has signed in since the last sign-out.
    var named: UserStamp.Person?
    var purgeNumber: UInt64 = 0
    /// The time of the last call of ``ids(of:purge:at:)``.
    var now = Date.distantPast
    var made = MadeIDs()
  }

  private static let endedCount = 100

  private let first: String?
  private let file: AnonymousFile
  private let state = Lock(State())

  /// - Parameter first: The ID of another library, for the first person of the first launch.
  init(folder: String, first: String? = nil, files: any FileSystem = POSIXFileSystem()) {
    self.first = first
    file = AnonymousFile(folder: folder, files: files)
  }

  /// The IDs for the calls of a batch, in the same order; `nil` if one of the IDs cannot be read yet. A `reset` among
  /// the calls ends the ID for the calls behind the `reset`. Cost: the method reads a small file once.
  ///
  /// - Parameters:
  ///   - batch: The calls.
  ///   - purge: The number of the last purge before the end of the batch; 0 if there was none.
  ///   - now: The time, by the clock that dates the calls. The caller reads this clock, because it may be an adopter's
  ///     code, which must not run under the lock.
  func ids(of batch: some Sequence<Envelope>, purge: UInt64 = 0, at now: Date) -> [String]? {
    state.withLock { state in
      state.now = now
      endCurrent(purge: purge, &state)
      var ids: [String] = []
      var isRead = false
      for envelope in batch {
        var person = envelope.userOfCall?.person ?? .unknown
        if !person.isOfProcess {
          ids.append(state.made.id(of: person))
          continue
        }
        // A sign-out ends the current ID, whoever has left. It must not give that ID to the person who has left,
        // because another process may have made the ID for the next person.
        if case .reset = envelope.content { person = .unknown }
        if !isRead, !adopt(&state) { return nil }
        isRead = true
        ids.append(id(of: envelope, person, &state))
        switch envelope.content {
        case .reset: reset(&state)
        // The calls from before the purge are dropped, and no later call may have an ID from before the purge.
        case .purge: state.ended = []
        default: break
        }
      }
      // The ID may have been read or made in this method for a person who has left since.
      if state.current?.person?.hasEnded == true { endCurrent(&state) }
      return ids
    }
  }

  /// Ends the current ID after a sign-out, or after the sign-in of another user, so that a later launch does not find
  /// the ID. Earlier calls keep their ID. The sign-in of the person who came after a sign-out ends no ID. Cost: the
  /// method reads and removes a small file.
  ///
  /// - Parameter next: The person who has signed in; `nil` after a sign-out.
  func endCurrent(before next: UserStamp.Person? = nil) {
    state.withLock { state in
      let isOfNext = next != nil && (state.named ?? next) === next
      state.named = next
      if next?.isFirst == true {
        // Another process may end this person's ID before the person's first event here.
        if state.current == nil, case .found(let entry) = file.read() { adopt(entry, &state) }
        return
      }
      // If there is no ID at all, the person who has left gets one in memory. Calls of this person may still come, and
      // a file that they would find then is another process's, for the next person.
      if state.current == nil, case .missing = file.read() {
        state.current = AnonymousEntry(begin: state.now)
        if let first, file.mark() { state.current?.id = first }
      }
      // Behind a gate, the person may have left since, and earlier calls have an ID that was made from the number.
      if let next, !next.hasEnded, !state.isOfFirst, !state.hasLeft, state.current?.person == nil {
        // The user has signed out and in again, and the ID is the one after the sign-out.
        state.current?.person = next
        state.latest = next.number
      } else if state.hasLeft {
        // Another process may have made a file for the person who has just left.
        if !isOfNext, !state.isAhead { remove(&state) }
        if !isOfNext { state.isAhead = false }
      } else if state.current?.person?.hasEnded ?? true {
        endCurrent(&state)
      }
    }
  }

  /// Ends the current ID after a purge. Both the call that announces a purge and the batch that contains the purge end
  /// the ID. They come in any order: the first of them ends the ID, and the second has no effect.
  func endCurrent(purge: UInt64) { state.withLock { endCurrent(purge: purge, &$0) } }

  private func endCurrent(purge: UInt64, _ state: inout State) {
    if purge <= state.purgeNumber { return }
    state.purgeNumber = purge
    endCurrent(&state)
    // The file may be one that another process has made since.
    if state.hasLeft { remove(&state) }
  }

  private func endCurrent(_ state: inout State) {
    if state.current == nil, case .found(let entry) = file.read() { adopt(entry, &state) }
    if state.hasLeft { return }
    guard let current = state.current else {
      // Before the first unlock of the device, the ID is unknown, but the file may go.
      if case .locked = file.read() { remove(&state) }
      return
    }
    // If another process has replaced the ID, it has done so for the next person.
    if replacement(of: current) == nil { remove(&state) }
    state.hasLeft = true
    state.current?.isShared = false
  }

  private func id(of envelope: Envelope, _ person: UserStamp.Person, _ state: inout State) -> String {
    if person.number != 0, person !== state.current?.person {
      if person.number <= state.latest {
        return state.ended.last { $0.person === person }?.id(at: envelope.time) ?? state.made.id(of: person)
      }
      let isOfPerson = state.current?.person == nil && (state.isOfFirst ? person.isFirst : !state.hasLeft)
      // Another process may have given the ID in the file to the current user, so a person who has left does not get
      // that ID.
      if person.hasEnded, !(isOfPerson && state.isOfFirst) { return state.made.id(of: person) }
      if !isOfPerson { begin(&state) }
      state.current?.person = person
      state.latest = person.number
    }
    if let user = envelope.userID { claim(for: user, &state) }
    return state.current?.id(at: envelope.time) ?? state.made.id(of: person)
  }

  /// Claims the ID for the first user who signs in under it.
  private func claim(for user: String, _ state: inout State) {
    guard let current = state.current, current.user != user else { return }
    let claim = current.claim(of: user)
    if current.claim == claim {
      state.current?.user = user
      return
    }
    if current.claim != nil {
      begin(&state)
      state.current?.person = current.person
      return self.claim(for: user, &state)
    }
    state.current?.claim = claim
    if current.isShared { write(&state, replacing: true) }
  }

  /// Ends the ID, because the user has signed out or withdrawn consent.
  private func reset(_ state: inout State) {
    let person = state.current?.person
    begin(&state)
    // After a withdrawal, the same person gets another ID.
    if person?.hasEnded == false { state.current?.person = person }
  }

  private func begin(_ state: inout State) {
    if let current = state.current, let person = current.person {
      state.ended.removeAll { $0.person === person }
      state.ended.append(current)
      if state.ended.count > Self.endedCount { state.ended.removeFirst() }
    }
    let replacement = state.current.flatMap(replacement)
    state.current = AnonymousEntry(begin: state.now)
    (state.hasLeft, state.isAhead, state.isOfFirst) = (false, false, false)
    if let replacement { return adopt(replacement, &state) }
    remove(&state)
    if !state.isOutdated { write(&state) }
  }

  /// The ID that another process has made in place of this one, for the next person.
  private func replacement(of current: AnonymousEntry) -> AnonymousEntry? {
    guard case .found(let entry) = file.read(), entry.id != current.id else { return nil }
    return entry
  }

  // MARK: The file

  /// Takes over the changes that other processes have made to the file. Returns whether there is an ID.
  private func adopt(_ state: inout State) -> Bool {
    if state.isOutdated { remove(&state) }
    // The file still belongs to a person who has left, so the current person's ID stays in memory.
    if state.isOutdated || state.hasLeft { return true }
    if !state.hasTidied { state.hasTidied = file.tidy() }
    switch file.read() {
    case .locked: return state.current != nil
    case .damaged: begin(&state)
    case .missing:
      // Another process has removed the file, because its user has signed out.
      if state.current?.isShared == true { begin(&state) } else { write(&state) }
    case .found(let entry): adopt(entry, &state)
    }
    return true
  }

  private func adopt(_ found: AnonymousEntry, _ state: inout State) {
    // In another process, the user who has claimed the ID has left, and the new one is not that user's.
    if let known = state.current, known.claim != nil, known.id != found.id, !found.isClaimed(by: known.user) {
      state.current?.isShared = false
      (state.hasLeft, state.isAhead) = (true, true)
      return
    }
    var entry = found
    (entry.isShared, entry.person, entry.former) = (true, state.current?.person, state.current?.former)
    // The times are compared, because the clock may have been set back since.
    if let known = state.current, known.isShared, known.id != found.id {
      entry.former = (known.id, min(found.begin, state.now))
    }
    state.current = entry
  }

  private func remove(_ state: inout State) {
    // This makes sure that the ID of another library has no effect later, now that there is an ID.
    if first != nil { _ = file.mark() }
    do {
      try file.remove()
      state.isOutdated = false
    } catch {
      // If the folder or the file does not exist, there is no file to remove.
      state.isOutdated = ![ENOENT, ENOTDIR].contains(error.code)
    }
  }

  /// Writes the current ID, or takes over the ID of another process that was faster.
  private func write(_ state: inout State, replacing: Bool = false, attempts: Int = 3) {
    var entry = state.current ?? AnonymousEntry(begin: state.now)
    if state.current == nil, let first, file.mark() { entry.id = first }
    state.current = entry
    do throws(FileError) {
      try file.write(entry, replacing: replacing)
      state.current?.isShared = true
    } catch {
      // Another process has taken the draft for that of a killed process.
      if error == .notFound, attempts > 1 { return write(&state, replacing: replacing, attempts: attempts - 1) }
      // The old file is removed, because otherwise the next launch would give its ID to another user.
      if replacing {
        remove(&state)
        state.current?.isShared = false
      }
      if error == .exists, case .found(let faster) = file.read() { adopt(faster, &state) }
    }
  }
}
