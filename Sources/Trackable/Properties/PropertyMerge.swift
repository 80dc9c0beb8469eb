/// The law of precedence: of several places that speak of one key, the first one added wins.
///
/// Whoever delivers an event adds the places in rank order, highest first (call site, event, link, computed, then
/// the ancestors, nearest first, then the defaults). The result is in rank order, and inside a rank in the order
/// written. There is no second merge anywhere: lookup, delivery and explanation all read this one's result.
///
/// Cost: nothing is allocated while one place speaks; the second makes the array that becomes the result.
struct PropertyMerge: PropertySink {
  /// The only place that has spoken so far: its properties are distinct, so it is a result as it is.
  private var first = TrackedProperties()
  /// What won, since a second place spoke; `first` is then empty.
  private var winners: KeyedProperties?
  private var reportable: [TrackedProperty]?
  private let capacity: Int

  /// - Parameter capacity: How many properties are expected. More cost another allocation.
  init(capacity: Int = 16) {
    self.capacity = capacity
  }

  /// The properties whose flaws are still to be reported, whether they won or not.
  var flawed: [TrackedProperty] { reportable ?? [] }

  /// Whether ``flawed`` has any.
  var hasFlaws: Bool { reportable != nil }

  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties, from source: @autoclosure () -> PropertySource) {
    add(properties)
  }

  /// Adds one place. What is already said stays; what says nothing changes nothing.
  @inline(__always)
  mutating func add(_ properties: consuming TrackedProperties) {
    if !properties.isEmpty { addSpeaking(properties) }
  }

  @inline(never)
  private mutating func addSpeaking(_ properties: consuming TrackedProperties) {
    if properties.hasFlaws { takeFlaws(of: &properties) }
    if winners != nil {
      winners!.appendMissing(properties)
    } else if first.isEmpty {
      first = properties
    } else {
      var keyed = KeyedProperties(capacity: max(capacity, first.count + properties.count))
      keyed.appendMissing(first)
      keyed.appendMissing(properties)
      first = TrackedProperties()
      winners = keyed
    }
  }

  @inline(never)
  private mutating func takeFlaws(of properties: inout TrackedProperties) {
    reportable = flawed + properties.filter { !$0.flaws.isEmpty }
    properties = properties.cleared
  }

  /// Everything that won, in order.
  var result: TrackedProperties { winners.map { TrackedProperties(unique: $0.elements) } ?? first }

  /// Everything that won, moved out and not copied.
  consuming func finish() -> TrackedProperties { winners?.finish() ?? first }
}

extension KeyedProperties {
  /// Adds those properties whose keys are not there yet.
  @inline(__always)
  mutating func appendMissing(_ properties: TrackedProperties) {
    properties.forEachProperty { property in
      if position(of: property.key) == nil { append(property) }
    }
  }
}

extension TrackedProperties {
  /// These properties, and those of `lower` of whose keys they do not speak.
  func completed(by lower: TrackedProperties) -> TrackedProperties {
    if lower.isEmpty { return self }
    var merge = PropertyMerge(capacity: count + lower.count)
    merge.add(self)
    merge.add(lower)
    return merge.finish()
  }
}
