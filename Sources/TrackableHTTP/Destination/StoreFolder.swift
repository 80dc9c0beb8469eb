import Foundation
import Trackable

/// The folder in which a destination stores its events. Each service has its own folder, so that no event is sent to
/// another service.
///
/// Several destinations may share a folder. Each destination has its own folder inside, under the name that the app
/// gave the destination or, without such a name, under a name made from the URL of its service. In one process, only
/// one service can use a name at a time.
final class StoreFolder: Sendable {
  let url: URL
  /// Whether another destination of this process uses the folder.
  let isInUse: Bool

  private struct Use {
    let id = UUID()
    let place: String
    let service: String
  }

  private static let uses = Lock<[Use]>([])
  private let use: Use

  /// - Parameters:
  ///   - name: The given name; `nil` if the destination has none.
  ///   - parent: The folder in which to make the folder; `nil` means the app's own folder.
  init(for format: some WireFormat, name: String?, in parent: URL?) {
    let parent = parent ?? Self.appFolder
    // The folder's name contains neither the key nor the format's type, so an app that changes them finds its stored
    // events. The stored events do not depend on the format, because the format encodes them only when they are sent.
    let checksum = Self.checksum(of: format.url.absoluteString)
    let service = Self.safe(format.url.host() ?? "HTTP") + "-" + checksum
    let first = parent.appending(path: name.map(Self.safe) ?? service)
    (url, use, isInUse) = Self.uses.withLock { uses in
      var (url, place) = (first, Self.place(of: first))
      let isInUse = uses.contains { $0.place == place }
      while uses.contains(where: { $0.place == place && $0.service != service }) {
        url = parent.appending(path: url.lastPathComponent + "-" + checksum)
        place = Self.place(of: url)
      }
      let use = Use(place: place, service: service)
      uses.append(use)
      return (url, use, isInUse)
    }
  }

  deinit { releaseName() }

  /// Releases the name. A later destination of the app may use the name, and the stored events.
  func releaseName() { Self.uses.withLock { uses in uses.removeAll { $0.id == use.id } } }

  /// The real path of a folder, without links and dots, and in lower case, because some volumes ignore case. The method
  /// makes the folder first, because the path of a missing folder cannot be resolved.
  private static func place(of url: URL) -> String {
    try? POSIXFileSystem().makeFolders(url.path)
    return url.resolvingSymlinksInPath().path.lowercased()
  }

  /// A folder name that is different for each given name. It is short, because file systems take at most 255 bytes, and
  /// some take fewer.
  private static func safe(_ name: String) -> String {
    let allowed = CharacterSet(charactersIn: "-_.").union(.alphanumerics)
    let safe = String(name.map { $0.unicodeScalars.allSatisfy(allowed.contains) ? $0 : "_" })
    if safe == name, !name.isEmpty, !name.hasPrefix("."), name.utf8.count <= 100 { return name }
    return String(decoding: safe.utf8.prefix(100), as: UTF8.self) + "_" + checksum(of: name)
  }

  private static func checksum(of text: String) -> String { String(Checksum.crc32c(Array(text.utf8)), radix: 16) }

  private static var appFolder: URL {
    let app = appName(
      Bundle.main.bundleIdentifier, of: ProcessInfo.processInfo.processName,
      at: Bundle.main.executablePath ?? CommandLine.arguments.first ?? "")
    #if os(tvOS)
      // An Apple TV lets an app write to no other folder that stays, although its simulator does.
      let support = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    #else
      let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    #endif
    return (support ?? FileManager.default.temporaryDirectory).appending(path: app).appending(path: "Trackable")
  }

  /// The name of the app. Without a bundle's identifier, two programs of one user may have the same name, so the
  /// program's path distinguishes them.
  static func appName(_ identifier: String?, of program: String, at place: String) -> String {
    safe(identifier ?? program + "-" + checksum(of: place))
  }
}
