extension AnalyticsEventTracker {
  /// This tracker, receiving all names in another spelling.
  ///
  /// ```swift
  /// mixpanel.renaming(.droppingModule)                           // events, user properties and keys
  /// firebase.renaming(events: .snakeCase, keys: .keepingLast(1)) // each in its own way
  /// ```
  ///
  /// Behind a renaming there are only the destination's names: a combinator there, such as `addingDefaults(_:)` or
  /// `map(_:)`, knows a key by its new name. So put a renaming next to its destination. ``TrackedEvent/base`` and
  /// ``TrackedEvent/entity`` do not change; use ``map(_:)`` for the entity.
  ///
  /// A tracker that takes nested values gets each key spelled by itself. For one that flattens them, the style spells
  /// the composed name: <doc:Naming>.
  ///
  /// Isolation: that of the tracker. Cost: the tracker asks the style once for the name of each enum case, and keeps
  /// the answer, as it does for up to 1,000 composed names. For a plain string it asks each time, so that memory does
  /// not grow with such strings.
  ///
  /// Errors: if two keys of an event get the same name, only the value of higher rank is sent. If the other value
  /// differs, an issue (`sameName`) reports that, once for each key, at the location of this call.
  ///
  /// - Parameters:
  ///   - style: How all names are spelt.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func renaming(
    _ style: NamingStyle, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    renaming(events: style, keys: style, fileID: fileID, line: line)
  }

  /// This tracker, receiving names in another spelling: one style for events and user properties, another for keys.
  ///
  /// - Parameters:
  ///   - events: How events and user properties are spelt.
  ///   - keys: How keys are spelt.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func renaming(
    events: NamingStyle = .path, keys: NamingStyle = .path, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let location = CodeLocation(fileID: fileID, line: line)
    return renaming(
      events.isPath ? nil : SpelledNames(events), keys.isPath ? nil : KeyRenaming(SpelledNames(keys), at: location))
  }

  /// Gives the event, the user property and the keys of a call other names. Sensitive keys and other keys are renamed
  /// together, because two of them may get one name.
  private func renaming(_ events: SpelledNames?, _ keys: KeyRenaming?) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      switch call {
      case .track(var event):
        if let keys { event.whole = keys(event.whole) }
        if let events { event.identifier = events(event.identifier) }
        pass(.track(event))
      case .identify(var user):
        if let keys { user.whole = keys(user.whole) }
        pass(.identify(user))
      case .update(var property):
        if let keys { property.whole = keys.renamed(property.whole) }
        // The type of a group is the one that its services know, also on events.
        if let events, !property.isGroup { property.identifier = events(property.identifier) }
        pass(.update(property))
      case .reset, .report, .purge: pass(call)
      }
    }
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
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - name: The name of an event; `nil` leaves the one that it has.
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
  /// This method calls the closure at once, for every case. The renaming does not find a key that a style has spelled
  /// before, so put a style behind it: `firebase.renaming(.snakeCase).renaming(keys: …)`.
  ///
  /// - Parameters:
  ///   - type: The type of the keys.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  ///   - name: The name of a key.
  public func renaming<Keys: Key & CaseIterable>(
    keys type: Keys.Type,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ name: (Keys) -> String
  ) -> some AnalyticsEventTracker {
    let names = TrackedProperties(type.allCases.map { TrackedProperty($0, given: .string(name($0))) })
    return renaming(nil, KeyRenaming(nil, names, at: CodeLocation(fileID: fileID, line: line)))
  }
}

/// Gives keys other names.
///
/// It remembers the new keys of enum cases only: at most as many as the program has cases.
final class KeyRenaming: Sendable {
  /// `nil` where keys are renamed one by one.
  private let style: SpelledNames?
  /// The new names of certain keys, by their old names.
  private let names: TrackedProperties
  /// Where the renaming was written.
  private let location: CodeLocation
  private let known = Lock<[ObjectIdentifier: PropertyKey]>([:])

  /// A style that spells every name, or other names for certain keys, as texts.
  init(_ style: SpelledNames?, _ names: TrackedProperties = [], at location: CodeLocation) {
    (self.style, self.names, self.location) = (style, names, location)
  }

  /// The composed name of the key around a property, before and now.
  fileprivate typealias Outer = (name: IdentifierName, renamed: IdentifierName)

  /// The same properties under other keys, also inside their values.
  func callAsFunction(_ properties: TrackedProperties) -> TrackedProperties { renamed(properties, inside: nil) }

  /// A value with the properties in it under other keys. Those inside an array are not flattened.
  @inline(never) fileprivate func renamed(_ value: TrackedValue, inside outer: Outer? = nil) -> TrackedValue {
    value.mapProperties { renamed($0, inside: $1 ? nil : outer) }
  }

  private func renamed(_ properties: TrackedProperties, inside outer: Outer?) -> TrackedProperties {
    var result = KeyedProperties(capacity: properties.count)
    /// The key of each property in the result before the renaming.
    var kept: [PropertyKey] = []
    for property in properties.elements {
      let key = renamed(property.key, inside: outer)
      let inner = (
        property.key.composedName(inside: outer?.name, by: style?.style.composition),
        key.composedName(inside: outer?.renamed)
      )
      let value = property.value.depth == 0 ? property.value : renamed(property.value, inside: inner)
      if let position = result.position(of: key) {
        // The first one stays: it has the higher rank.
        if result.elements[position].value != value { reportLoss(of: property.key, behind: kept[position], as: key) }
      } else {
        kept.append(property.key)
        result.set(property.copied(as: key, value))
      }
    }
    return result.take()
  }

  /// The same key under another name, and its name together with the key around it.
  private func renamed(_ key: PropertyKey, inside outer: Outer?) -> PropertyKey {
    guard let style else {
      if case .string(let name) = names.value(for: key) { return named(IdentifierName(written: name), key) }
      let composed = outer.flatMap { key.composedName(inside: $0.name).moved(from: $0.name, to: $0.renamed) }
      return composed == nil && !key.hasTraits ? key : named(key.identifier, key, composed, inside: outer)
    }
    if let outer {
      return named(
        style.style(key.identifier), key, style(key.composedName(inside: outer.name, by: style.style.composition)),
        inside: outer)
    }
    guard case .interned = key.storage else { return named(style.style(key.identifier), key) }
    let identity = ObjectIdentifier(key.record)
    if let known = known.withLock({ $0[identity] }) { return known }
    // An adopter's function is called outside of the lock.
    let renamed = named(style.style(key.identifier), key)
    known.withLock { $0[identity] = renamed }
    return renamed
  }

  @inline(never) private func named(
    _ name: IdentifierName, _ key: PropertyKey, _ composed: IdentifierName? = nil, inside outer: Outer? = nil
  ) -> PropertyKey {
    let traits = KeyTraits(
      renamedIdentity: key.identifyingKey.map { renamed($0, inside: nil) }, isSensitive: key.isSensitive)
    let composed = composed.flatMap { name in
      outer.map { (name, $0.renamed.text) }
    }
    return PropertyKey(owning: name, traits: traits, composed: composed, original: key.inCode)
  }

  private func reportLoss(of key: PropertyKey, behind kept: PropertyKey, as renamed: PropertyKey) {
    IssueReporter.current.reportOnce(
      TrackableIssue(
        kind: .sameName,
        message: "'" + kept.name + "' and '" + key.name + "' both become '" + renamed.name
          + "'; where an event has both, only the value of the first is sent.",
        remedy: "rename one of the keys, or give it a name of its own with 'renaming(keys:)' in front of the style.",
        location: location, subject: key.name), here: true)
  }
}
