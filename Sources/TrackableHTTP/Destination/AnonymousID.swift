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
/// | a person of another system, such as a request to a server | an ID made from the person's number and a random key |
///
/// An ID under which a user has signed in is claimed: another user gets a new ID, also at a later launch. The file has
/// the ID, its time of creation, and a checksum of the user who has claimed it. A `reset` removes the file, which a
/// full disk allows. So even if the process ends right after that, the next person gets no ID of the earlier one.
///
/// Before a device's first unlock, the file cannot be read, so there is no ID, and the destination makes none.
final class AnonymousID: Sendable {
  private struct State {
    let key = UInt64.random(in: 0 ... .max)
    var current: AnonymousEntry?
    /// The entries of the last 100 earlier persons, by the persons' numbers.
    var ended: [UInt64: AnonymousEntry] = [:]
    var latest: UInt64 = 0
    /// Whether the file has the ID of an earlier person.
    var isOutdated = false
    var hasTidied = false
    /// Whether a sign-out or a purge has removed the file. Calls of the person who has left may still need the ID.
    var hasLeft = false
    var purgeNumber: UInt64 = 0
    /// The time of the last question for IDs.
    var now = Date.distantPast
    /// The ID that was made last, since most calls are of the same person as the call before.
    var made: (person: UInt64, id: String)?
  }

  private enum File {
    case locked, missing, damaged
    case found(AnonymousEntry)
  }

  private static let endedCount = 100
  private static let name = "anonymous-id"

  private let folder: String
  private let first: String?
  private let files: any FileSystem
  private let state = Lock(State())

  /// - Parameter first: The ID of another library, for the first person of the first launch.
  init(folder: String, first: String? = nil, files: any FileSystem = POSIXFileSystem()) {
    self.folder = folder
    self.first = first
    self.files = files
  }

  private var path: String { "\(folder)/\(Self.name)" }

  /// The IDs for some calls, in order; `nil` if an ID is needed that cannot be read yet. A `reset` among the calls ends
  /// the ID for the calls behind it. Cost: reads a small file, once.
  ///
  /// - Parameters:
  ///   - batch: The calls.
  ///   - purge: The number of the last purge before the end of the batch; 0 if there was none.
  ///   - now: The time, by the clock of the calls. The caller reads it, because that clock may be an adopter's, which
  ///     must not run under the lock.
  func ids(of batch: some Sequence<Envelope>, purge: UInt64 = 0, at now: Date) -> [String]? {
    state.withLock { state in
      state.now = now
      endCurrent(at: purge, &state)
      var ids: [String] = []
      var isRead = false
      for envelope in batch {
        let person = envelope.stamp?.person ?? .unknown
        if !person.isOfProcess {
          ids.append(Self.made(for: person, &state))
          continue
        }
        if !isRead, !adopt(&state) { return nil }
        isRead = true
        ids.append(id(of: envelope, person, &state))
        if case .reset = envelope.content { reset(&state) }
      }
      // The ID may have been read meanwhile, or made for a person who has left by now.
      if state.current?.person?.hasEnded == true { endCurrent(&state) }
      return ids
    }
  }

  /// Ends the current ID after a sign-out, or after a sign-in of another user: a later launch finds no ID, unless the
  /// current user has one. Earlier calls keep their ID. Cost: reads and removes a small file.
  func endCurrent() {
    state.withLock { state in
      // If this launch has no ID yet, the ID in the file belongs to the launch's first person or, after a `reset`, to
      // the next person.
      if state.current?.person?.hasEnded ?? (state.latest == 0) { endCurrent(&state) }
    }
  }

  /// Ends the current ID after a purge. The call for a purge and the batch with the purge, which may have a `reset` in
  /// front, come in any order. The one that comes first ends the ID, and the other one has no effect.
  func endCurrent(at purge: UInt64) { state.withLock { endCurrent(at: purge, &$0) } }

  private func endCurrent(at purge: UInt64, _ state: inout State) {
    if purge <= state.purgeNumber { return }
    state.purgeNumber = purge
    endCurrent(&state)
  }

  private func endCurrent(_ state: inout State) {
    if state.current == nil, case .found(let entry) = file() { adopt(entry, &state) }
    if state.hasLeft || state.current == nil { return }
    remove(&state)
    state.hasLeft = true
    state.current?.isShared = false
  }

  private func id(of envelope: Envelope, _ person: UserStamp.Person, _ state: inout State) -> String {
    if person.number != 0, person !== state.current?.person {
      if person.number <= state.latest {
        return state.ended[person.number]?.id(at: envelope.time) ?? Self.made(for: person, &state)
      }
      // The ID in the file belongs to the first person of a launch, and later to the person after a `reset`.
      let continues = state.current?.person == nil && (state.latest > 0 || person.isFirst)
      if !continues { begin(&state) }
      state.current?.person = person
      state.latest = person.number
    }
    if let user = envelope.userID { claim(for: user, &state) }
    return state.current?.id(at: envelope.time) ?? Self.made(for: person, &state)
  }

