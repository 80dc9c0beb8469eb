#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackedProperties {
  /// The properties in a dictionary of any values, sorted by key: for what comes from elsewhere, such as a push
  /// notification, a deep link, decoded JSON, or code that used to call a vendor's SDK.
  ///
  /// ```swift
  /// let payload: [String: Any] = ["campaign": "spring", "tags": ["vinyl", "mono"], "coupon": NSNull()]
  /// let properties = TrackedProperties(dictionary: payload)
  /// print(properties.json)   // {"campaign":"spring","coupon":null,"tags":["vinyl","mono"]}
  /// ```
  ///
  /// | value | becomes |
  /// |---|---|
  /// | a ``TrackedValueConvertible`` | its ``TrackedValueConvertible/trackedValue`` |
  /// | an array of any values | an array; `nil` inside it is null, so that the others keep their positions |
  /// | a dictionary with `String` keys | nested properties |
  /// | `nil` | nothing: the key is left out |
  /// | `NSNull`, `NSNumber`, `NSString`, … | null, the truth value or the number, the text, … that it stands for |
  /// | anything else | its description as text, and an issue (``TrackableIssue/Kind/valueDoesNotFit``) when it is tracked |
  ///
  /// The keys are used exactly as they are; they have no type path. Prefer `key ~>> value`, whose types the compiler
  /// checks, wherever you know them.
  ///
  /// Cost: a dynamic cast and an allocation for each value.
  public init(dictionary: [String: Any]) {
    self.init(dictionary, depth: 1)
  }

  fileprivate init(_ dictionary: [String: Any], depth: Int) {
    self.init(
      dictionary.sorted { $0.key < $1.key }
        .map { key, value in
          let converted = ConvertedValue.of(value, depth: depth)
          return TrackedProperty(
            key: PropertyKey(dynamicName: key), given: converted.value, flaws: converted.flaws)
        })
  }
}

/// What any value becomes as the value of a property.
private struct ConvertedValue {
  /// Deeper values are too deep for a property in any case, and to describe them could take the whole stack.
  static let maximumDepth = 2 * TrackedValue.maximumDepth

  var value: TrackedValue?
  var flaws: TrackedValueFlaws = []

  static func of(_ given: Any, depth: Int) -> ConvertedValue {
    if let convertible = given as? any TrackedValueConvertible ?? bridged(given) {
      return ConvertedValue(value: convertible.trackedValue, flaws: TrackedValueFlaws(of: convertible))
    }
    if let optional = given as? any OptionalOfAny {
      return optional.wrapped.map { of($0, depth: depth) } ?? ConvertedValue()
    }
    if depth > maximumDepth {
      return ConvertedValue(value: .string("(nested deeper than \(maximumDepth) levels)"), flaws: .tooDeep)
    }
    if let values = given as? [Any] {
      let converted = values.map { of($0, depth: depth + 1) }
      return ConvertedValue(
        value: .array(converted.map { $0.value ?? .null }), flaws: converted.reduce(into: []) { $0.formUnion($1.flaws) }
      )
    }
    if let dictionary = given as? [String: Any] {
      return ConvertedValue(value: .properties(TrackedProperties(dictionary, depth: depth + 1)))
    }
    return ConvertedValue(value: .string(String(describing: given)), flaws: .unknownType)
  }

  /// What an object of Foundation stands for, such as the numbers in decoded JSON. It is known by name and by what it can
  /// be cast to, because its type is not in `FoundationEssentials`.
  private static func bridged(_ given: Any) -> (any TrackedValueConvertible)? {
    switch String(describing: type(of: given)) {
    case "NSNull": TrackedValue.null
    // It could be cast to a number as well.
    case "__NSCFBoolean": given as? Bool
    default:
      given as? Int ?? given as? UInt64 ?? given as? Double ?? given as? Decimal ?? given as? String ?? given as? Date
        ?? given as? URL ?? given as? UUID
    }
  }
}

private protocol OptionalOfAny {
  var wrapped: Any? { get }
}

extension Optional: OptionalOfAny {
  fileprivate var wrapped: Any? { self }
}
