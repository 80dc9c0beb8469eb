import Foundation

/// A key of a service, which nothing prints.
///
/// ```swift
/// let key: Secret = "phc_1234"
/// print(key)   // (secret)
/// ```
public struct Secret: Sendable, Hashable, ExpressibleByStringLiteral {
  /// The key itself, for the request.
  public let value: String

  /// Keeps a key.
  ///
  /// - Parameter value: The key.
  public init(_ value: String) { self.value = value }

  /// Keeps a key that is written in the code.
  ///
  /// - Parameter value: The key.
  public init(stringLiteral value: String) { self.init(value) }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// `(secret)`.
  public var description: String { "(secret)" }
  /// `(secret)`.
  public var debugDescription: String { description }
  /// Nothing of the key.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension Secret {
  /// The headers of JSON with a name and a password, as HTTP wants them (RFC 7617).
  static func basicAuthorization(_ name: String, _ password: String = "") -> [String: String] {
    let credentials = Data("\(name):\(password)".utf8).base64EncodedString()
    return ["Content-Type": "application/json", "Authorization": "Basic " + credentials]
  }
}
