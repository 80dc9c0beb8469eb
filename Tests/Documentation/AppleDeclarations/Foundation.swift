// What the library uses of Apple's Foundation and FoundationEssentials lacks. Compiled as a file of each module that needs it.

final class NSNull: Sendable {}

typealias NSError = any Error

extension Error {
  var domain: String { "" }
  var code: Int { 0 }
  var userInfo: [String: Any] { [:] }
}
