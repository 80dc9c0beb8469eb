extension TrackedProperties {
  /// The properties that a value encodes: one for each key, in the order encoded.
  ///
  /// For attributes that have a type of their own. The compiler checks the names and kinds once, where the type is
  /// declared, instead of at every call; and a model that is `Encodable` anyway needs nothing more.
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
  /// properties.json   // {"product":"Imagine","price":9.5,"buyer":{"plan":"premium"},"tags":["vinyl","mono"]}
  /// track(Events.Shop.didBuy, trackedProperties: properties)
  /// ```
  ///
  /// Keys are the coding keys as they are written, and no style of the module's own identifiers. To translate them,
  /// declare `CodingKeys`.
  ///
  /// | encoded | becomes |
  /// |---|---|
  /// | an object (`container(keyedBy:)`) | ``TrackedValue/properties(_:)`` |
  /// | a list (`unkeyedContainer()`) | ``TrackedValue/array(_:)`` |
  /// | a dictionary with `String`, `Int` or `CodingKeyRepresentable` keys | properties, sorted by key since it has no order |
  /// | a dictionary with other keys, such as an enum | an array of keys and values in turn: so it encodes itself |
  /// | `nil`, synthesised or by `encodeIfPresent` | nothing: the key is left out |
  /// | `nil`, by `encodeNil` or inside a list | ``TrackedValue/null`` |
  /// | numbers, `Bool`, `String`, `Date`, `URL`, `UUID`, `Decimal` | what ``TrackedValueConvertible`` says of them |
  /// | `Data` | its Base64 text |
  /// | a value that encodes nothing | no properties |
  ///
  /// Nothing traps. What does not fit is sent as text and the top-level property that holds it is flawed, so that
  /// tracking it reports an issue: see ``TrackedValueFlaws``. Of two values for one key the later one wins in the
  /// place of the first, with the flaw ``TrackedValueFlaws/duplicateKey``; a nested container that is asked for twice
  /// is one container, and keeps what both put into it.
  ///
  /// Depth: what is nested in a property more than ``TrackedValue/maximumDepth`` (32) levels deep is sent as JSON
  /// text, so nothing is lost, with the flaw ``TrackedValueFlaws/tooDeep``. Since `encode(to:)` of a nested value is
  /// called on the stack of the one around it, it ends at 64 values inside each other, optionals and arrays counted:
  /// there an error is thrown, long before the stack of a thread is used up. Such a value nearly always holds itself,
  /// as a child that encodes its parent does, and no text could hold it either.
  ///
  /// Cost: one visit of everything encoded, on the caller; an allocation for every property and several for every
  /// container. That is far more than `key ~>> value`, so encode where a value changes rather than where it is read.
  ///
  /// - Parameter value: A value that encodes as an object: a struct, a class, a dictionary. `encoder.userInfo` is
  ///   empty.
  /// - Throws: `EncodingError.invalidValue` if `value` encodes as a list or as a single value (a number, an array, an
  ///   enum's raw value, `nil`), which has no keys; the same with the coding path if values are nested more than 64
  ///   deep; and whatever `value` itself throws while it encodes.
  public init(encoding value: some Encodable) throws {
    let encoder = TrackedPropertiesEncoder()
    let encoded = try encoder.encoded(value)
    if let failure = encoder.session.failure { throw failure }
    guard case .place(let place) = encoded, let properties = place.topLevelProperties else {
      throw EncodingError.invalidValue(
        value,
        EncodingError.Context(codingPath: [], debugDescription: encoded.complaint(about: type(of: value))))
    }
    self = properties
  }
}

extension EncodedValue {
  /// Why a value that has no keys at the top cannot become properties, and what to do.
  fileprivate func complaint(about type: Any.Type) -> String {
    let form =
      switch self {
      case .scalar(.null, _): "nil"
      case .scalar(let value, _): "a single value (\(value.description.prefix(80)))"
      case .place: "an array"
      }
    return "\(type) encodes as \(form), which has no keys to name properties by. Encode a struct, a class or a "
      + "dictionary with String keys instead, or write one property: key ~>> value."
  }
}
