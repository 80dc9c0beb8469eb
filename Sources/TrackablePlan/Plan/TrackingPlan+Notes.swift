public import Trackable

extension TrackingPlan {
  /// Describes events, with their owner and the day until which they are needed.
  ///
  /// ```swift
  /// let plan: TrackingPlan = [
  ///   .events(Events.User.self, always: [Keys.albumName ~>> "Imagine"], sometimes: [Keys.row ~>> 3]),
  ///   .note(on: Events.User.allCases, owner: "Growth"),
  ///   .note(on: [Events.User.didRateAlbum], "A user rates an album.", expires: "2027-06-30"),
  ///   .note(on: Keys.row, "Counted from the top.", values: [1, 2, 3]),
  /// ]
  /// ```
  ///
  /// The file and a report show notes. Several notes on one event are merged. If two of them differ, the plan keeps the
  /// text that sorts first.
  ///
  /// - Parameters:
  ///   - events: The events. A note on an event that is not in the plan has no effect.
  ///   - description: The meaning of the events.
  ///   - owner: The person or team to ask.
  ///   - expires: A day such as `2027-06-30`. From this day on,
  ///     ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` fails if the plan still has the events. A day
  ///     begins at midnight UTC.
  public static func note(
    on events: [any AnalyticsEvent], _ description: String? = nil, owner: String? = nil, expires: String? = nil
  ) -> TrackingPlan {
    let note = Note(description: description, owner: owner, expires: expires)
    return TrackingPlan(events.map { TrackingPlan(notes: [$0.name: note]) })
  }

  /// Describes a key, and lists the values that it may have.
  ///
  /// ``violations(in:)`` and `validating(_:)` report other values.
  ///
  /// - Parameters:
  ///   - key: The key. The note applies in every event, even if the key is nested in other properties.
  ///   - description: The meaning of the key.
  ///   - owner: The person or team to ask.
  ///   - expires: The day from which `verify` fails if the plan still has the key.
  ///   - values: The allowed values. If the list is empty, any value is allowed. The plan compares the values as text.
  public static func note(
    on key: some Key, _ description: String? = nil, owner: String? = nil, expires: String? = nil,
    values: [any TrackedValueConvertible] = []
  ) -> TrackingPlan {
    let texts = values.compactMap { $0.trackedValue?.description }
    let note = Note(description: description, owner: owner, expires: expires, values: texts.ifAny)
    return TrackingPlan(notes: [key.name: note])
  }

  /// The notes on events and keys of the plan.
  var notesInUse: [String: Note] {
    let names = keyNames.union(events.keys)
    return notes.filter { names.contains($0.key) }
  }

  /// A note on an event or a key.
  package struct Note: Sendable, Hashable, Codable {
    var description: String?
    var owner: String?
    var expires: String?
    /// The values that the note allows, as text.
    var values: [String]?

    /// The note as one line of text.
    package var text: String {
      [
        description, owner.map { "Owner: \($0)." }, expires.map { "Until \($0)." },
        values.map { "One of \($0.joined(separator: ", "))." },
      ].compactMap(\.self).joined(separator: " ")
    }

    /// This note merged with another note.
    func union(_ other: Note) -> Note {
      func first(_ texts: String?...) -> String? { texts.compactMap(\.self).min() }
      let values = Set((values ?? []) + (other.values ?? [])).sorted()
      return Note(
        description: first(description, other.description), owner: first(owner, other.owner),
        expires: first(expires, other.expires), values: values.ifAny)
    }
  }
}
