#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoder behind ``TrackedProperties/init(encoding:)``, and what one value has encoded so far.
///
/// Not Foundation's encoder and JSON: 4.0 would become the whole number 4 there, a date text, the order of a struct's
/// keys random, and a value that contains itself would take the whole stack.
///
/// It is a class because a value may request several containers, keep them all and fill them in any order. If a value
/// encodes two different kinds of content, the later one wins and is flawed; Foundation's encoders trap in that case.
final class TrackedPropertiesEncoder: Encoder, SingleValueEncodingContainer {
  enum Kind { case nothing, value, list, object }

  /// How deep encoded values may be nested.
  ///
  /// Every level takes several stack frames, 2 KB or more in a debug build, and a thread may have a stack of only 512
  /// KB.
  private static let maximumDepth = 64

  let codingPath: [any CodingKey]
  private let depth: Int
  private(set) var kind = Kind.nothing
  private(set) var value = TrackedValue.null
  /// Of a list or an object.
  fileprivate private(set) var children: [TrackedPropertiesEncoder] = []
  private var flaws: TrackedValueFlaws = .none
  /// Whether the order in which an object encodes its keys is arbitrary.
  private var sortsKeys = false

  init(codingPath: [any CodingKey] = [], depth: Int = 0) {
    self.codingPath = codingPath
    self.depth = depth
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }
  /// What this is called in the object around it.
  private var name: String { codingPath.last?.stringValue ?? "" }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    become(.object)
    return KeyedEncodingContainer(ObjectContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    become(.list)
    return ListContainer(encoder: self)
  }

  // A single-value container adds no level of nesting.
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() throws { become(try encoded(nil)) }
  func encode<Value: Encodable>(_ value: Value) throws { become(try encoded(value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: Int128) throws { become(try encoded(value)) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: UInt128) throws { become(try encoded(value)) }
}

// MARK: - Writing

extension TrackedPropertiesEncoder {
  /// What a value encodes, for a key of this encoder's value or, without a key, instead of that value.
  func encoded(_ value: (any Encodable)?, forKey key: (any CodingKey)? = nil) throws -> TrackedPropertiesEncoder {
    try throwIfTooDeep(value)
    let child = child(forKey: key)
    if let value, !child.takeScalar(value) {
      try child.throwIfTooDeep(value)
      child.sortsKeys = value is any EncodedWithoutOrder
      try value.encode(to: child)
    } else if value == nil {
      child.kind = .value
    }
    return child
  }

  /// Adds what a value encodes. A key that is there already is found when the properties are made.
  fileprivate func add(_ value: (any Encodable)?, forKey key: any CodingKey, _ kind: Kind) throws {
    let child = try encoded(value, forKey: key)
    become(kind)
    children.append(child)
  }

  /// The encoder for what is nested in this one: in an object always the same for a key.
  ///
  /// To request it cannot throw. One that is a level too deep throws for every value, returns itself for whatever is
  /// nested in it, and throws when the properties are made. So no tree is ever too deep to be walked.
  fileprivate func nested(forKey key: any CodingKey, _ kind: Kind) -> TrackedPropertiesEncoder {
    if isTooDeep { return self }
    become(kind)
    if kind == .object, let known = children.last(where: { $0.name == key.stringValue }), known.kind != .value {
      return known
    }
    let child = child(forKey: key)
    children.append(child)
    return child
  }

  private func child(forKey key: (any CodingKey)?) -> TrackedPropertiesEncoder {
    TrackedPropertiesEncoder(codingPath: key.map { codingPath + [$0] } ?? codingPath, depth: depth + 1)
  }

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

  /// Takes a value that converts to a scalar, which is not asked to encode itself: that would turn a `Date` into a
  /// number, and a `Decimal` into an object.
  private func takeScalar(_ given: any Encodable) -> Bool {
    if let convertible = given as? any TrackedValueConvertible, let scalar = convertible.trackedValue, scalar.depth == 0
    {
      value = scalar
      flaws = TrackedValueFlaws(rawValue: convertible._trackedValueFlaws)
    } else if let data = given as? Data {
      // On its own it encodes as an array with a number for every byte, which is useless on a dashboard.
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
  /// The properties of an object at the top. There is no enclosing property to carry its flaws, so its own properties
  /// do.
  func topLevelProperties() throws -> TrackedProperties { try properties(flaws) }

  private func properties(_ inherited: TrackedValueFlaws = .none) throws -> TrackedProperties {
    try throwIfTooDeep()
    let properties = try children.map { child in
      let (value, flaws) = try child.made()
      return TrackedProperty(
        key: PropertyKey(dynamicName: child.name), given: value, flaws: flaws.union(inherited))
    }
    return TrackedProperties(sortsKeys ? properties.sortedByName() : properties)
  }

  /// The value as a property carries it, and the reason for each change in it.
  private func made() throws -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch kind {
    case .nothing, .object: return (.properties(try properties()), flaws)
    case .value: return (value, flaws)
    case .list:
      try throwIfTooDeep()
      let elements = try children.map { try $0.made() }
      return (.array(elements.map(\.value)), elements.reduce(flaws) { $0.union($1.flaws) })
    }
  }
}

// MARK: - Containers

// Each has one generic `encode`, which also satisfies the protocols' separate requirements for each scalar type. The
// widest integers are an exception: their requirements have defaults that refuse them, so they are written out.

private struct ObjectContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: TrackedPropertiesEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  func encodeNil(forKey key: Key) throws { try encoder.add(nil, forKey: key, .object) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try encoder.add(value, forKey: key, .object) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: Int128, forKey key: Key) throws { try encoder.add(value, forKey: key, .object) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: UInt128, forKey key: Key) throws { try encoder.add(value, forKey: key, .object) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    encoder.nested(forKey: key, .object).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.nested(forKey: key, .object).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder.nested(forKey: PathKey(stringValue: "super"), .object) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(forKey: key, .object) }
}

private struct ListContainer: UnkeyedEncodingContainer {
  let encoder: TrackedPropertiesEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.kind == .list ? encoder.children.count : 0 }

  func encodeNil() throws { try encoder.add(nil, forKey: next, .list) }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder.add(value, forKey: next, .list) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: Int128) throws { try encoder.add(value, forKey: next, .list) }
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
  func encode(_ value: UInt128) throws { try encoder.add(value, forKey: next, .list) }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
    encoder.nested(forKey: next, .list).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    encoder.nested(forKey: next, .list).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder.nested(forKey: next, .list) }

  private var next: PathKey { PathKey(intValue: count) }
}

/// A coding key that is not declared by any type: an index, or `super`.
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

/// A type that encodes its keys in an order that differs from run to run.
private protocol EncodedWithoutOrder {}

extension Dictionary: EncodedWithoutOrder {}
