/// The law of precedence: of several places that speak of one key, the first one added wins.
///
/// Whoever delivers an event adds the places in rank order, highest first (call site, event, link, computed, then
/// the ancestors, nearest first, then the defaults). The result is in rank order, and inside a rank in the order
/// written. There is no second merge anywhere: lookup, delivery and explanation all read this one's result.
struct PropertyMerge: PropertySink {
  private var winners: KeyedProperties
  /// The properties whose flaws are still to be reported, whether they won or not.
  private(set) var flawed: [TrackedProperty] = []

  init(capacity: Int = 16) {
    winners = KeyedProperties(capacity: capacity)
  }

  mutating func add(_ properties: TrackedProperties, from source: @autoclosure () -> PropertySource) {
    add(properties)
  }

  /// Adds one place. What is already said stays; what says nothing changes nothing.
  mutating func add(_ properties: TrackedProperties) {
    properties.forEachProperty { property in
      let isFlawed = !property.flaws.isEmpty
      if isFlawed { flawed.append(property) }
      if winners.position(of: property.key) == nil { winners.append(isFlawed ? property.cleared : property) }
    }
  }

  /// Everything that won, in order.
  var result: TrackedProperties { TrackedProperties(unique: winners.elements) }
}

extension TrackedProperties {
  /// These properties, and those of `lower` of whose keys they do not speak.
  func completed(by lower: TrackedProperties) -> TrackedProperties {
    if lower.isEmpty { return self }
    var merge = PropertyMerge(capacity: count + lower.count)
    merge.add(self)
    merge.add(lower)
    return merge.result
  }
}
