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

extension EncodedNode {
  /// The properties, if this node holds an object or nothing at all. There is no enclosing property to carry the flaws of
  /// this node, so its own properties do.
  var topLevelProperties: TrackedProperties? {
    switch kind {
    case .nothing, .keyed: properties(flaws)
    case .single, .unkeyed: nil
    }
  }

  private func properties(_ inherited: TrackedValueFlaws = []) -> TrackedProperties {
    let ordered = sortsKeys ? entries.sorted { $0.name < $1.name } : entries
    return TrackedProperties(
      ordered.map { entry in
        let (value, flaws) = entry.value.made
        return TrackedProperty(
          key: PropertyKey(dynamicName: entry.name), given: value, flaws: entry.flaws.union(flaws).union(inherited))
      })
  }

  fileprivate var made: (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch kind {
    case .nothing, .keyed: return (.properties(properties()), flaws)
    case .single:
      let (value, found) = entries[0].value.made
      return (value, flaws.union(found))
    case .unkeyed:
      let elements = entries.map(\.value.made)
      return (.array(elements.map(\.value)), elements.reduce(flaws) { $0.union($1.flaws) })
    }
  }
}

extension EncodedValue {
  /// The value as a property carries it, and the reasons for whatever was changed in it.
  fileprivate var made: (value: TrackedValue, flaws: TrackedValueFlaws) {
    switch self {
    case .scalar(let value, let flaws): (value, flaws)
    case .node(let node): node.made
    }
  }
}
