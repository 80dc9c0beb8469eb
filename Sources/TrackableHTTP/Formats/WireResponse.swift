public import Foundation

/// A server's response.
public struct WireResponse: Sendable, Hashable {
  /// The status, such as 200.
  public var status: Int
  /// The body, up to a megabyte.
  public var body: Data
  private var headers: [String: String]

  /// Creates a response.
  ///
  /// - Parameters:
  ///   - status: The status.
  ///   - headers: The header fields. Upper and lower case in a field's name do not matter.
  ///   - body: The body.
  public init(status: Int, headers: [String: String] = [:], body: Data = Data()) {
    self.status = status
    self.body = body
    self.headers = Dictionary(headers.map { ($0.lowercased(), $1) }, uniquingKeysWith: { first, _ in first })
  }

  // The bodies are compared as arrays, because the comparison of `Data` is 3 KiB.
  /// Whether both responses have the same status, header fields and body.
  public static func == (left: WireResponse, right: WireResponse) -> Bool {
    left.status == right.status && left.headers == right.headers && Array(left.body) == Array(right.body)
  }

  /// The value of a header field. Upper and lower case in the name do not matter.
  ///
  /// - Parameter name: The name of the field.
  public subscript(name: String) -> String? { headers[name.lowercased()] }

  /// The body, decoded as JSON; `nil` if the body is not a value of this type.
  ///
  /// - Parameter type: The type of the service's response.
  public func decoded<Body: Decodable>(as type: Body.Type) -> Body? {
    try? JSONDecoder().decode(type, from: body)
  }

  /// The fields of a body that is a JSON object; empty for any other body. The formats of services read their fields
  /// one by one, because a type of their own for `decoded(as:)` would be in each app.
  @export(implementation) var fields: [String: Any] {
    (try? JSONSerialization.jsonObject(with: body)) as? [String: Any] ?? [:]
  }

  /// The pause that the server asks for (RFC 9110), in seconds or until a date; at most a day. The value is `nil` if
  /// the server asks for no pause.
  ///
  /// A date is compared with the server's own `Date`, so that a wrong clock of the device does not matter.
  public var retryAfter: Duration? {
    guard let text = self["Retry-After"]?.trimmingCharacters(in: .whitespaces) else { return nil }
    let seconds: Double
    if !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) {
      // The text may have more digits than a number can hold.
      seconds = Double(text) ?? .infinity
    } else if let date = HTTPDate.date(of: text) {
      seconds = date.timeIntervalSince(self["Date"].flatMap(HTTPDate.date(of:)) ?? Date())
    } else {
      return nil
    }
    return seconds < 0 ? nil : .seconds(min(seconds, 86_400))
  }
}
