/// For each property that an event would carry: its value, where that comes from, and every value that it overrides.
///
/// ```swift
/// print(detail.explainTracking(of: Events.User.didRateAlbum))
/// // MyApp.Keys.previousVC  Album list  3  link of AlbumDetailVC  (over Beatle list, link of AlbumListVC (1))
/// // MyApp.Keys.albumName   Imagine     5  AlbumListVC (1)
/// ```
///
/// The columns are the key, the value, its rank, its source, and what it overrides. Below them stands what was left out
/// because it was said of another entity than the event is about (see <doc:Entities>):
///
/// ```swift
/// // left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1
/// ```
public struct TrackedPropertiesExplanation: Sendable {
  /// A value and where it comes from.
  public struct Candidate: Sendable, Equatable {
    /// The value. In place of that of a sensitive key stands a text that says so.
    public let value: TrackedValue
    /// Where it comes from.
    public let source: PropertySource
  }

  /// The candidates for one key.
  public struct Entry: Sendable, Equatable {
    /// The key.
    public let key: PropertyKey
    /// The value that is delivered, and where it comes from.
    public let winner: Candidate
    /// The values that are not delivered, in order of rank.
    public fileprivate(set) var overridden: [Candidate]
  }

  /// A value that is not delivered although none of higher rank overrides it: it was said of another thing than the
  /// event is about. See <doc:Entities>.
  public struct LeftOut: Sendable {
    /// The key.
    public let key: PropertyKey
    /// The value that was left out, and where it comes from.
    public let candidate: Candidate
    /// The key that tells apart the things of this kind.
    public let identifyingKey: PropertyKey
    /// The thing that the value was said of; `nil` if nobody says, or if a place that could not be read may have said it.
    public let identity: TrackedValue?
  }

  /// Ancestors on other actors, whose computed properties were not read. Their values may still override values of lower
  /// rank, or say that these belong to another entity.
  public private(set) var elsewhere: [PropertySource] = []
  /// Ancestors that could not be read, because they are gone or may not be read here.
  public private(set) var unread: [PropertySource] = []
  /// In place of the properties of one that could not be read stands `nil`.
  private var places: [(properties: TrackedProperties?, source: PropertySource?)] = []

  init() {}

  /// The entries, in the order in which the properties are delivered.
  public var entries: [Entry] { outcome.entries }

  /// What was left out, because it was said of another thing than the event is about. Nearest first.
  public var leftOut: [LeftOut] { outcome.leftOut }

  /// The entry for a key, if any source gave it a value that counts.
  public subscript(key: some Trackable.Key) -> Entry? {
    let outcome = outcome
    return outcome.winners.position(of: PropertyKey(key)).map { outcome.entries[$0] }
  }

  /// The properties that are delivered.
  public var properties: TrackedProperties {
    var outcome = outcome
    return outcome.winners.take().split().shown
  }

  mutating func addElsewhere(_ source: PropertySource) { elsewhere.append(source) }
  mutating func addUnread(_ source: PropertySource) { unread.append(source) }
}

extension TrackedPropertiesExplanation {
  mutating func add(_ properties: TrackedProperties, from source: PropertySource) {
    if !properties.isEmpty { places.append((properties, source)) }
  }

  mutating func addUnreadPlace() { places.append((nil, nil)) }
}

extension TrackedPropertiesExplanation {
  private struct Outcome {
    var winners = KeyedProperties(capacity: 0)
    var entries: [Entry] = []
    var leftOut: [LeftOut] = []
  }

  /// The merge once more, step by step, by the same rule.
  private var outcome: Outcome {
    var outcome = Outcome()
    let rule = EntityRule(places: places.map(\.properties))
    for (number, place) in places.enumerated() {
      guard let source = place.source else { continue }
      for property in place.properties?.elements ?? [] {
        let candidate = Candidate(value: property.shownValue, source: source)
        if let identifyingKey = property.key.identifyingKey, !rule.counts(property, inPlace: number) {
          let identity = rule.identity(identifyingKey, from: number).map {
            identifyingKey.isSensitive ? .string("(sensitive)") : $0
          }
          outcome.leftOut.append(
            LeftOut(key: property.key, candidate: candidate, identifyingKey: identifyingKey, identity: identity))
        } else if let position = outcome.winners.position(of: property.key) {
          outcome.entries[position].overridden.append(candidate)
        } else {
          outcome.winners.set(property.cleared)
          outcome.entries.append(Entry(key: property.key, winner: candidate, overridden: []))
        }
      }
    }
    return outcome
  }
}

extension TrackedPropertiesExplanation: CustomStringConvertible {
  /// The table.
  public var description: String {
    let rows = entries.map(\.columns)
    var lines = rows.map { _ in "" }
    for column in 0..<5 {
      let width = rows.map { $0[column].count }.max() ?? 0
      for (number, row) in rows.enumerated() {
        lines[number] += row[column] + String(repeating: " ", count: width - row[column].count + 2)
      }
    }
    for number in lines.indices {
      while lines[number].hasSuffix(" ") { lines[number].removeLast() }
    }
    let others = leftOut.map(\.line) + elsewhere.map { "and what \($0) computes on its own actor" }
    return (lines + others).joined(separator: "\n")
  }
}

extension TrackedPropertiesExplanation.Entry {
  fileprivate var columns: [String] {
    let overridden = overridden.map { "\($0.value), \($0.source)" }.joined(separator: "; ")
    return [
      key.name, winner.value.description, String(winner.source.rank), winner.source.description,
      overridden.isEmpty ? "" : "(over \(overridden))",
    ].map(\.onOneLine)
  }
}

extension TrackedPropertiesExplanation.LeftOut {
  /// `left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1`.
  fileprivate var line: String {
    let thing = identity.map { "of \(identifyingKey) \($0)" } ?? "of no known \(identifyingKey)"
    return "left out: \(key) \(candidate.value), \(candidate.source), \(thing)".onOneLine
  }
}

extension String {
  /// As it may stand in a line of a table or of a drawing: with a blank for whatever ends a line or controls a terminal.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLines) else { return self }
    return unicodeScalars.reduce(into: "") { line, scalar in
      line.unicodeScalars.append(scalar.breaksLines ? " " : scalar)
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a line or controls a terminal.
  fileprivate var breaksLines: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
