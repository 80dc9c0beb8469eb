import Trackable

// The naive interpreter, written from the laws and not from the code: it knows strings and arrays only, and answers the
// text that `CallLog` would hold.

/// What a property says, in naive words.
indirect enum ModelValue: Sendable {
  case int(Int)
  case text(String)
  case nested(ModelProperties)

  var text: String {
    switch self {
    case .int(let value): "\(value)"
    case .text(let value): "\"\(value)\""
    case .nested(let properties): properties.text
    }
  }
}

/// A key as it is spelt by now, and its traits.
struct ModelProperty: Sendable {
  var key: String
  /// Whether the key is the path of a case. What a closure writes is none, even where it has the same text.
  var isPath = true
  /// What the key was called before it was renamed.
  var original: String?
  var value: ModelValue

  func isOne(of keys: [String]) -> Bool { keys.contains(key) || original.map(keys.contains) == true }
}

/// Keys and values in order.
struct ModelProperties: Sendable, ExpressibleByDictionaryLiteral {
  var list: [ModelProperty] = []

  init(dictionaryLiteral elements: (String, ModelValue)...) {
    list = elements.map { ModelProperty(key: $0.0, value: $0.1) }
  }

  init(_ list: [ModelProperty]) { self.list = list }

  func position(of key: String) -> Int? { list.firstIndex { $0.key == key } }

  /// The first word on a key stands.
  func completed(by lower: ModelProperties) -> ModelProperties {
    ModelProperties(list + lower.list.filter { position(of: $0.key) == nil })
  }

  var text: String { "{" + list.map { "\($0.key)=\($0.value.text)" }.joined(separator: ", ") + "}" }

  var trackedProperties: TrackedProperties {
    TrackedProperties(
      list.map { property in
        // A text with the name of a case is that case, which a style spells by its path.
        let key = Sample.Field.allCases.first { $0.name == property.key }.map { PropertyKey($0) }
        return switch property.value {
        case .int(let value): (key ?? PropertyKey(property.key)) ~>> value
        case .text(let value): (key ?? PropertyKey(property.key)) ~>> value
        case .nested(let properties): (key ?? PropertyKey(property.key)) ~>> properties.trackedProperties
        }
      })
  }

  /// Each key by what `rename` answers. Of keys that get one name the first stays.
  func renamed(_ rename: (ModelProperty) -> String) -> ModelProperties {
    var result = ModelProperties([])
    for property in list {
      let name = rename(property)
      if result.position(of: name) != nil { continue }
      var value = property.value
      if case .nested(let nested) = value { value = .nested(nested.renamed(rename)) }
      result.list.append(
        ModelProperty(
          key: name, isPath: property.isPath, original: property.original ?? property.key, value: value))
    }
    return result
  }
}

/// An event on its way, in naive words.
struct ModelEvent: Sendable {
  var name: String
  /// Whether the name is a path. What an event or a combinator writes is none, even where it has the same text.
  var isPath = true
  var entity: String
  var eventType: AnalyticsEventType
  var properties: ModelProperties
  let original: SampleEvent
  /// For the case of `Sample.Contacts` that has another name by type.
  var contactIndex: Int?
  var time = "then"

  var text: String {
    "track \(name) | \(entity) | \(eventType) | \(properties.text) | \(original.typeName) \(time)"
  }
}

/// A call on its way.
enum ModelCall: Sendable {
  case track(ModelEvent)
  case update(name: String, SampleUserProperty)
  /// A user or a group with traits, which renamings and rules for keys change.
  case identify(ModelProperties)
  case group(ModelProperties)
  /// A call that no combinator changes, as it is noted.
  case other(String)

  var text: String {
    switch self {
    case .track(let event): event.text
    case .update(let name, let property): "update \(name) = \(property.valueText) | \(property.typeName)"
    case .identify(let traits): "identify john | \(traits.text)"
    case .group(let traits): "update team = \"apple\" \(traits.text) | Team"
    case .other(let text): text
    }
  }
}

