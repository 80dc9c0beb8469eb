// Each container has one generic `encode`, which also satisfies the protocols' separate requirements for each scalar
// type. The widest integers are an exception: their requirements have defaults that refuse them, so they are written
// out.

extension TrackedPropertiesEncoder {
  struct KeyedContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: TrackedPropertiesEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) throws {
      try encoder.checkDepth()
      encoder.node.set(.scalar(.null, []), named: key.stringValue)
    }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      encoder.node.set(try encoder.encoded(value, forKey: key), named: key.stringValue)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: Int128, forKey key: Key) throws {
      encoder.node.set(try encoder.encoded(value, forKey: key), named: key.stringValue)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: UInt128, forKey key: Key) throws {
      encoder.node.set(try encoder.encoded(value, forKey: key), named: key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      nested(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      nested(forKey: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { nested(forKey: EncodedPathKey(stringValue: "super")) }

    func superEncoder(forKey key: Key) -> any Encoder { nested(forKey: key) }

    private func nested(forKey key: any CodingKey) -> TrackedPropertiesEncoder {
      encoder.nested(forKey: key) { encoder.node.node(named: key.stringValue) }
    }
  }

  struct UnkeyedContainer: UnkeyedEncodingContainer {
    let encoder: TrackedPropertiesEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    var count: Int { encoder.node.kind == .unkeyed ? encoder.node.count : 0 }

    func encodeNil() throws {
      try encoder.checkDepth()
      encoder.node.append(.scalar(.null, []))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.node.append(try encoder.encoded(value, forKey: EncodedPathKey(index: count)))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: Int128) throws { encoder.node.append(try encoder.encoded(value)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: UInt128) throws { encoder.node.append(try encoder.encoded(value)) }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nested().unkeyedContainer() }

    func superEncoder() -> any Encoder { nested() }

    private func nested() -> TrackedPropertiesEncoder {
      encoder.nested(forKey: EncodedPathKey(index: count), in: encoder.node.appendNode)
    }
  }

  struct SingleContainer: SingleValueEncodingContainer {
    let encoder: TrackedPropertiesEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() throws {
      try encoder.checkDepth()
      encoder.node.setSingle(.scalar(.null, []))
    }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.node.setSingle(try encoder.encoded(value))
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: Int128) throws { encoder.node.setSingle(try encoder.encoded(value)) }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
    func encode(_ value: UInt128) throws { encoder.node.setSingle(try encoder.encoded(value)) }
  }
}
