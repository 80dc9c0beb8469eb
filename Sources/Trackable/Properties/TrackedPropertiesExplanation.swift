/// For each property that an event would carry: its value, where that comes from, and every value that it overrides.
///
/// ```swift
/// print(detail.explainTracking(of: Events.User.didRateAlbum))
/// // MyApp.Keys.previousVC  Album list  3  link of AlbumDetailVC  (over Beatle list, link of AlbumListVC (1))
/// // MyApp.Keys.albumName   Imagine     5  AlbumListVC (1)
/// ```
///
/// The columns are the key, the value, its rank, its source, and what it overrides.
public struct TrackedPropertiesExplanation: Sendable {
  /// A value and where it comes from.
  public struct Candidate: Sendable, Hashable {
    /// The value.
    public let value: TrackedValue
    /// Where it comes from.
    public let source: PropertySource
  }

  /// The candidates for one key.
  public struct Entry: Sendable, Hashable {
    /// The key.
    public let key: PropertyKey
    /// The value that is delivered, and where it comes from.
    public let winner: Candidate
    /// The values that are not delivered, in order of rank.
    public fileprivate(set) var overridden: [Candidate]
  }

  /// The entries, in the order in which the properties are delivered.
  public private(set) var entries: [Entry] = []
  /// Ancestors on other actors, whose computed properties were not read. Their values may still override values of lower
  /// rank.
  public private(set) var elsewhere: [PropertySource] = []
  /// Ancestors that could not be read, because they are gone or may not be read here.
  public private(set) var unread: [PropertySource] = []
  private var keyed = KeyedProperties()

  init() {}

  /// The entry for a key, if any source gave it a value.
  public subscript(key: some Trackable.Key) -> Entry? {
    keyed.position(of: key._propertyKey).map { entries[$0] }
  }

  /// The properties that are delivered.
  public var properties: TrackedProperties { TrackedProperties(unique: keyed.elements) }

  mutating func addElsewhere(_ source: PropertySource) { elsewhere.append(source) }
  mutating func addUnread(_ source: PropertySource) { unread.append(source) }
}

extension TrackedPropertiesExplanation: PropertySink {
  mutating func add(_ properties: TrackedProperties, from source: @autoclosure () -> PropertySource) {
    if properties.isEmpty { return }
    let source = source()
    for property in properties {
      let candidate = Candidate(value: property.value, source: source)
      if let position = keyed.position(of: property.key) {
        entries[position].overridden.append(candidate)
      } else {
        keyed.append(property.cleared)
        entries.append(Entry(key: property.key, winner: candidate, overridden: []))
      }
    }
  }
}

extension TrackedPropertiesExplanation {
  /// Adds what another explanation says, below what is known already.
  mutating func add(_ lower: TrackedPropertiesExplanation?) {
    guard let lower else { return }
    for entry in lower.entries {
      for candidate in [entry.winner] + entry.overridden {
        add([TrackedProperty(key: entry.key, given: candidate.value)], from: candidate.source)
      }
    }
    elsewhere += lower.elsewhere
    unread += lower.unread
  }
}

extension TrackedPropertiesExplanation: CustomStringConvertible {
  /// The table.
  public var description: String {
    let rows = entries.map { entry in
      let overridden = entry.overridden.map { "\($0.value), \($0.source)" }.joined(separator: "; ")
      return [
        entry.key.name, entry.winner.value.description, String(entry.winner.source.rank),
        entry.winner.source.description, overridden.isEmpty ? "" : "(over \(overridden))",
      ].map(\.onOneLine)
    }
    let widths = (0..<5).map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      var line = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }.joined(separator: "  ")
      while line.hasSuffix(" ") { line.removeLast() }
      return line
    }
    return (lines + elsewhere.map { "and what \($0) computes on its own actor" }).joined(separator: "\n")
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