extension ModelCall {
  /// The call with other properties.
  func with(_ change: (ModelProperties) -> ModelProperties) -> ModelCall {
    switch self {
    case .track(let event): .track(event.with(\.properties, change(event.properties)))
    case .identify(let traits): .identify(change(traits))
    case .group(let traits): .group(change(traits))
    case .update, .other: self
    }
  }
}

extension TrackerTree {
  /// What the leaves note of a call, in order.
  func arrivals(of call: ModelCall) -> [String] {
    switch self {
    case .leaf(let number): ["leaf \(number): \(call.text)"]
    case .noOp: []
    case .named(_, let base): base.arrivals(of: call)
    case .combined(let first, let second): first.arrivals(of: call) + second.arrivals(of: call)
    case .list(let members): members.flatMap { $0.arrivals(of: call) }
    case .consenting(let isGranted, let base), .holding(let isGranted, let base):
      // A purge tells nothing about users.
      if case .other("purge") = call { base.arrivals(of: call) } else { isGranted ? base.arrivals(of: call) : [] }
    case .sampled(let rate, let base):
      if case .track(let event) = call, Double(MurmurHash3.hash(event.name.utf8)) >= rate * 4_294_967_296 {
        []
      } else {
        base.arrivals(of: call)
      }
    case .filter(let rule, let base):
      if case .track(let event) = call, !rule.allows(event) { [] } else { base.arrivals(of: call) }
    case .filterUserProperties(let rule, let base):
      switch call {
      case .update(let name, let property) where !rule.allows(property, name: name): []
      case .group where !rule.allowsGroups: []
      default: base.arrivals(of: call)
      }
    case .multiplying(let count, let base), .written(let count, let base):
      if case .track(let event) = call {
        (0..<count).flatMap { number in
          base.arrivals(of: .track(event.with(\.properties, event.properties.replacing("number", by: number))))
        }
      } else {
        base.arrivals(of: call)
      }
    case .change(let change, let base): base.arrivals(of: call) { change.made(of: $0) }
    case .adding(let properties, let base):
      base.arrivals(of: call) { $0.with(\.properties, $0.properties.completed(by: properties)) }
    case .overriding(let properties, let base):
      base.arrivals(of: call) {
        $0.with(\.properties, properties.completed(by: $0.properties))
      }
    case .renaming(let renaming, let base):
      switch call {
      case .update(let name, let property):
        base.arrivals(of: .update(name: renaming.eventSpelling.spelled(name), property))
      case .identify(let traits): base.arrivals(of: .identify(renaming.made(of: traits)))
      case .group(let traits): base.arrivals(of: .group(renaming.made(of: traits)))
      case .track, .other: base.arrivals(of: call) { renaming.made(of: $0) }
      }
    case .keys(let isAllowing, let keys, let base):
      base.arrivals(of: call.with { isAllowing ? $0.keeping(keys) : $0.removing(keys) })
    }
  }

  private func arrivals(of call: ModelCall, change: (ModelEvent) -> ModelEvent?) -> [String] {
    guard case .track(let event) = call else { return arrivals(of: call) }
    return change(event).map { arrivals(of: .track($0)) } ?? []
  }

  /// The name. Members that are combinations are taken apart, and those that do nothing are left out.
  var name: String {
    switch self {
    case .leaf(let number): "leaf \(number)"
    case .noOp: "NoOpTracker"
    case .named(let name, _): name
    case .combined, .list: parts.map(\.name).joined(separator: " + ")
    case .filter(_, let base), .filterUserProperties(_, let base), .change(_, let base),
      .multiplying(_, let base), .written(_, let base), .adding(_, let base), .overriding(_, let base),
      .renaming(_, let base), .keys(_, _, let base), .consenting(_, let base), .holding(_, let base),
      .sampled(_, let base):
      base.name
    }
  }

  private var parts: [TrackerTree] {
    switch self {
    case .combined(let first, let second): first.parts + second.parts
    case .list(let members): members.flatMap(\.parts)
    case .noOp: []
    default: [self]
    }
  }
}
