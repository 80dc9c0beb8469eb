/// Why a format cannot be sent with.
public struct HTTPSenderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  package enum Reason: Sendable, Hashable {
    /// The server is not on this machine, and would get everything in the clear.
    case notSecure
    /// There is a name or a password in the URL, where logs would show them.
    case credentialsInURL
    /// The URL names no server.
    case noServer
  }

  /// What is wrong.
  package let reason: Reason
  /// The server. If the URL names none, what it says instead.
  package let host: String

  /// What is wrong, and what to do.
  public var description: String { "\(problem). To fix this, \(remedy)." }

  /// The same within a sentence.
  var summary: String { "\(problem); \(remedy)" }

  private var problem: String {
    switch reason {
    case .notSecure: "Events would go to '\(host.onOneLine)' unprotected, and the key with them"
    case .credentialsInURL: "The URL of '\(host.onOneLine)' has a name or a password in it, where it would be logged"
    case .noServer: "The format's URL names no server: '\(host.onOneLine)'"
    }
  }

  private var remedy: String {
    switch reason {
    case .notSecure: "use https; http is only for this machine: localhost, 127.0.0.1 and ::1"
    case .credentialsInURL: "give them to the format"
    case .noServer: "give it one like https://server.example"
    }
  }
}
