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
  /// `Basic …`, as HTTP wants a name and a password (RFC 7617).
  static func basicAuthorization(name: String, password: String) -> String {
    "Basic " + Data("\(name):\(password)".utf8).base64EncodedString()
  }
}

extension [Secret] {
  /// How much of a text from elsewhere is shown, in Unicode scalars: a character can be made of any number of them.
  private static let longestReason = 200

  /// A text from elsewhere as it may be shown: without keys, on one line, and short.
  ///
  /// In this order: of a key that is cut, or has something invisible in it, nobody could tell what it is.
  func reason(_ text: String) -> String {
    var bytes = [UInt8](text.onOneLine.utf8)
    // By bytes: as characters, a key with an accent behind it is another text. The longest first: one may be part of
    // another.
    for key in Set(flatMap(\.spellings)).sorted(by: { ($1.utf8.count, $1) < ($0.utf8.count, $0) }) {
      bytes.replace([UInt8](key.utf8), with: [UInt8]("(secret)".utf8))
    }
    let scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: Self.longestReason, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return String(scalars) }
    return String(scalars[..<end]) + "…"
  }
}

extension Secret {
  /// What a server may repeat of it: all of it, what follows `Basic` or `Bearer`, and either as JSON may write it.
  fileprivate var spellings: [String] {
    let words = value.split(separator: " ")
    let keys = words.count == 2 ? [value, String(words[1])] : [value]
    return (keys + keys.map { $0.replacing("/", with: "\\/") }).filter { !$0.isEmpty }
  }
}

extension String {
  /// The same without characters that control a terminal, or that nobody sees.
  var onOneLine: String {
    var line = UnicodeScalarView()
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .lineSeparator, .paragraphSeparator: line.append(" ")
      case .control where scalar.properties.isWhitespace: line.append(" ")
      case .control, .format: break
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
