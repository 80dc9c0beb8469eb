#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A property whose value is an error: its domain and its code, and those of the error that it was caused by.
///
/// ```swift
/// do { try upload() } catch {
///   track(Events.Upload.failed, trackedProperties: [Keys.error ~>> error])
/// }
/// ```
/// ```text
/// MyApp.Keys.error.domain:            NSURLErrorDomain
/// MyApp.Keys.error.code:              -1005
/// MyApp.Keys.error.underlying.domain: kCFErrorDomainCFNetwork
/// MyApp.Keys.error.underlying.code:   -1005
/// ```
///
/// Nothing else of an error is sent. <doc:ErrorsAsProperties> has the whole rule. On Linux the core does not use full
/// Foundation, so only a `CocoaError` and an `NSError` have an underlying error there.
@_disfavoredOverload public func ~>> <K: Key>(key: K, error: any Error) -> TrackedProperty {
  TrackedProperty(key, TrackedProperties(error: error))
}

/// A property whose value is an error, if there is one; `nil` omits the property.
@_disfavoredOverload public func ~>> <K: Key>(key: K, error: (any Error)?) -> TrackedProperty {
  TrackedProperty(key, error.map { TrackedProperties(error: $0) })
}

/// A property whose value is the raw value of an error that is an enum.
@_disfavoredOverload public func ~>> <K: Key, Value: RawRepresentable & Error>(key: K, value: Value) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value.rawValue)
}

extension TrackedProperties {
  /// The properties of an error.
  ///
  /// - Parameter count: The most errors that count: the error, its cause, and so on.
  init(error: any Error, count: Int = 8) {
    let parts = Self.parts(of: error)
    let underlying = count > 1 ? parts.underlying.map { TrackedProperties(error: $0, count: count - 1) } : nil
    self = ["domain" ~>> parts.domain, "code" ~>> parts.code, "underlying" ~>> underlying]
  }

  /// The parts of an error that services get.
  package static func parts(of error: any Error) -> (domain: String, code: Int, underlying: (any Error)?) {
    let parts: (domain: String, code: Int, underlying: (any Error)?)
    #if canImport(Darwin)
      let converted = error as NSError
      parts = (converted.domain, converted.code, converted.userInfo["NSUnderlyingError"] as? any Error)
    #else
      // Not the `NSError` of Foundation, which would cost every app the whole of it. Foundation keeps the numbers of
      // these two elsewhere, and lets every `NSError` be taken for the second.
      if let error = error as? POSIXError {
        parts = (POSIXError.errorDomain, Int(error.code.rawValue), nil)
      } else {
        let cocoa = error as? CocoaError
        parts = (
          type(of: error) == CocoaError.self ? CocoaError.errorDomain : error._domain,
          cocoa?.code.rawValue ?? error._code, cocoa?.userInfo["NSUnderlyingError"] as? any Error
        )
      }
    #endif
    // The runtime's name of the type is what an error without a domain has.
    let type = Swift.type(of: error)
    guard parts.domain == String(reflecting: type) else { return parts }
    return (TypePath.name(of: type).text, parts.code, parts.underlying)
  }

  /// The text of an error in an issue: the error's own description. For an error of Foundation the text is domain and
  /// code only, because the rest has URLs, paths and the user's text.
  package static func text(of error: any Error) -> String {
    // The rest of it is the value, which may be a secret.
    if case EncodingError.invalidValue(_, let context) = error { return context.debugDescription }
    let text = String(describing: error)
    guard text.contains("Domain=") else { return text }
    let parts = parts(of: error)
    return parts.domain + " " + parts.code.description
  }
}
