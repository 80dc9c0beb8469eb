/// What was given to an encoder, before it becomes the value of a property.
enum EncodedValue {
  case scalar(TrackedValue, TrackedValueFlaws)
  case node(EncodedNode)
}

/// A node of the tree that an encoder builds: what one value has encoded so far.
///
/// It is a class because a value may request several containers, keep them all and fill them in any order.
///
/// A node holds a scalar, an array or an object. If a value encodes two different kinds into the same node, the later
/// one wins and the node is flawed. Foundation's encoders trap in that case.
final class EncodedNode {
  enum Kind { case nothing, single, keyed, unkeyed }

  private struct Entry {
    /// Empty in an array.
    let name: String
    var value: EncodedValue
    var flaws: TrackedValueFlaws = []
  }

  private(set) var kind: Kind = .nothing
  private var entries: [Entry] = []
  private var positions: [String: Int] = [:]
  private var flaws: TrackedValueFlaws = []
  private var sortsKeys: Bool

  /// A node for a value.
  ///
  /// - Parameter sortsKeys: Whether the order in which the value encodes its keys is arbitrary.
  init(sortsKeys: Bool = false) {
    self.sortsKeys = sortsKeys
  }

  var count: Int { entries.count }

  /// The scalar, if there is nothing else here; otherwise the node itself.
  var simplified: EncodedValue {
    kind == .single && flaws.isEmpty ? entries[0].value : .node(self)
  }

  // MARK: Writing

  func become(_ kind: Kind) {
    if self.kind == kind { return }
    if self.kind != .nothing {
      flaws.insert(.duplicateKey)
      entries = []
      positions = [:]
    }
    self.kind = kind
  }

  func set(_ value: EncodedValue, named name: String) {
    become(.keyed)
    if let position = positions[name] {
      entries[position].value = value
      entries[position].flaws.insert(.duplicateKey)
    } else {
      positions[name] = entries.count
      entries.append(Entry(name: name, value: value))
    }
  }

  /// The node for a key. It is made the first time, so that requesting it twice loses nothing.
  func node(named name: String) -> EncodedNode {
    become(.keyed)
    if let position = positions[name], case .node(let node) = entries[position].value { return node }
    let node = EncodedNode()
    set(.node(node), named: name)
    return node
  }

  func append(_ value: EncodedValue) {
    become(.unkeyed)
    entries.append(Entry(name: "", value: value))
  }

  func appendNode() -> EncodedNode {
    let node = EncodedNode()
    append(.node(node))
    return node
  }

  /// Makes `value` the content of this node. A single-value container adds no level of nesting.
  func setSingle(_ value: EncodedValue) {
    if kind != .nothing { flaws.insert(.duplicateKey) }
    switch value {
    case .scalar:
      kind = .single
      entries = [Entry(name: "", value: value)]
      positions = [:]
    case .node(let other):
      kind = other.kind
      entries = other.entries
      positions = other.positions
      sortsKeys = other.sortsKeys
      flaws.formUnion(other.flaws)
    }
  }
}

// MARK: - Reading

// Values are mended here, from the top down. If each property mended its own value instead, that would happen from the
// bottom up, and every level beyond the 32nd would quote the text of the level below it again. The recursion is bounded
// by `TrackedPropertiesEncoder.maximumDepth`.

extension EncodedNode {
  /// The properties, if this node holds an object or nothing at all.
  var topLevelProperties: TrackedProperties? {
    switch kind {
    case .nothing, .keyed: properties(depth: 0)
    case .single, .unkeyed: nil
    }
  }

  /// The properties of an object that is nested `depth` levels deep in a property.
  private func properties(depth: Int) -> TrackedProperties {
    // At the top there is no enclosing property to carry the flaws of this node, so its own properties do.
    let inherited = depth == 0 ? flaws : []
    let ordered = sortsKeys ? entries.sorted { $0.name < $1.name } : entries
    return TrackedProperties(
      unique: ordered.map { entry in
        let (value, flaws) = entry.value.mended(depth: depth + 1)
        return TrackedProperty(
          key: PropertyKey(dynamicName: entry.name), mended: value,
          flaws: entry.flaws.union(flaws).union(inherited))
      })
  }

  fileprivate func mended(depth: Int) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    var flaws = self.flaws
    let value: TrackedValue
    switch kind {
    case .single:
      let (single, found) = entries[0].value.mended(depth: depth)
      return (single, flaws.union(found))
    case .nothing, .keyed:
      let properties = properties(depth: depth)
      for property in properties { flaws.formUnion(property.flaws) }
      value = .properties(properties)
    case .unkeyed:
      var elements: [TrackedValue] = []
      elements.reserveCapacity(entries.count)
      for entry in entries {
        let (element, found) = entry.value.mended(depth: depth + 1)
        elements.append(element)
        flaws.formUnion(found)
      }
      value = .array(elements)
    }
    // Only the first level that is too deep becomes text, so that nothing inside it is quoted twice.
    if depth == TrackedValue.maximumDepth + 1 { return (.string(value.json), flaws.union(.tooDeep)) }
    return (value, flaws)
  }
}

extension EncodedValue {
  /// The value as a property carries it, and the reasons for whatever had to be changed in it.
  fileprivate func mended(depth: Int) -> (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .scalar(let value, let flaws):
      let (mended, found) = value.mended()
      return (mended, flaws.union(found))
    case .node(let node):
      return node.mended(depth: depth)
    }
  }
}
