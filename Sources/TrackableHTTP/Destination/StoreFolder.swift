import Foundation
import Trackable

/// The folder in which a destination stores what is to be sent, so that nothing goes to a service that it was not meant for.
///
/// Several destinations may be given one folder: each has a folder of its own in it, under the name that it was given, or
/// else under one that says where it sends to. In one process, a name means one service at a time.
final class StoreFolder: Sendable {
  let url: URL
  /// Whether another destination of this process stores there, or would.
  let isInUse: Bool

  private struct Use {
    let service: String
    var count: Int
  }

  private static let uses = Lock<[String: Use]>([:])

  /// - Parameters:
  ///   - name: The name that the destination was given; `nil` if it was not.
  ///   - parent: Where it is; `nil` means the app's own folder.
  init(for format: some WireFormat, name: String?, in parent: URL?) {
    let parent = parent ?? Self.appFolder
    // Neither the key nor the format's type: what was stored is not lost when they change. It is deliveries, which are put
    // into a format's words when they are sent. And a private type has another name at every launch.
    let checksum = Self.checksum(of: format.url.absoluteString)
    let service = Self.safe(format.url.host() ?? "HTTP") + "-" + checksum
    let first = parent.appending(path: name.map(Self.safe) ?? service)
    (url, isInUse) = Self.uses.withLock { uses in
      var url = first
      if let use = uses[first.path], use.service != service {
        url = parent.appending(path: first.lastPathComponent + "-" + checksum)
      }
      let isInUse = uses[first.path] != nil
      uses[url.path, default: Use(service: service, count: 0)].count += 1
      return (url, isInUse)
    }
  }

  deinit {
    Self.uses.withLock { uses in
      guard var use = uses.removeValue(forKey: url.path) else { return }
      use.count -= 1
      if use.count > 0 { uses[url.path] = use }
    }
  }

  private static func safe(_ name: String) -> String {
    let allowed = CharacterSet(charactersIn: "-_.").union(.alphanumerics)
    let safe = String(name.map { $0.unicodeScalars.allSatisfy(allowed.contains) ? $0 : "_" })
    if safe == name, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100 { return name }
    return String(safe.prefix(40)) + "_" + checksum(of: name)
  }

  private static func checksum(of text: String) -> String {
    // The pointer does not leave the closure.
    let checksum = Array(text.utf8).withUnsafeBytes { Checksum.crc32c($0) }
    return String(checksum, radix: 16)
  }

  private static var appFolder: URL {
    let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
    let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return (support ?? FileManager.default.temporaryDirectory).appending(path: safe(app)).appending(path: "Trackable")
  }
}
