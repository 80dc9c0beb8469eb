#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackedProperties {
  // Only a module that calls this initializer gets the code of the conversion.
  /// Creates properties from a dictionary with values of any type, sorted by key. Use this initializer for data that
  /// your code does not declare, such as a push notification, a deep link, decoded JSON, or code for a vendor's SDK.
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
  /// | an array of any values | an array; `nil` inside becomes null, so that the other elements keep their positions |
  /// | a dictionary with `String` keys | nested properties |
  /// | `nil` | nothing: the property is left out |
  /// | `NSNull`, `NSNumber`, `NSString`, … | null, the truth value or the number, the text, … |
  /// | any other value | its description as text; tracking it reports an issue (``TrackableIssue/Kind/valueDoesNotFit``) |
  ///
  /// The library uses the keys unchanged, without a type path. If you know the keys and the types, prefer
  /// `key ~>> value`, which the compiler checks.
  ///
  /// Cost: a dynamic cast and an allocation for each value.
  @export(implementation) public init(dictionary: [String: Any]) {
    self.init(dictionary, depth: 1)
  }

  @export(implementation) init(_ dictionary: [String: Any], depth: Int) {
    let properties = dictionary.map { key, given in
      let (value, flaws) = Self.converted(given, depth: depth)
      return TrackedProperty(key: PropertyKey(dynamicName: key), given: value, flaws: flaws)
    }
    self.init(properties.sortedByName())
  }

  /// Converts a value of any type to the value of a property.
  @export(implementation) static func converted(_ given: Any, depth: Int) -> (
    value: TrackedValue?, flaws: TrackedValueFlaws
  ) {
    if let convertible = given as? any TrackedValueConvertible ?? bridged(given) {
      return convertible.sent
    }
    // A value this deep is too deep for a property anyway, and its description might overflow the stack.
    if depth > 2 * TrackedValue.maximumDepth { return (TrackedValue.tooDeep, .tooDeep) }
    if let values = given as? [Any] {
      return (.array(TrackedValue.Elements(values.map { converted($0, depth: depth + 1) })), .none)
    }
    if let dictionary = given as? [String: Any] {
      return (.properties(TrackedProperties(dictionary, depth: depth + 1)), .none)
    }
    let mirror = Mirror(reflecting: given)
    if mirror.displayStyle == .optional {
      return mirror.children.first.map { converted($0.value, depth: depth) } ?? (nil, .none)
    }
    return (.string(String(describing: given)), .unknownType)
  }

  /// Converts an object of Foundation, such as a number in decoded JSON. The object is recognized by the name of its
  /// type and by casts, because its type is not in `FoundationEssentials`.
  @export(implementation) static func bridged(_ given: Any) -> (any TrackedValueConvertible)? {
    switch String(describing: type(of: given)) {
    case "NSNull": TrackedValue.null
    // This line comes before the numbers, because a truth value of Foundation can be cast to a number as well.
    case "__NSCFBoolean": given as? Bool
    // This line casts to `Decimal`, because a cast to `Double` would round.
    case "NSDecimalNumber": given as? Int ?? given as? Decimal
    default:
      given as? Int ?? given as? UInt64 ?? given as? Double ?? given as? Decimal ?? given as? String ?? given as? Date
        ?? given as? URL ?? given as? UUID
    }
  }
}

extension TrackedValue {
  /// The value that stands for null in a dictionary with values of any type.
  @usableFromInline static var plainNull: any Sendable {
    #if canImport(Darwin)
      NSNull()
    #else
      // The value is not `NSNull`, because outside of Apple's platforms every app would load all of Foundation for
      // `NSNull`.
      TrackedValue.null
    #endif
  }
}

extension TrackedProperties: ExpressibleByDictionaryLiteral {
  /// Creates properties from a dictionary literal: `["plan": "premium", Keys.year: 1971]`, in the order of the literal.
  public init(dictionaryLiteral elements: (any Trackable.Key, (any TrackedValueConvertible)?)...) {
    self.init(
      elements.map { key, value in
        let key = PropertyKey(key)
        return value.map { TrackedProperty(key, sending: $0) } ?? TrackedProperty(key: key, given: nil)
      })
  }
}

extension TrackedProperties: TrackedValueConvertible {
  /// The properties as one nested value.
  public var trackedValue: TrackedValue? { .properties(self) }
}

extension Dictionary: TrackedValueConvertible where Key == String, Value: TrackedValueConvertible {
  /// Nested properties, sorted by key because a dictionary has no order. A key without a value is left out.
  public var trackedValue: TrackedValue? {
    let properties = map { TrackedProperty(PropertyKey(dynamicName: $0), sending: $1) }
    return .properties(TrackedProperties(properties.sortedByName()))
  }
}

extension [TrackedProperty] {
  // The method sorts by merging halves, because the standard library's sort adds 3 KiB of code for each type.
  /// The properties in the order of their keys' names, for values without an order of their own.
  @usableFromInline func sortedByName() -> [TrackedProperty] {
    if count < 2 { return self }
    let (left, right) = (Array(self[..<(count / 2)]).sortedByName(), Array(self[(count / 2)...]).sortedByName())
    var (sorted, rest) = ([TrackedProperty](), left[...])
    sorted.reserveCapacity(count)
    for property in right {
      while let next = rest.first, !(property.key.name < next.key.name) { sorted.append(rest.removeFirst()) }
      sorted.append(property)
    }
    return sorted + rest
  }
}
