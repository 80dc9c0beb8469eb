extension TrackedProperties {
  /// Creates properties from an encodable value: one for each key, in the order in which the value encodes them.
  ///
  /// Use this initializer for attributes that have a type of their own, so that the compiler checks names and types in
  /// one place.
  ///
  /// ```swift
  /// struct Purchase: Encodable {
  ///   var product = "Imagine"
  ///   var price: Decimal = 9.5
  ///   var coupon: String?
  ///   var buyer = ["plan": "premium"]
  ///   var tags = ["vinyl", "mono"]
  /// }
  ///
  /// let properties = try TrackedProperties(encoding: Purchase())
  /// print(properties.json)   // {"product":"Imagine","price":9.5,"buyer":{"plan":"premium"},"tags":["vinyl","mono"]}
  /// track(Events.Shop.didBuy, trackedProperties: properties)
  /// ```
  ///
  /// The keys are the coding keys, without a type path. For other names, declare `CodingKeys`.
  ///
  /// | encoded | becomes |
  /// |---|---|
  /// | an object (`container(keyedBy:)`) | ``TrackedValue/properties(_:)`` |
  /// | a list (`unkeyedContainer()`) | ``TrackedValue/array(_:)-enum.case`` |
  /// | a dictionary with `String`, `Int` or `CodingKeyRepresentable` keys | properties, sorted by key since it has no order |
  /// | a dictionary with other keys, such as an enum | an array of alternating keys and values, which is how it encodes itself |
  /// | `nil`, synthesised or by `encodeIfPresent` | nothing: the key is left out |
  /// | `nil`, by `encodeNil` or inside a list | ``TrackedValue/null`` |
  /// | numbers, `Bool`, `String`, `Date`, `URL`, `UUID`, `Decimal`, your own ``TrackedValueConvertible`` with such a value | its ``TrackedValueConvertible/trackedValue`` |
  /// | `Data` | its Base64 text |
  /// | a value that encodes nothing | no properties |
  ///
  /// No value stops the app. The library sends a value that services cannot take as text, and reports an issue when the
  /// outermost property around the value is tracked: see ``TrackedValue``. If a key is encoded twice, the later value
  /// replaces the earlier value, and the library also reports an issue. If a nested container is requested twice, both
  /// requests get the same container.
  ///
  /// Depth: if a value is nested deeper than 32 levels, a text replaces the value and everything inside it. The levels
  /// around the value stay. Encoding is recursive, so it stops with an error at 64 levels, counting optionals and
  /// arrays, long before the thread's stack is full. A value of such a depth nearly always contains itself, like a
  /// child that encodes its parent.
  ///
  /// Cost: one visit of each encoded value, on the calling thread; one allocation for each property, and several for
  /// each container. Encoding costs far more than `key ~>> value`, so encode a value when it changes rather than at
  /// each read.
  ///
  /// - Parameter value: A value that encodes as an object: a struct, a class, a dictionary. The encoder's `userInfo` is
  ///   empty.
  /// - Throws: `EncodingError.invalidValue` if `value` encodes as a list or as a single value (a number, an array, an
  ///   enum's raw value, `nil`), which has no keys; the same with the coding path if values are nested more than 64
  ///   deep; and any error that `value` itself throws while it encodes.
  public init(encoding value: some Encodable) throws {
    let encoded = try TrackedPropertiesEncoder().encoded(value)
    let form: String
    switch encoded.kind {
    case .nothing, .object:
      self = try encoded.topLevelProperties()
      return
    case .list: form = "an array"
    case .value: form = encoded.value == .null ? "nil" : "a single value"
    }
    throw EncodingError.invalidValue(
      value,
      EncodingError.Context(
        codingPath: [],
        debugDescription:
          "\(type(of: value)) encodes as \(form), which has no keys to name properties by. Encode a struct, "
          + "a class or a dictionary with String keys instead, or write one property: key ~>> value."))
  }
}
