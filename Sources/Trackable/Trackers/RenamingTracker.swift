extension AnalyticsEventTracker {
  /// This tracker, receiving all names in another spelling.
  ///
  /// ```swift
  /// mixpanel.renaming(.droppingPrefix("MyApp."))                       // events, user properties and keys
  /// firebase.renaming(events: .snakeCase, keys: .keepingLast(1))    // each in its own way
  /// ```
  ///
  /// A key is still found by the name it was written with, so `event.properties[Keys.amount]` works before and after a
  /// renaming. Of a key inside a nested value, only the part that it does not share with the enclosing key is renamed.
  /// If two keys get the same name, only the property of higher rank is kept. ``TrackedEvent/base`` and
  /// ``TrackedEvent/entity`` do not change; use ``map(_:)`` for the entity.
  ///
  /// The style is asked for the name of an enum case once, and its answer is kept.
  public func renaming(_ style: NamingStyle) -> some AnalyticsEventTracker {
    RenamingTracker(base: self, events: style, renameKey: RenamingTracker<Self>.renaming(by: style))
  }

  /// This tracker, receiving names in another spelling: one style for events and user properties, another for keys.
  public func renaming(events: NamingStyle = .path, keys: NamingStyle = .path) -> some AnalyticsEventTracker {
    RenamingTracker(base: self, events: events, renameKey: RenamingTracker<Self>.renaming(by: keys))
  }
}

extension AnalyticsEventTracker {
  /// This tracker, receiving the events of one type under the names that a closure gives them.
  ///
  /// ```swift
  /// firebase.renaming(ContactsEvent.self) { event in
  ///   switch event {
  ///   case .contactSelected: "contact_selected"
  ///   case .messageSent: "message_sent"
  ///   }
  /// }
  /// ```
  ///
  /// If the closure returns `nil`, the name stays as it is. Each destination may rename the same events in its own way.
  public func renaming<Event: AnalyticsEvent>(
    _ type: Event.Type,
    _ name: @escaping @Sendable (Event) -> String?
  ) -> some AnalyticsEventTracker {
    map { tracked in
      guard let event = tracked.base as? Event, let name = name(event) else { return tracked }
      var tracked = tracked
      tracked.name = name
      return tracked
    }
  }

  /// This tracker, receiving the keys of one enum under the names that a closure gives them.
  ///
  /// ```swift
  /// firebase.renaming(keys: ContactsKey.self) { key in
  ///   switch key {
  ///   case .contactIndex: "contact_index"
  ///   case .messageLength: "message_length"
  ///   }
  /// }
  /// ```
  ///
  /// The closure is called at once, for every case. It is matched against the name that a key was written with, so it
  /// works before and after a style. If several renamings affect a key, the one that is written first wins.
  public func renaming<Keys: Key & CaseIterable>(
    keys type: Keys.Type,
    _ name: (Keys) -> String
  ) -> some AnalyticsEventTracker {
    let names = Dictionary(type.allCases.map { ($0.name, name($0)) }, uniquingKeysWith: { $1 })
    return RenamingTracker(
      base: self, events: .path,
      renameKey: { key, local, isInsideRenamed in names[key.writtenName] ?? (isInsideRenamed ? local : key.name) })
  }
}

struct RenamingTracker<Base: AnalyticsEventTracker>: ForwardingTracker {
  let base: Base
  let events: NamingStyle
  let renameKey: RenameKey?
  private let names = SpelledNames()

  init(base: Base, events: NamingStyle, renameKey: RenameKey?) {
    self.base = base
    self.events = events
    self.renameKey = renameKey
  }

  /// Gives a key its new name. `local` is the part of its name that the enclosing key does not have; `isInsideRenamed`
  /// is whether the enclosing key got a new name.
  typealias RenameKey = @Sendable (_ key: PropertyKey, _ local: String, _ isInsideRenamed: Bool) -> String

  static func renaming(by style: NamingStyle) -> RenameKey? {
    if style.isPath { return nil }
    return { _, local, _ in style(local) }
  }

  func track(_ event: TrackedEvent) {
    base.track(renamed(event))
  }

  func update(_ property: TrackedUserProperty) {
    base.update(renamed(property))
  }

  func passing(_ delivery: Delivery) -> Delivery? {
    switch delivery {
    case .track(let event): .track(renamed(event))
    case .update(let property): .update(renamed(property))
    case .identify, .reset, .report: delivery
    }
  }

  func renamed(_ event: TrackedEvent) -> TrackedEvent {
    var event = event
    if !events.isPath { event.name = names.event(event.name, events) }
    if let renameKey { event.properties = event.properties.renamed(by: renameKey, names) }
    return event
  }

  func renamed(_ property: TrackedUserProperty) -> TrackedUserProperty {
    var property = property
    if let renameKey { property.value = property.value.renamed(by: renameKey, inside: nil, isRenamed: false) }
    if !events.isPath { property.name = events(property.name) }
    return property
  }
}

extension TrackedProperties {
  /// The same properties with their keys in another spelling.
  ///
  /// - Parameter names: The known spellings of keys that are not nested.
  fileprivate func renamed(
    by rename: (PropertyKey, _ local: String, _ isInsideRenamed: Bool) -> String,
    _ names: SpelledNames?,
    inside outer: String? = nil,
    isRenamed: Bool = false
  ) -> TrackedProperties {
    var taken: Set<String> = []
    var renamed: [TrackedProperty] = []
    renamed.reserveCapacity(count)
    for property in self {
      let path = property.key.name
      func spell(_ key: PropertyKey) -> String {
        rename(key, outer.map { ComposedName.remainder(of: path, inside: $0) } ?? path, isRenamed)
      }
      let key = names?.key(property.key, spell) ?? property.key.spelled(spell(property.key))
      // If a style gives two keys the same name, the first one stays: it has the higher rank.
      guard taken.insert(key.name).inserted else { continue }
      let value = property.value.renamed(by: rename, inside: path, isRenamed: isRenamed || key.name != path)
      renamed.append(TrackedProperty(key: key, given: value))
    }
    return TrackedProperties(unique: renamed)
  }
}

extension TrackedValue {
  /// The same value with the keys inside it in another spelling.
  fileprivate func renamed(
    by rename: (PropertyKey, _ local: String, _ isInsideRenamed: Bool) -> String,
    inside outer: String?,
    isRenamed: Bool
  ) -> TrackedValue {
    switch self {
    case .properties(let nested): .properties(nested.renamed(by: rename, nil, inside: outer, isRenamed: isRenamed))
    case .array(let values):
      .array(values.map { $0.renamed(by: rename, inside: outer, isRenamed: isRenamed) })
    default: self
    }
  }
}
