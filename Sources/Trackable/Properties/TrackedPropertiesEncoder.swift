#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoder behind ``TrackedProperties/init(encoding:)``, with the content of one value.
///
/// Foundation's JSON encoder is not used, because it turns 4.0 into the whole number 4 and a date into text, orders a
/// struct's keys at random, and overflows the stack for a value that contains itself.
///
/// The encoder is a class, because a value may request several containers, keep them all and fill them in any order. If
/// a value encodes two different kinds of content, the later kind wins, and the value gets a flaw. Foundation's
/// encoders trap in that case.
final class TrackedPropertiesEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  enum Kind { case nothing, value, list, object }

  /// The most levels of encoded values.
  ///
  /// Each level takes several stack frames, 2 KB or more in a debug build, and a thread may have a stack of only 512
  /// KB.
  private static let maximumDepth = 64

  let codingPath: [any CodingKey]
  private let depth: Int
  private(set) var kind = Kind.nothing
  private(set) var value = TrackedValue.null
  /// The elements of a list, or the fields of an object.
  private var children: [TrackedPropertiesEncoder] = []
  private var flaws: TrackedValueFlaws = .none
  /// Whether the last requested container is a list.
  private var appends = false
  /// Whether an object encodes its keys in an arbitrary order.
  private var sortsKeys = false

  init(codingPath: [any CodingKey] = [], depth: Int = 0) {
    self.codingPath = codingPath
    self.depth = depth
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// The key of this value in the object around it.
  private var name: String { codingPath.last?.stringValue ?? "" }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.object)
    return KeyedEncodingContainer(ObjectContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.list)
    appends = true
    return self
  }

  // A single-value container adds no level of nesting.
  func singleValueContainer() -> any SingleValueEncodingContainer {
    appends = false
    return self
  }

  // The following methods serve both a list and a single value.
  func encodeNil() throws { try write(nil) }
  func encode<Value: Encodable>(_ value: Value) throws { try write(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: Int128) throws { try write(value) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: UInt128) throws { try write(value) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    nested(forKey: nil).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested(forKey: nil).unkeyedContainer() }
  func superEncoder() -> any Encoder { nested(forKey: nil) }
  var count: Int { kind == .list ? children.count : 0 }
}

// MARK: - Writing

extension TrackedPropertiesEncoder {
  /// The encoder of a nested value for a key or, without a key, of a value in place of this encoder's value.
  func encoded(_ value: (any Encodable)?, forKey key: (any CodingKey)? = nil) throws -> TrackedPropertiesEncoder {
    try throwIfTooDeep(value)
    let child = child(forKey: key)
    if let value, !child.encodeScalar(value) {
      try child.throwIfTooDeep(value)
      child.sortsKeys = value is any EncodedWithoutOrder
      try value.encode(to: child)
    } else if value == nil {
      child.kind = .value
    }
    return child
  }

  @inline(never) private func write(_ value: (any Encodable)?) throws {
    if appends { try add(value, forKey: nil) } else { become(try encoded(value)) }
  }

  /// Adds a nested value: to an object if there is a key, and otherwise to a list. A repeated key is noticed later,
  /// when the properties are made.
  fileprivate func add(_ value: (any Encodable)?, forKey key: (any CodingKey)?) throws {
    let child = try encoded(value, forKey: key ?? nextIndex)
    become(key == nil ? .list : .object)
    children.append(child)
  }

  /// The encoder of a nested value. An object has one encoder for each key.
  ///
  /// The methods of Swift's `Encoder` that return a container or an encoder cannot throw. Instead, an encoder that is
  /// one level too deep throws for every value, returns itself for every nested container, and throws when the
  /// properties are made. So the tree of encoders is never too deep for recursion.
  fileprivate func nested(forKey key: (any CodingKey)?) -> TrackedPropertiesEncoder {
    if isTooDeep { return self }
    become(key == nil ? .list : .object)
    if let key, let known = children.last(where: { $0.name == key.stringValue }), known.kind != .value { return known }
    let child = child(forKey: key ?? nextIndex)
    children.append(child)
    return child
  }

