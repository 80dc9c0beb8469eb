import Foundation

/// A key of a service. The library never prints it.
///
/// ```swift
/// let key: Secret = "phc_1234"
/// print(key)   // (secret)
/// ```
public struct Secret: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The key itself, for the request.
  public let value: String

  /// Creates a secret from a key.
  ///
  /// - Parameter value: The key.
  public init(_ value: String) { self.value = value }

  /// Creates a secret from a literal.
  ///
  /// - Parameter value: The key.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `(secret)`.
  public var description: String { "(secret)" }
  /// `(secret)`.
  public var debugDescription: String { description }
  /// No children, so that a dump does not contain the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
  /// The headers for JSON, a name and a password, by the rule of HTTP (RFC 7617).
  @usableFromInline static func basicAuthorization(_ name: String, _ password: String = "") -> [String: String] {
    let credentials = Data(Array("\(name):\(password)".utf8)).base64EncodedString()
    return ["Content-Type": "application/json", "Authorization": "Basic " + credentials]
  }
}
