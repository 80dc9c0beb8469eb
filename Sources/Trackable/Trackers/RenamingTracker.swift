extension AnalyticsEventTracker {
  /// This tracker, receiving names in another spelling.
  ///
  /// ```swift
  /// mixpanel.renaming(.droppingPrefix("MyApp."))                       // events, user properties and keys
  /// firebase.renaming(events: .snakeCase, keys: .lastComponents(1))    // each in its own way
  /// ```
  ///
  /// ``TrackedEvent/base`` stays what it was. A key inside a nested value is renamed by the part of its name that it
  /// does not share with the key around it. Two keys that become one are one: the higher rank stays.
  public func renaming(_ style: IdentifierStyle) -> some AnalyticsEventTracker {
    RenamingTracker(base: self, events: style, keys: style)
  }

  /// This tracker, receiving the names of events and user properties, and the names of keys, in spellings of their own.
  public func renaming(events: IdentifierStyle = .path, keys: IdentifierStyle = .path) -> some AnalyticsEventTracker {
    RenamingTracker(base: self, events: events, keys: keys)
  }
}

struct RenamingTracker<Base: AnalyticsEventTracker>: AnalyticsEventTracker {
  let base: Base
  let events: IdentifierStyle
  let keys: IdentifierStyle

  func track(_ event: TrackedEvent) {
    var event = event
    if !events.isPath { event.name = events(event.name) }
    if !keys.isPath { event.properties = event.properties.renamed(by: keys) }
    base.track(event)
  }

  func update(_ property: TrackedUserProperty) {
    var property = property
    if !events.isPath { property.name = events(property.name) }
    base.update(property)
  }

  func identify(_ userID: String) { base.identify(userID) }
  func reset() { base.reset() }
  func report(_ error: any Error, at location: SourceLocation) { base.report(error, at: location) }
  func flush() async { await base.flush() }
}

extension TrackedProperties {
  /// The same properties with their keys in another spelling.
  func renamed(by style: IdentifierStyle, inside outer: String? = nil) -> TrackedProperties {
    var merge = PropertyMerge(capacity: count)
    for property in self {
      let path = property.key.name
      let local = outer.map { ComposedName.remainder(of: path, inside: $0) } ?? path
      var value = property.value
      if case .properties(let nested) = value {
        value = .properties(nested.renamed(by: style, inside: path))
      }
      let renamed = TrackedProperty(key: PropertyKey(dynamicName: style(local)), saying: value)
      merge.add(TrackedProperties(renamed))
    }
    return merge.result
  }
}
