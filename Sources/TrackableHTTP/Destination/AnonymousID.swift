import Foundation
import Trackable

/// Who the user is while nobody has signed in: a random ID in a file, the same for all processes that share the folder, and
/// another one after a `reset`.
///
/// If the file cannot be read, as on a device before its first unlock, the ID that was read last counts, or one that this
/// process makes up.
final class AnonymousID: Sendable {
  private let file: URL
  private let known = Lock<String?>(nil)

  init(folder: URL) {
    file = folder.appending(path: "anonymous-id")
  }

  /// The ID at this moment. Cost: reads a small file.
  var current: String {
    switch read() {
    case .id(let stored):
      known.withLock { $0 = stored }
      return stored
    case .damaged: return renew(unlessExists: false)
    case .unreadable: break
    }
    if let known = known.withLock({ $0 }) { return known }
    return renew(unlessExists: true)
  }

  /// The user is no longer known: a new one begins.
  @discardableResult
  func renew() -> String { renew(unlessExists: false) }

  private func renew(unlessExists: Bool) -> String {
    let new = UUID().uuidString.lowercased()
    known.withLock { $0 = new }
    write(new, unlessExists: unlessExists)
    // Another process may have been faster.
    if unlessExists, case .id(let stored) = read() {
      known.withLock { $0 = stored }
      return stored
    }
    return new
  }

  private enum Content {
    case id(String)
    case damaged
    /// There is no file, or it may not be read at the moment.
    case unreadable
  }

  private func read() -> Content {
    guard let data = try? Data(contentsOf: file) else { return .unreadable }
    let text = String(decoding: data, as: UTF8.self)
    return UUID(uuidString: text) == nil ? .damaged : .id(text)
  }

  private func write(_ id: String, unlessExists: Bool) {
    let files = FileManager.default
    let owner: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
    try? files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    // Written under another name first, so that nobody reads half of it.
    let draft = file.appendingPathExtension(UUID().uuidString)
    guard files.createFile(atPath: draft.path, contents: Data(id.utf8), attributes: owner) else { return }
    if unlessExists {
      // A link fails if the file exists, a move on some systems does not.
      try? files.linkItem(at: draft, to: file)
      try? files.removeItem(at: draft)
    } else if rename(draft.path, file.path) != 0 {
      try? files.removeItem(at: draft)
    }
  }
}
