import Foundation
import Trackable

/// Who the user is while nobody has signed in: a random ID in a file, the same for all processes that share the folder,
/// and another one after a `reset`.
///
/// If the file cannot be read, as on a device before its first unlock, the ID that was read last counts, or one that
/// this process makes up. One that cannot be written after a `reset` counts all the same, until it can.
final class AnonymousID: Sendable {
  private struct State {
    var id: String?
    /// Whether it is to replace what is in the file, and could not yet.
    var isUnwritten = false
  }

  private let file: URL
  private let state = Lock(State())

  init(folder: URL) {
    file = folder.appending(path: "anonymous-id")
  }

  /// The ID at this moment. Cost: reads a small file.
  var current: String {
    state.withLock { state in
      if state.isUnwritten, let id = state.id {
        state.isUnwritten = !replace(with: id)
        return id
      }
      switch read() {
      case .id(let id):
        state.id = id
        return id
      case .damaged: return renew(&state)
      case .absent: return begin(&state)
      }
    }
  }

  /// The user is no longer known: a new one begins.
  @discardableResult
  func renew() -> String { state.withLock { renew(&$0) } }

  private func renew(_ state: inout State) -> String {
    let id = UUID().uuidString.lowercased()
    state.id = id
    state.isUnwritten = !replace(with: id)
    return id
  }

  /// Makes a file, unless there is one that cannot be read, or another process is faster.
  private func begin(_ state: inout State) -> String {
    let id = state.id ?? UUID().uuidString.lowercased()
    state.id = id
    if let draft = makeDraft(of: id) {
      // A link fails if the file exists, a move on some systems does not.
      try? FileManager.default.linkItem(at: draft, to: file)
      try? FileManager.default.removeItem(at: draft)
    }
    if case .id(let stored) = read() { state.id = stored }
    return state.id ?? id
  }

  private enum Content {
    case id(String)
    case damaged
    /// There is no file, or it may not be read at the moment.
    case absent
  }

  private func read() -> Content {
    guard let data = try? Data(contentsOf: file) else { return .absent }
    let text = String(decoding: data, as: UTF8.self)
    return UUID(uuidString: text) == nil ? .damaged : .id(text)
  }

  /// Returns whether the file has the ID.
  private func replace(with id: String) -> Bool {
    guard let draft = makeDraft(of: id) else { return false }
    if rename(draft.path, file.path) == 0 { return true }
    try? FileManager.default.removeItem(at: draft)
    return false
  }

  /// A file under another name, so that nobody reads half of it.
  private func makeDraft(of id: String) -> URL? {
    let files = FileManager.default
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let draft = file.appendingPathExtension(UUID().uuidString)
    let isMade = files.createFile(
      atPath: draft.path, contents: Data(id.utf8), attributes: [.posixPermissions: 0o600])
    return isMade ? draft : nil
  }
}
