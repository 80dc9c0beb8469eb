/// An error that says why a destination cannot use a format's URL.
public struct HTTPDestinationError: Error, Sendable, Hashable, CustomStringConvertible {
  private let problem: String
  private let remedy: String

  /// The server is not on this machine, and the connection is not encrypted.
  static func notSecure(_ host: String) -> Self {
    Self(
      problem: "events would go to '\(host)' unprotected, and the key with them",
      remedy: "use https; http is only for this machine: localhost, 127.0.0.1 and ::1")
  }

  /// The URL contains a name or a password, which would be logged.
  static func credentialsInURL(_ host: String) -> Self {
    Self(
      problem: "the URL of '\(host)' has a name or a password in it, where it would be logged",
      remedy: "give them to the format")
  }

  /// The URL names no server.
  static let noServer = Self(
    problem: "the format's URL names no server", remedy: "give it one like https://server.example")

  /// A request to this machine would leave it, because a variable of the environment sets a proxy.
  static func proxied(_ host: String, by variable: String) -> Self {
    Self(
      problem: "a request to \(host) would go to the proxy in \(variable), unprotected",
      remedy: "name \(host) in no_proxy")
  }

  /// The problem and its remedy.
  public var description: String { "\(problem.prefix(1).uppercased())\(problem.dropFirst()). To fix this, \(remedy)." }

  /// The problem and its remedy, for use within a sentence.
  var summary: String { "\(problem); \(remedy)" }
}
