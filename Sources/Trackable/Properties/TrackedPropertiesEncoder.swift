#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoder behind ``TrackedProperties/init(encoding:)``. It records what a value encodes in an ``EncodedNode``.
struct TrackedPropertiesEncoder: Encoder {
  /// How deep encoded values may be nested.
  ///
  /// Every level takes several stack frames, 2 KB or more in a debug build, and a thread may have a stack of only 512
  /// KB.
  static let maximumDepth = 64

  let node: EncodedNode
  let codingPath: [any CodingKey]
  let session: Session
  private let depth: Int

  /// The state that all encoders of one top-level value share.
  final class Session {
    /// The first error that could not be thrown at once, because requesting a nested container cannot throw.
    var failure: EncodingError?
  }

  init() {
    self.init(node: EncodedNode(), codingPath: [], session: Session(), depth: 0)
  }

  private init(node: EncodedNode, codingPath: [any CodingKey], session: Session, depth: Int) {
    self.node = node
    self.codingPath = codingPath
    self.session = session
    self.depth = depth
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.become(.keyed)
    return KeyedEncodingContainer(KeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.become(.unkeyed)
    return UnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }
}

extension TrackedPropertiesEncoder {
  /// What `value` encodes, for a key of this encoder's value or, without a key, instead of that value.
  func encoded<Value: Encodable>(_ value: Value, forKey key: (any CodingKey)? = nil) throws -> EncodedValue {
    if isTooDeep { throw tooDeep(value, at: codingPath) }
    if let value = value as? any EncodedAsScalar { return value.encodedScalar }
    let path = key.map { codingPath + [$0] } ?? codingPath
    if depth == Self.maximumDepth { throw tooDeep(value, at: path) }
    let node = EncodedNode(sortsKeys: Value.self is any EncodedWithoutOrder.Type)
    try value.encode(
      to: TrackedPropertiesEncoder(node: node, codingPath: path, session: session, depth: depth + 1))
    return node.simplified
  }

  /// Throws if this encoder is too deep to accept values.
  func checkDepth() throws {
    if isTooDeep { throw tooDeep(Any?.none as Any, at: codingPath) }
  }

  /// The encoder for a node inside this one. The node comes from `node`, unless it would be too deep.
  ///
  /// An encoder that is one level too deep throws for every value, and returns itself for whatever is nested in it. So
  /// no tree is ever built that is too deep to be walked.
  func nested(forKey key: any CodingKey, in node: () -> EncodedNode) -> TrackedPropertiesEncoder {
    if isTooDeep { return self }
    let path = codingPath + [key]
    if depth < Self.maximumDepth {
      return TrackedPropertiesEncoder(node: node(), codingPath: path, session: session, depth: depth + 1)
    }
    if session.failure == nil { session.failure = tooDeep(Any?.none as Any, at: path) }
    return TrackedPropertiesEncoder(node: EncodedNode(), codingPath: path, session: session, depth: depth + 1)
  }

  private var isTooDeep: Bool { depth > Self.maximumDepth }

  private func tooDeep(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "More than \(Self.maximumDepth) values inside each other. If the value refers back to "
          + "itself, as a child to its parent, encode an identifier instead of the reference."))
  }
}

/// A coding key that is not declared by any type: an index, or `super`.
struct EncodedPathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    self.init(index: intValue)
  }
}

// MARK: - Types that are not asked to encode themselves

/// A type that is converted through ``TrackedValueConvertible`` instead of its `encode(to:)`, which would turn a `Date`
/// into a number, and a `Decimal` into an object.
private protocol EncodedAsScalar {
  var encodedScalar: EncodedValue { get }
}

extension EncodedAsScalar where Self: TrackedValueConvertible {
  var encodedScalar: EncodedValue { .scalar(trackedValue ?? .null, TrackedValueFlaws(of: self)) }
}

extension Bool: EncodedAsScalar {}
extension String: EncodedAsScalar {}
extension Double: EncodedAsScalar {}
extension Float: EncodedAsScalar {}
extension Int: EncodedAsScalar {}
extension Int8: EncodedAsScalar {}
extension Int16: EncodedAsScalar {}
extension Int32: EncodedAsScalar {}
extension Int64: EncodedAsScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension Int128: EncodedAsScalar {}
extension UInt: EncodedAsScalar {}
extension UInt8: EncodedAsScalar {}
extension UInt16: EncodedAsScalar {}
extension UInt32: EncodedAsScalar {}
extension UInt64: EncodedAsScalar {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension UInt128: EncodedAsScalar {}
extension Date: EncodedAsScalar {}
extension URL: EncodedAsScalar {}
extension UUID: EncodedAsScalar {}
extension Decimal: EncodedAsScalar {}

extension Data: EncodedAsScalar {
  // On its own it encodes as an array with a number for every byte, which is useless on a dashboard.
  fileprivate var encodedScalar: EncodedValue { .scalar(.string(base64EncodedString()), []) }
}

/// A type that encodes its keys in an order that differs from run to run.
private protocol EncodedWithoutOrder {}

extension Dictionary: EncodedWithoutOrder {}
