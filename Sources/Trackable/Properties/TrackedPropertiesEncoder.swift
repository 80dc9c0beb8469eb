#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The encoder behind ``TrackedProperties/init(encoding:)``: it notes what a value encodes in an ``EncodedPlace``.
struct TrackedPropertiesEncoder: Encoder {
  /// How many values may be encoded inside each other.
  ///
  /// Every level is several frames on the stack, 2 KB and more in a debug build, and a thread may have only 512 KB.
  static let maximumDepth = 64

  let place: EncodedPlace
  let codingPath: [any CodingKey]
  let session: Session
  private let depth: Int

  /// What all encoders of one value share.
  final class Session {
    /// The first error that had to wait, because a nested container is asked for by a call that cannot throw.
    var failure: EncodingError?
  }

  init() {
    self.init(place: EncodedPlace(), codingPath: [], session: Session(), depth: 0)
  }

  private init(place: EncodedPlace, codingPath: [any CodingKey], session: Session, depth: Int) {
    self.place = place
    self.codingPath = codingPath
    self.session = session
    self.depth = depth
  }

  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.become(.keyed)
    return KeyedEncodingContainer(KeyedContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.become(.unkeyed)
    return UnkeyedContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleContainer(encoder: self)
  }
}

extension TrackedPropertiesEncoder {
  /// What `value` encodes, under a key of this encoder's value or, without one, in its place.
  func encoded<Value: Encodable>(_ value: Value, forKey key: (any CodingKey)? = nil) throws -> EncodedValue {
    if isTooDeep { throw tooDeep(value, at: codingPath) }
    if let value = value as? any EncodedAsScalar { return value.encodedScalar }
    let path = key.map { codingPath + [$0] } ?? codingPath
    if depth == Self.maximumDepth { throw tooDeep(value, at: path) }
    let place = EncodedPlace(sortsKeys: Value.self is any EncodedWithoutOrder.Type)
    try value.encode(
      to: TrackedPropertiesEncoder(place: place, codingPath: path, session: session, depth: depth + 1))
    return place.simplified
  }

  /// Throws if this encoder leads nowhere.
  func checkDepth() throws {
    if isTooDeep { throw tooDeep(Any?.none as Any, at: codingPath) }
  }

  /// The encoder for a place inside this one, from `place` unless that would be too deep.
  ///
  /// One level too deep is an encoder that leads nowhere: every value given to it throws, and what is nested in it
  /// is that encoder again, so that no tree is built that could not be walked.
  func nested(forKey key: any CodingKey, in place: () -> EncodedPlace) -> TrackedPropertiesEncoder {
    if isTooDeep { return self }
    let path = codingPath + [key]
    if depth < Self.maximumDepth {
      return TrackedPropertiesEncoder(place: place(), codingPath: path, session: session, depth: depth + 1)
    }
    if session.failure == nil { session.failure = tooDeep(Any?.none as Any, at: path) }
    return TrackedPropertiesEncoder(place: EncodedPlace(), codingPath: path, session: session, depth: depth + 1)
  }

  private var isTooDeep: Bool { depth > Self.maximumDepth }

  private func tooDeep(_ value: Any, at path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      EncodingError.Context(
        codingPath: path,
        debugDescription: "More than \(Self.maximumDepth) values inside each other. If the value refers back to "
          + "itself, as a child to its parent, encode an identifier in place of the reference."))
  }
}

/// A coding key that no type declares: an index, or `super`.
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

/// A type whose conformance to ``TrackedValueConvertible`` is asked, not its `encode(to:)`: that would make a number
/// of a `Date`, and an object of a `Decimal`.
private protocol EncodedAsScalar {
  var encodedScalar: EncodedValue { get }
}

extension EncodedAsScalar where Self: TrackedValueConvertible {
  var encodedScalar: EncodedValue { .scalar(trackedValue ?? .null, trackedValueFlaws) }
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
extension Int128: EncodedAsScalar {}
extension UInt: EncodedAsScalar {}
extension UInt8: EncodedAsScalar {}
extension UInt16: EncodedAsScalar {}
extension UInt32: EncodedAsScalar {}
extension UInt64: EncodedAsScalar {}
extension UInt128: EncodedAsScalar {}
extension Date: EncodedAsScalar {}
extension URL: EncodedAsScalar {}
extension UUID: EncodedAsScalar {}
extension Decimal: EncodedAsScalar {}

extension Data: EncodedAsScalar {
  // By itself it encodes as an array with a number for every byte, which no dashboard can show.
  fileprivate var encodedScalar: EncodedValue { .scalar(.string(base64EncodedString()), []) }
}

/// A type that encodes its keys in an order that differs from run to run.
private protocol EncodedWithoutOrder {}

extension Dictionary: EncodedWithoutOrder {}