  private func child(forKey key: (any CodingKey)?) -> TrackedPropertiesEncoder {
    TrackedPropertiesEncoder(codingPath: key.map { codingPath + [$0] } ?? codingPath, depth: depth + 1)
  }

  private var nextIndex: PathKey { PathKey(intValue: count) }

  private func become(_ kind: Kind) {
    if self.kind == kind { return }
    if self.kind != .nothing { flaws.formUnion(.duplicateKey) }
    self.kind = kind
    children = []
  }

  private func become(_ other: TrackedPropertiesEncoder) {
    if kind != .nothing { flaws.formUnion(.duplicateKey) }
    (kind, value, children, sortsKeys) = (other.kind, other.value, other.children, other.sortsKeys)
    flaws.formUnion(other.flaws)
  }

  /// Encodes a value that is a scalar for the library. The value must not encode itself, because a `Date` would encode
  /// a number, and a `Decimal` an object.
  private func encodeScalar(_ given: any Encodable) -> Bool {
    if let convertible = given as? any TrackedValueConvertible, case (let scalar?, let found) = convertible.sent,
      scalar.depth == 0
    {
      (value, flaws) = (scalar, found)
    } else if let data = given as? Data {
      // On its own, `Data` encodes an array with a number for each byte, which is useless on a dashboard.
      value = .string(data.base64EncodedString())
    } else {
      return false
    }
    kind = .value
    return true
  }

  private var isTooDeep: Bool { depth > Self.maximumDepth }

  private func throwIfTooDeep(_ value: (any Encodable)? = nil) throws {
    if !isTooDeep { return }
    throw EncodingError.invalidValue(
      value as Any,
      EncodingError.Context(
        codingPath: codingPath,
        debugDescription: "More than \(Self.maximumDepth) values inside each other. If the value refers back to "
          + "itself, as a child to its parent, encode an identifier instead of the reference."))
  }
}

// MARK: - Reading

extension TrackedPropertiesEncoder {
  /// The properties of the outermost object. The object is not the value of a property that could carry its flaws, so
  /// the object's own properties carry them.
  func topLevelProperties() throws -> TrackedProperties { try properties(flaws) }

  private func properties(_ inherited: TrackedValueFlaws = .none) throws -> TrackedProperties {
    let properties = try elements(inherited)
    return TrackedProperties(sortsKeys ? properties.sortedByName() : properties)
  }

  /// The elements of a list or the fields of an object, with the reasons for each change.
  private func elements(_ inherited: TrackedValueFlaws = .none) throws -> [TrackedProperty] {
    try throwIfTooDeep()
    return try children.map { child in
      var value = child.value
      if child.kind == .list {
        value = .array(TrackedValue.Elements(try child.elements().map { ($0.value, $0.flaws) }))
      } else if child.kind != .value {
        value = .properties(try child.properties())
      }
      return TrackedProperty(
        key: PropertyKey(dynamicName: child.name), given: value, flaws: child.flaws.union(inherited))
    }
  }
}

// MARK: - Containers

// One generic `encode`, as in the encoder, also satisfies the protocols' requirements for each scalar type. The widest
// integers need methods of their own, because their requirements have defaults that refuse them.

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TrackedPropertiesEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try encoder.add(nil, forKey: key) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.add(value, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encoder.add(value, forKey: key) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encoder.add(value, forKey: key) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.nested(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nested(forKey: key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nested(forKey: PathKey(stringValue: "super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(forKey: key) }
}

/// A coding key that no type declares: an index, or `super`.
private final class PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  required init(intValue: Int) {
    stringValue = "Index " + intValue.description
    self.intValue = intValue
  }

  required init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }
}

/// A type that may encode its keys in a different order in each run.
private protocol EncodedWithoutOrder {}

extension Dictionary: EncodedWithoutOrder {}
