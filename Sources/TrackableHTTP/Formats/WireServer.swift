public import Foundation

/// Where a service is: a name, perhaps with a port and a path, or a URL.
///
/// ```swift
/// let own = ServiceFormat.segment(writeKey: "…", at: "events.example")
/// print(own.url)  // https://events.example/v1/batch
/// let written = ServiceFormat.openTelemetry(at: WireServer(text), service: "player")
/// ```
///
/// Text without a scheme means `https`. ``HTTPDestination`` refuses text that names no server.
public struct WireServer: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The server's URL. If the text names no server, this has no host.
  public let url: URL

  /// The server of a URL, with its path and query.
  ///
  /// - Parameter url: The URL.
  public init(_ url: URL) {
    self.url = url
  }

  /// The server of a text: `server.example`, `server.example:8443`, `https://server.example/path`.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    let hasScheme = text.contains("://")
    // What has a scheme and no name must not become the server of that name: `https:/x`.
    let isName = hasScheme || !text.contains(":/")
    let url = URL(plain: hasScheme ? text : "https://\(text)")
    self.url = if isName, let url, url.host()?.isEmpty == false { url } else { URL(filePath: "/") }
  }

  /// The server of a text.
  ///
  /// - Parameter text: The text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension URL {
  /// What an issue says of a request: neither its query, nor a name or a password.
  var hostAndPath: String { (host() ?? "") + path() }
}

extension URL {
  /// A URL of a text in which every character is one of a URL's.
  fileprivate init?(plain text: String) {
    if #available(macOS 14, iOS 17, tvOS 17, watchOS 10, *) {
      self.init(string: text, encodingInvalidCharacters: false)
    } else {
      // These systems refuse such characters anyway.
      self.init(string: text)
    }
  }
}
