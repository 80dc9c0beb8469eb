extension AnalyticsEventTracker {
  /// This tracker, receiving all names in another spelling.
  ///
  /// ```swift
  /// mixpanel.renaming(.droppingModule)                           // events, user properties and keys
  /// firebase.renaming(events: .snakeCase, keys: .keepingLast(1)) // each in its own way
  /// ```
  ///
  /// Behind a renaming, names are the destination's, and the only ones: what stands there, such as `addingDefaults(_:)` or
  /// a closure of `map(_:)`, knows a key by its new name. So a renaming stands next to its destination.
  /// ``TrackedEvent/base`` and ``TrackedEvent/entity`` do not change; use ``map(_:)`` for the entity.
  ///
  /// A tracker that takes nested values gets each key spelled by itself. For one that flattens them, the style spells the
  /// composed name:
  ///
  /// | `Keys.album ~>> [Keys.Details.year ~>> 1969]`, renamed by `.snakeCase` | |
  /// |---|---|
  /// | `event.properties.nestedDictionary` | `["my_app_keys_album": ["my_app_keys_details_year": 1969]]` |
  /// | `event.properties.dictionary` | `["my_app_keys_album_details_year": 1969]` |
  ///
  /// Isolation: that of the tracker. Cost: the style is asked for the name of an enum case once, and its answer is kept, as
  /// are those for up to 1,000 composed names; for plain strings it is asked each time, so that memory does not grow
  /// with them.
  ///
  /// Errors: if two keys of an event get the same name, only the value of higher rank is sent. Where the other one differs,
  /// an issue (``TrackableIssue/Kind/sameName``) is reported, once for each two keys, at the location of this call.
  ///
  /// - Parameters:
  ///   - style: How all names are spelt.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func renaming(
    _ style: NamingStyle, fileID: StaticString = #fileID, line: UInt = #line
  ) -> some AnalyticsEventTracker {
    renaming(events: style, keys: style, at: CodeLocation(fileID: fileID, line: line))
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
    renaming(events: events, keys: keys, at: CodeLocation(fileID: fileID, line: line))
  }

  func renaming(
    events: NamingStyle, keys: NamingStyle, at location: CodeLocation
  ) -> some AnalyticsEventTracker {
    Renaming(events: events, keys: keys.isPath ? nil : KeyRenaming(keys, at: location)).tracker(around: self)
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
  /// The closure is called at once, for every case. The closure does not find a key that a style has spelled before, so a
  /// style stands behind: `firebase.renaming(.snakeCase).renaming(keys: …)`.
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
    let names = Dictionary(type.allCases.map { ($0.name, name($0)) }, uniquingKeysWith: { $1 })
    return Renaming(events: .path, keys: KeyRenaming(names, at: CodeLocation(fileID: fileID, line: line)))
      .tracker(around: self)
  }
}

/// Gives what a call says other names.
private struct Renaming: Sendable {
  private let events: SpelledNames?
  private let keys: KeyRenaming?

  init(events: NamingStyle, keys: KeyRenaming?) {
    self.events = events.isPath ? nil : SpelledNames(events)
    self.keys = keys
  }

  func tracker(around base: any AnalyticsEventTracker) -> some AnalyticsEventTracker {
    TransformingTracker(base, interest: .ofBase) { .one(renamed($0)) }
  }

  private func renamed(_ call: TrackerCall) -> TrackerCall {
    switch call {
    case .track(var event):
      if let events { event.identifier = events(event.identifier) }
      if let keys {
        if !event.sensitiveProperties.isEmpty { event.sensitiveProperties = keys(event.sensitiveProperties) }
        event.properties = keys(event.properties)
      }
      return .track(event)
    case .update(var property):
      if let events { property.identifier = events(property.identifier) }
      if let keys {
        property.sensitiveValue = property.sensitiveValue.map { keys($0) }
        property.value = keys(property.value)
      }
      return .update(property)
    case .identify(var user):
      if let keys {
        user.sensitiveTraits = keys(user.sensitiveTraits)
        user.traits = keys(user.traits)
      }
      return .identify(user)
    case .reset, .report, .purge: return call
    }
  }
}
