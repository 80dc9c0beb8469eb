import Foundation
import Trackable

/// The folder in which a destination stores what is to be sent, so that nothing goes to a service that it was not meant
/// for.
///
/// Several destinations may be given one folder: each has a folder of its own in it, under the name that it was given,
/// or else under one that says where it sends to. In one process, a name means one service at a time.
final class StoreFolder: Sendable {
  let url: URL
  /// Whether another destination of this process stores there, or would.
  let isInUse: Bool

  private struct Use {
    let id: UUID
    let path: String
    let service: String
  }

  private static let uses = Lock<[Use]>([])
  private let use: Use

  /// - Parameters:
  ///   - name: The name that the destination was given; `nil` if it was not.
  ///   - parent: Where it is; `nil` means the app's own folder.
  init(for format: some WireFormat, name: String?, in parent: URL?) {
    let parent = parent ?? Self.appFolder
    // Neither the key nor the format's type: what was stored is not lost when they change. It is deliveries, which are
    // put into a format's words when they are sent. And a private type has another name at every launch.
    let checksum = Self.checksum(of: format.url.absoluteString)
    let service = Self.safe(format.url.host() ?? "HTTP") + "-" + checksum
    let first = parent.appending(path: name.map(Self.safe) ?? service)
    (url, use, isInUse) = Self.uses.withLock { uses in
      var url = first
      var services = Self.services(at: url, uses)
      let isInUse = !services.isEmpty
      while services.contains(where: { $0 != service }) {
        url = parent.appending(path: url.lastPathComponent + "-" + checksum)
        services = Self.services(at: url, uses)
      }
      let use = Use(id: UUID(), path: url.path, service: service)
      uses.append(use)
      return (url, use, isInUse)
    }
  }

  deinit { Self.uses.withLock { uses in uses.removeAll { $0.id == use.id } } }

  /// What is sent from a folder at present, however its path is written: with a link or dots in it, or, on a volume
  /// where that is the same, in capital letters. It is made for that: what is not there cannot be told from anything
  /// else.
  private static func services(at url: URL, _ uses: [Use]) -> [String] {
    try? FileManager.default.createDirectory(
      at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let folder = identity(of: url.path)
    return uses.filter { $0.path == url.path || folder != nil && identity(of: $0.path) == folder }.map(\.service)
  }

  /// Which folder that is; with the dot, the one that a link leads to.
  private static func identity(of path: String) -> FileIdentity? { try? POSIXFileSystem().identity(at: path + "/.") }

  /// The name of a folder that is different for each text. File systems take 255 bytes, some of them fewer.
  private static func safe(_ name: String) -> String {
    let allowed = CharacterSet(charactersIn: "-_.").union(.alphanumerics)
    let safe = String(name.map { $0.unicodeScalars.allSatisfy(allowed.contains) ? $0 : "_" })
    if safe == name, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100 { return name }
    return String(decoding: safe.utf8.prefix(100), as: UTF8.self) + "_" + checksum(of: name)
  }

  private static func checksum(of text: String) -> String { String(Checksum.crc32c(text.utf8), radix: 16) }

  private static var appFolder: URL {
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? FileManager.default.temporaryDirectory).appending(path: safe(app)).appending(path: "Trackable")
  }
}
