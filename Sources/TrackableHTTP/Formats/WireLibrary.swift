public import Foundation

/// What services are told of the library that sends.
enum WireLibrary {
  static let name = "trackable-swift"
}

extension URL {
  /// The server with this name, by `https`.
  ///
  /// - Parameter host: The server's name.
  public static func server(_ host: String) -> URL {
    var components = URLComponents()
    components.scheme = "https"
    components.host = host
    // Nothing that a name can be makes this fail; a sender refuses what is not `https`.
    return components.url ?? URL(filePath: "/")
  }
}
