#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes a property from an error. The value has the domain and the code of the error and of its underlying errors.
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
/// No other part of an error is sent. <doc:ErrorsAsProperties> has the whole rule. On Linux, the core does not use the
/// full Foundation, so only a `CocoaError` and an `NSError` have an underlying error there.
@_disfavoredOverload public func ~>> <K: Key>(key: K, error: any Error) -> TrackedProperty {
  TrackedProperty(key, TrackedProperties(error: error))
}

/// Makes a property from an optional error; `nil` omits the property.
@_disfavoredOverload public func ~>> <K: Key>(key: K, error: (any Error)?) -> TrackedProperty {
  TrackedProperty(key, error.map { TrackedProperties(error: $0) })
}

/// Makes a property from the raw value of an enum that is an error.
@_disfavoredOverload public func ~>> <K: Key, Value: RawRepresentable & Error>(key: K, value: Value) -> TrackedProperty
where Value.RawValue: TrackedValueConvertible {
  TrackedProperty(key, value.rawValue)
}

extension TrackedProperties {
  /// The properties of an error.
  ///
  /// - Parameter count: The most errors that are included: the error, its cause, and so on.
  init(error: any Error, count: Int = 8) {
    let parts = Self.parts(of: error)
    let underlying = count > 1 ? parts.underlying.map { TrackedProperties(error: $0, count: count - 1) } : nil
    self = ["domain" ~>> parts.domain, "code" ~>> parts.code, "underlying" ~>> underlying]
  }

  /// The parts of an error that reach services.
  package static func parts(of error: any Error) -> (domain: String, code: Int, underlying: (any Error)?) {
    let parts: (domain: String, code: Int, underlying: (any Error)?)
    #if canImport(Darwin)
      let converted = error as NSError
      parts = (converted.domain, converted.code, converted.userInfo["NSUnderlyingError"] as? any Error)
    #else
      // This code does not use `NSError`, because with it every app would load all of Foundation. These two types of
      // errors have their codes without it, and every `NSError` can be cast to the second type.
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
    // An error that declares no domain has the runtime's name of its type as its domain.
    let type = Swift.type(of: error)
    guard parts.domain == String(reflecting: type) else { return parts }
    return (TypePath.name(of: type).text, parts.code, parts.underlying)
  }

  /// The text of an error in an issue: the error's own description. For an error of Foundation, the text has only the
  /// domain and the code, because the rest contains URLs, paths and the user's text.
  package static func text(of error: any Error) -> String {
    // The text leaves out the rest of the description, which is the value, because the value may be a secret.
    if case EncodingError.invalidValue(_, let context) = error { return context.debugDescription }
    let text = String(describing: error)
    guard text.contains("Domain=") else { return text }
    let parts = parts(of: error)
    return parts.domain + " " + parts.code.description
  }
}
