extension AnalyticsEventTracker {
  /// Returns a tracker that receives all names in another style.
  ///
  /// ```swift
  /// mixpanel.renaming(.droppingModule)                           // events, user properties and keys
  /// firebase.renaming(events: .snakeCase, keys: .keepingLast(1)) // each in its own way
  /// ```
  ///
  /// Put a renaming next to its destination. Behind the renaming, only the destination's names exist: a combinator
  /// there, such as `addingDefaults(_:)` or `map(_:)`, finds a key by its new name. ``TrackedEvent/base`` and
  /// ``TrackedEvent/entity`` do not change; use ``map(_:)`` for the entity.
  ///
  /// If the destination takes nested values, the style spells each key by itself. If the destination flattens them, the
  /// style spells the composed name: see <doc:Naming>.
  ///
  /// Isolation: that of the tracker. Cost: the returned tracker calls the style once for each enum case, and keeps the
  /// new name. It also keeps up to 1,000 composed names. For a plain string, it calls the style each time, so that
  /// memory does not grow with such strings.
  ///
  /// Errors: if two keys of an event get the same name, only the value of the higher rank is sent. If the other value
  /// differs, the library reports an issue (`sameName`) once for each key, with the location of this call.
  ///
  /// - Parameters:
  ///   - style: The style for all names.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func renaming(
    _ style: NamingStyle, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    renaming(events: style, keys: style, fileID: fileID, line: line)
  }

  /// Returns a tracker that receives names in other styles: one for events and user properties, another for keys.
  ///
  /// - Parameters:
  ///   - events: The style for events and user properties.
  ///   - keys: The style for keys.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func renaming(
    events: NamingStyle = .path, keys: NamingStyle = .path, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    let location = CodeLocation(fileID: fileID, line: line)
    return renaming(
      events.isPath ? nil : SpelledNames(events), keys.isPath ? nil : KeyRenaming(SpelledNames(keys), at: location))
  }

  /// Renames the event, the user property and the keys of a call. Sensitive keys and other keys are renamed together,
  /// because two of them may get the same name.
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
        // A style does not change the type of a group, not even on events, because services know the type by its own
        // name.
        if let events, !property.isGroup { property.identifier = events(property.identifier) }
        pass(.update(property))
      case .reset, .report, .purge: pass(call)
      }
    }
  }
}

extension AnalyticsEventTracker {
  /// Returns a tracker that receives the events of one type under names from a closure.
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
  /// If the closure returns `nil`, the event keeps its name. Each destination can rename the same events differently.
  ///
  /// - Parameters:
  ///   - type: The type of the events.
  ///   - name: Returns the name of an event; `nil` keeps its name.
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

  /// Returns a tracker that receives the keys of one enum under names from a closure.
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
  /// This method calls the closure immediately, once for each case. The renaming does not find a key that a style has
  /// already changed, so an event has to pass this renaming before the style:
  /// `firebase.renaming(.snakeCase).renaming(keys: …)`.
  ///
  /// - Parameters:
  ///   - type: The type of the keys.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - name: Returns the name of a key.
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

/// Renames the keys of properties, by a style or by a list of single keys.
///
/// The cache has only the new keys of enum cases, at most as many as the program has cases.
final class KeyRenaming: Sendable {
  /// The style and its cache; `nil` for a renaming of single keys.
  private let style: SpelledNames?
  /// The new names of single keys, by their old names.
  private let names: TrackedProperties
  /// The location of the renaming in the code.
  private let location: CodeLocation
  private let known = Lock<[ObjectIdentifier: PropertyKey]>(.init())

  /// Creates a renaming with a style for every name, or with new names for single keys, as string values.
  init(_ style: SpelledNames?, _ names: TrackedProperties = [], at location: CodeLocation) {
    (self.style, self.names, self.location) = (style, names, location)
  }

  /// The composed name of the outer key, before and after the renaming.
  fileprivate typealias Outer = (name: IdentifierName, renamed: IdentifierName)

  /// The properties under their new keys, including the properties nested in values.
  func callAsFunction(_ properties: TrackedProperties) -> TrackedProperties { renamed(properties, inside: nil) }

  /// A value with its properties under their new keys. Properties inside an array are not flattened.
  fileprivate func renamed(_ value: TrackedValue, inside outer: Outer? = nil) -> TrackedValue {
    value.mapProperties { [self] in renamed($0, inside: $1 ? nil : outer) }
  }

  private func renamed(_ properties: TrackedProperties, inside outer: Outer?) -> TrackedProperties {
    var result = KeyedProperties(capacity: properties.count)
    /// For each property of the result, the key that it had before the renaming.
    var kept: [PropertyKey] = []
    for property in properties.elements {
      let key = renamed(property.key, inside: outer)
      let inner = (
        property.key.composedName(inside: outer?.name, by: style?.style.composition),
        key.composedName(inside: outer?.renamed)
      )
      let value = property.value.depth == 0 ? property.value : renamed(property.value, inside: inner)
      if let position = result.position(of: key) {
        // Of two properties with the same new key, the first stays, because it has the higher rank.
        if result.elements[position].value != value { reportLoss(of: property.key, behind: kept[position], as: key) }
      } else {
        kept.append(property.key)
        result.set(property.copied(as: key, value))
      }
    }
    return result.take()
  }

  /// The key under its new name, with its new composed name.
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
    // No adopter's function is called under the lock.
    let renamed = named(style.style(key.identifier), key)
    _ = known.withLock { $0.updateValue(renamed, forKey: identity) }
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
