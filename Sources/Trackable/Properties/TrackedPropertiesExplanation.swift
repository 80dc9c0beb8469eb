/// The properties that an event would carry, each with its source and the values that it overrides.
///
/// ```swift
/// print(detail.explainTracking(of: Events.User.didRateAlbum))
/// // MyApp.Keys.previousVC  Album list   3  link of AlbumDetailVC
/// //   over                 Beatle list  5  link of AlbumListVC (1)
/// // MyApp.Keys.albumName   Imagine      5  AlbumListVC (1)
/// ```
///
/// The columns are the key, the value, its rank and its source. A line that begins with *over* shows a value that the
/// value above it overrides. The last lines show the properties that the event leaves out, because they belong to
/// another entity (see <doc:Entities>):
///
/// ```swift
/// // left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1
/// ```
public struct TrackedPropertiesExplanation: Sendable {
  /// A value that a source gave for a key.
  public struct Entry: Sendable {
    /// The key.
    public let key: PropertyKey
    /// The value; for a sensitive key, a text that says that the value is sensitive.
    public let value: TrackedValue
    /// The origin of the value.
    public let source: PropertySource
    /// The overridden values for this key, in order of rank.
    public fileprivate(set) var overridden: [Entry] = []

    package init(key: PropertyKey, value: TrackedValue, source: PropertySource, overridden: [Entry] = []) {
      (self.key, self.value, self.source, self.overridden) = (key, value, source, overridden)
    }
  }

  /// A value that the event leaves out although no higher rank overrides it, because it belongs to another entity. See
  /// <doc:Entities>.
  ///
  /// `identity` is the ID of the entity to which the value belongs, and `identifyingKey` is the key of that ID.
  /// `identity` is `nil` if no source has the ID, or if a source that could not be read may have it.
  package typealias LeftOut = (entry: Entry, identifyingKey: PropertyKey, identity: TrackedValue?)

  /// The delivered values, in the order in which the event carries them.
  public private(set) var entries: [Entry] = []
  /// The values that the event leaves out, because they belong to another entity. The value from the nearest source is
  /// the first.
  package private(set) var leftOut: [LeftOut] = []
  /// The ancestors on other actors, whose computed properties were not read. The values of these ancestors may
  /// override values of lower rank, or show that a property belongs to another entity.
  package let elsewhere: [PropertySource]
  /// The ancestors that could not be read, because they have been deallocated or belong to another actor.
  public let unread: [PropertySource]
  /// The delivered properties.
  public let properties: TrackedProperties

  /// Creates an explanation from the fate of each property in a ``PropertyMerge``.
  ///
  /// - Parameter places: The sources with their properties; `nil` for a source that could not be read.
  init(_ places: [(properties: TrackedProperties?, source: PropertySource)], elsewhere: [PropertySource]) {
    self.elsewhere = elsewhere
    unread = places.filter { $0.properties == nil }.map(\.source)
    var (entries, leftOut) = ([Entry](), [LeftOut]())
    let merged = PropertyMerge.result(of: places.map(\.properties)) { place, property, fate in
      let entry = Entry(key: property.key, value: property.shownValue, source: places[place].source)
      switch fate {
      case .won: entries.append(entry)
      case .overridden(let position): entries[position].overridden.append(entry)
      case .leftOut(let key, let identity):
        leftOut.append((entry, key, key.isSensitive ? identity.map { _ in .string("(sensitive)") } : identity))
      }
    }
    (self.entries, self.leftOut, properties) = (entries, leftOut, merged.split().shown)
  }

  /// Creates an explanation that another process has written.
  package init(entries: [Entry], leftOut: [LeftOut], unread: [PropertySource], properties: TrackedProperties) {
    (self.entries, self.leftOut, self.unread, self.properties, elsewhere) = (entries, leftOut, unread, properties, [])
  }

  /// The entry for a key; `nil` if the event carries no value for the key.
  public subscript(key: some Trackable.Key) -> Entry? {
    let key = PropertyKey(key)
    return entries.first { $0.key == key }
  }
}

extension TrackedPropertiesExplanation: CustomStringConvertible {
  /// The explanation as a table.
  public var description: String {
    var lines = entries.flatMap { [$0.columns($0.key.name)] + $0.overridden.map { $0.columns("  over") } }.aligned(
      gap: 2)
    for leftOut in leftOut { lines.append(line(of: leftOut)) }
    for source in elsewhere { lines.append("and what " + source.description + " computes on its own actor") }
    return lines.joined(separator: "\n")
  }

  /// `left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1`.
  private func line(of leftOut: LeftOut) -> String {
    let (entry, key) = (leftOut.entry, leftOut.identifyingKey.name)
    let thing = leftOut.identity.map { "of " + key + " " + $0.description } ?? "of no known " + key
    let said = entry.key.name + " " + entry.value.description + ", " + entry.source.description
    return ("left out: " + said + ", " + thing).onOneLine
  }
}

extension TrackedPropertiesExplanation.Entry {
  /// The columns of the entry's line.
  fileprivate func columns(_ title: String) -> [String] {
    [title, value.description, source.rank.description, source.description].map(\.onOneLine)
  }
}

extension String {
  /// The text for a line of a table or of a drawing: blanks replace line breaks and characters that control a terminal.
  var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLines) else { return self }
    var line = ""
    for scalar in unicodeScalars { line.unicodeScalars.append(scalar.breaksLines ? " " : scalar) }
    return line
  }
}

extension Unicode.Scalar {
  /// Whether the scalar ends a line or controls a terminal.
  fileprivate var breaksLines: Bool {
    @inline(never) get {
      if isASCII { return value < 0x20 || value == 0x7F }
      return switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: false
      }
    }
  }
}