  /// Claims the ID for the first user who signs in under it.
  private func claim(for user: String, _ state: inout State) {
    guard let current = state.current, current.user != user else { return }
    let claim = String(Checksum.crc32c((current.id + user).utf8), radix: 16)
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

  /// Ends the ID, because the user has signed out, or has withdrawn consent.
  private func reset(_ state: inout State) {
    let person = state.current?.person
    begin(&state)
    // After a withdrawal, the same person gets another ID.
    if person?.hasEnded == false { state.current?.person = person }
  }

  private func begin(_ state: inout State) {
    if let current = state.current, let person = current.person {
      if state.ended.count >= Self.endedCount, let first = state.ended.keys.min() { state.ended[first] = nil }
      state.ended[person.number] = current
    }
    state.current = AnonymousEntry(begin: state.now)
    state.hasLeft = false
    remove(&state)
    if !state.isOutdated { write(&state) }
  }

  /// An ID that is the same for each call of a person, and is not linked to another person.
  private static func made(for person: UserStamp.Person, _ state: inout State) -> String {
    if let made = state.made, made.person == person.number { return made.id }
    func half(_ number: Int) -> UInt64 {
      var hasher = Hasher()
      for value in [state.key, person.number, UInt64(number)] { hasher.combine(value) }
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    let digits = [half(0), half(1)].map { SegmentName.digits($0, 16) }.joined()
    let parts = [0..<8, 8..<12, 13..<16, 17..<20, 20..<32].map { String(Array(digits)[$0]) }
    let id = "\(parts[0])-\(parts[1])-4\(parts[2])-8\(parts[3])-\(parts[4])"
    state.made = (person.number, id)
    return id
  }

  // MARK: The file

  /// Takes over changes of other processes. Returns whether there is an ID.
  private func adopt(_ state: inout State) -> Bool {
    if state.isOutdated { remove(&state) }
    // The file belongs to an earlier person. The current person's ID waits in memory.
    if state.isOutdated || state.hasLeft { return true }
    if !state.hasTidied { tidy(&state) }
    switch file() {
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
    var entry = found
    (entry.isShared, entry.person, entry.former) = (true, state.current?.person, state.current?.former)
    // The clock may have been set back since.
    if let known = state.current, known.isShared, known.id != found.id {
      entry.former = (known.id, min(found.begin, state.now))
    }
    state.current = entry
  }

  private func file() -> File {
    do throws(FileError) {
      return AnonymousEntry(String(decoding: try files.readAll(path, limit: 200), as: UTF8.self)).map { .found($0) }
        ?? .damaged
    } catch {
      return [FileError.denied.code, EPERM].contains(error.code) ? .locked : .missing
    }
  }

  /// Leaves a mark, which outlives the ID, so that no later person gets the ID of another library. Returns whether the
  /// mark is new.
  private func mark() -> Bool {
    do throws(FileError) {
      try files.makeFolders(folder)
      files.close(try files.makeFile(at: path + "-taken"))
      return true
    } catch { return false }
  }

  private func remove(_ state: inout State) {
    // The app may pass the ID of another library from now on, although it has an ID.
    if first != nil { _ = mark() }
    do {
      try files.removeFile(at: path)
      state.isOutdated = false
    } catch {
      // Without a folder, there is no file.
      state.isOutdated = ![ENOENT, ENOTDIR].contains(error.code)
    }
  }

  /// Writes the current ID, or takes over the ID of a faster process. The file has another name at first, so that no
  /// process reads a part of it.
  private func write(_ state: inout State, replacing: Bool = false) {
    var entry = state.current ?? AnonymousEntry(begin: state.now)
    if state.current == nil, let first, mark() { entry.id = first }
    state.current = entry
    let draft = "\(path).\(UUID().uuidString)"
    do throws(FileError) {
      try files.makeFolders(folder)
      let file = try files.makeFile(at: draft)
      defer { files.close(file) }
      try files.writeAll(Array(entry.line.utf8), to: file)
      // A link fails if the file exists; a move does not.
      if replacing { try files.move(draft, to: path) } else { try files.link(draft, to: path) }
      state.current?.isShared = true
    } catch {
      // Otherwise the next launch would give the ID to another user.
      if replacing {
        remove(&state)
        state.current?.isShared = false
      }
      if error == .exists, case .found(let faster) = file() { adopt(faster, &state) }
    }
    try? files.removeFile(at: draft)
  }

  /// Deletes the drafts of processes that were killed during a write. A process that is still writing tries again.
  private func tidy(_ state: inout State) {
    guard let names = try? files.names(in: folder) else { return }
    for name in names where name.hasPrefix(Self.name + ".") { try? files.removeFile(at: "\(folder)/\(name)") }
    state.hasTidied = true
  }
}
