// What the library uses of Apple's Foundation and FoundationEssentials lacks. Compiled as a file of each module that needs it.

#if canImport(FoundationEssentials)
  import FoundationEssentials
#endif

final class NSNull: Sendable {}

typealias NSError = any Error

extension Error {
  var domain: String { "" }
  var code: Int { 0 }
  var userInfo: [String: Any] { [:] }
}

#if canImport(FoundationEssentials)
  extension Data.WritingOptions {
    static var noFileProtection: Data.WritingOptions { [] }
    static var completeFileProtectionUntilFirstUserAuthentication: Data.WritingOptions { [] }
  }
#endif
