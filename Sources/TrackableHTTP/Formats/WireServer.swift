public import Foundation

/// The address of a service: a name, optionally with a port and a path, or a URL.
///
/// ```swift
/// let own = ServiceFormat.segment(writeKey: "…", at: "events.example")
/// print(own.url)  // https://events.example/v1/batch
/// let written = ServiceFormat.openTelemetry(at: WireServer(text), service: "player")
/// ```
///
/// A text without a scheme means `https`. ``HTTPDestination`` refuses text without the name of a server.
public struct WireServer: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The server's URL. The URL has no host if the text has no name of a server.
  public let url: URL

  /// Creates an address from a URL, with its path and query.
  ///
  /// - Parameter url: The URL.
  public init(_ url: URL) {
    self.url = url
  }

  /// Creates an address from a text: `server.example`, `server.example:8443`, `https://server.example/path`.
  ///
  /// - Parameter text: The text.
  public init(_ text: String) {
    let hasScheme = text.contains("://")
    // A text with a scheme and without a name, such as `https:/x`, must not become a server with the name of the
    // scheme. Texts with blanks are refused, because only newer systems accept them as URLs.
    let isURL = (hasScheme || !text.contains(":/")) && text.utf8.allSatisfy { (33...126).contains($0) }
    let url = URL(string: hasScheme ? text : "https://\(text)")
    self.url = if isURL, let url, url.host()?.isEmpty == false { url } else { URL(filePath: "/") }
  }

  /// Creates an address from a text.
  ///
  /// - Parameter text: The text.
  public init(stringLiteral text: String) { self.init(text) }
}

extension URL {
  /// The part of a request's URL that an issue shows: the host and the path, without the query, the user name and the
  /// password.
  var hostAndPath: String { (host() ?? "") + path() }
}
