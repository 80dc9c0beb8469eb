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
    // Text with a scheme and no name must not become the server of that name: `https:/x`. Newer systems take text with
    // blanks for a URL, older ones do not.
    let isURL = (hasScheme || !text.contains(":/")) && text.utf8.allSatisfy { (33...126).contains($0) }
    let url = URL(string: hasScheme ? text : "https://\(text)")
    self.url = if isURL, let url, url.host()?.isEmpty == false { url } else { URL(filePath: "/") }
  }

  /// The server of a text.
  ///
  /// - Parameter text: The text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension URL {
  /// The part of a request's URL that an issue shows: neither its query, nor a name or a password.
  var hostAndPath: String { (host() ?? "") + path() }
}
