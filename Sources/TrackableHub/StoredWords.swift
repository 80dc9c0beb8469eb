import Trackable

/// The content of an envelope as words, which keep the order of properties and the kind of each number. A word is
/// stored as its length and its text.
///
/// The first word is the kind of the content. A version that does not know a kind reports it, and reads the other
/// envelopes. The first letter of a property's word says the kind of the word:
///
/// | word | means |
/// |---|---|
/// | `.Keys.year` | a key |
/// | `:details_year`, `keys_album_details_year` | a nested key, and its flattened name in the style of the destination |
/// | `@app_version`, `appVersion` | a ``StandardKey`` behind a renaming, and its name in code |
/// | `stext`, `i1971`, `d0.5`, `b1`, `n` | a string, a whole number, a double, true, null |
/// | `t785473114.25` | a date, in seconds from the reference date |
/// | `a2` | an array: its two values follow |
/// | `p2` | properties: two keys and values follow |
package struct StoredWords {
  private static let operations: KeyValuePairs<String, UserPropertyOperation> = [
    "userProperty": .set, "setOnce": .setOnce, "increment": .increment, "unset": .unset,
  ]

  var bytes: [UInt8] = []

  mutating func append(number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }

  mutating func append(_ words: String...) { for word in words { append(word) } }

  mutating func append(_ word: String) {
    append(number: UInt32(truncatingIfNeeded: word.utf8.count))
    bytes += word.utf8
  }

  /// Appends a word that begins with a letter for its kind.
  private mutating func append(letter: Unicode.Scalar, _ text: String) {
    append(number: UInt32(truncatingIfNeeded: text.utf8.count + 1))
    bytes.append(UInt8(ascii: letter))
    bytes += text.utf8
  }

  mutating func append(_ content: Envelope.Content) {
    switch content {
    case .event(let event):
      append((event.screenName == nil ? "event" : "screen") + (event.groups.isEmpty ? "" : "InGroups"))
      append(event.name, event.entity, event.type.rawValue, event.typeName, "\(event.transportOptions.count)")
      for (name, value) in event.transportOptions.sorted(by: { $0.key < $1.key }) { append(name, value) }
      if let screen = event.screenName { append(screen) }
      if !event.groups.isEmpty { append(.properties(event.groups)) }
      append(event.properties)
    case .userProperty(let name, let value, let operation):
      append(Self.operations.first { $0.value == operation }?.key ?? "group", name)
      append(value)
      if case .group(let traits) = operation { append(traits) }
    case .identify(let userID, let traits):
      append("identify", userID)
      append(traits)
    case .reset: append("reset")
    case .error(let message, let location): append("error", message, location)
    case .purge: append("purge")
    }
  }

  private mutating func append(_ properties: TrackedProperties, inside outer: IdentifierName? = nil) {
    for property in properties {
      let key = property.key
      if key.hasComposedSpelling(inside: outer) {
        append(letter: ":", key.name)
        append(key.composedName(inside: outer).text)
      } else if outer == nil, let code = StandardKey.nameInCode(of: key) {
        append(letter: "@", key.name)
        append(code)
      } else {
        append(letter: ".", key.name)
      }
      append(property.value, of: key, inside: outer)
    }
  }

  // Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  private mutating func append(_ value: TrackedValue, of key: PropertyKey? = nil, inside outer: IdentifierName? = nil) {
    switch value {
    case .string(let value): append(letter: "s", value)
    case .int(let value): append(letter: "i", value.description)
    case .double(let value): append(letter: "d", value.description)
    case .bool(let value): append(letter: "b", value ? "1" : "0")
    case .date(let value): append(letter: "t", value.timeIntervalSinceReferenceDate.description)
    case .null: append(letter: "n", "")
    case .array(let values):
      append(letter: "a", values.count.description)
      for value in values { append(value) }
    case .properties(let properties):
      append(letter: "p", properties.count.description)
      append(properties, inside: key?.composedName(inside: outer))
    }
  }
}

extension StoredWords {
  /// Why bytes cannot be read as an envelope.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }

    static let damaged = Unreadable(description: "The envelope is damaged.")

    static func unknown(_ thing: String) -> Unreadable {
      Unreadable(description: "This version does not know \(thing); a newer one may have stored it.")
    }
  }

  /// Reads the words.
  struct Reader {
    let bytes: [UInt8]
    var position: Int
    let version: UInt8
    let known: KnownProperties

    private var isAtEnd: Bool { position >= bytes.count }

    private mutating func skip(_ count: Int) throws(Unreadable) -> Range<Int> {
      guard 0...(bytes.count - position) ~= count else { throw .damaged }
      defer { position += count }
      return position..<(position + count)
    }

    mutating func number(_ count: Int) throws(Unreadable) -> UInt64 {
      var number: UInt64 = 0
      for place in try skip(count).reversed() { number = number << 8 | UInt64(bytes[place]) }
      return number
    }

    private mutating func text() throws(Unreadable) -> ArraySlice<UInt8> {
      bytes[try skip(Int(clamping: try number(4)))]
    }

    mutating func word() throws(Unreadable) -> String { String(decoding: try text(), as: UTF8.self) }

    /// The first letter, and the rest of the word. Not a `Character`, since a combining accent at the start of the rest
    /// would become a part of it.
    private mutating func letteredWord() throws(Unreadable) -> (letter: Unicode.Scalar, text: String) {
      let text = try self.text()
      guard let letter = text.first else { throw .damaged }
      return (Unicode.Scalar(letter), String(decoding: text.dropFirst(), as: UTF8.self))
    }

    mutating func content() throws(Unreadable) -> Envelope.Content {
      let kind = try word()
      let content: Envelope.Content =
        switch kind {
        case "event", "eventInGroups", "screen", "screenInGroups": .event(try event(of: kind))
        case "group":
          .userProperty(name: try word(), value: try value(), operation: .group(traits: try properties()))
        case "identify": .identify(userID: try word(), traits: try properties())
        case "reset": .reset
        case "error": .error(message: try word(), location: try word())
        case "purge": .purge
        default: try userProperty(kind)
        }
      if !isAtEnd { throw .damaged }
      return content
    }

    private mutating func userProperty(_ kind: String) throws(Unreadable) -> Envelope.Content {
      guard let operation = operations.first(where: { $0.key == kind })?.value else {
        throw .unknown("the kind of content '\(kind)'")
      }
      return .userProperty(name: try word(), value: try value(), operation: operation)
    }

    private mutating func event(of kind: String) throws(Unreadable) -> Envelope.Event {
      let (name, entity, code) = (try word(), try word(), try word())
      guard let type = AnalyticsEventType(rawValue: code) else { throw .unknown("the type of event '\(code)'") }
      var event = Envelope.Event(name: name, entity: entity, type: type, properties: [])
      if version > 1 {
        event.typeName = try word()
        for _ in 0..<(try count(try word())) {
          let name = try word()
          event.transportOptions[name] = try word()
        }
      }
      if kind.hasPrefix("screen") { event.screenName = try word() }
      if kind.hasSuffix("InGroups") {
        guard case .properties(let groups) = try value() else { throw .damaged }
        event.groups = groups
      }
      event.properties = try properties()
      return event
    }

    /// Reads a number of elements. The number may be too large, since reading stops at the end of the bytes.
    private func count(_ text: String) throws(Unreadable) -> Int {
      guard let count = Int(text), count >= 0 else { throw .damaged }
      return count
    }

    /// - Parameter count: The number of properties; `nil` means all that follow.
    private mutating func properties(
      _ count: Int? = nil, inside outer: IdentifierName? = nil, depth: Int = 0
    ) throws(Unreadable) -> TrackedProperties {
      var properties: [TrackedProperty] = []
      if let count {
        while properties.count < count {
          let key = try self.key(inside: outer)
          properties.append(key ~>> Optional(try value(of: key, inside: outer, depth: depth)))
        }
      } else {
        while !isAtEnd { properties.append(try property()) }
      }
      return TrackedProperties(properties)
    }

    /// A property that is not nested: the known one of the same key, if its bytes are the same.
    private mutating func property() throws(Unreadable) -> TrackedProperty {
      let start = position
      let place = KnownProperties.place(of: try self.text())
      position = start
      let key: PropertyKey
      if let known = known.latest[place], bytes[start...].starts(with: known.bytes.prefix(known.keyCount)) {
        if bytes[start...].starts(with: known.bytes) {
          position += known.bytes.count
          return known.property
        }
        position += known.keyCount
        key = known.property.key
      } else {
        key = try self.key()
      }
      let keyCount = position - start
      let property = key ~>> Optional(try value(of: key))
      known.latest[place] = (bytes[start..<position], keyCount, property)
      return property
    }

    private mutating func key(inside outer: IdentifierName? = nil) throws(Unreadable) -> PropertyKey {
      let (letter, name) = try letteredWord()
      switch letter {
      case ".": return PropertyKey(stringLiteral: name)
      case "@": return PropertyKey(stored: name, inCode: try word())
      case ":":
        return PropertyKey(stored: name, composed: try word(), inside: outer ?? IdentifierName(written: ""))
      default: throw .damaged
      }
    }

    /// - Parameters:
    ///   - key: The key of the value; `nil` inside an array.
    ///   - outer: The flattened name of the key around that.
    ///   - depth: The number of containers around the value.
    private mutating func value(
      of key: PropertyKey? = nil, inside outer: IdentifierName? = nil, depth: Int = 0
    ) throws(Unreadable) -> TrackedValue {
      // Damaged words must not overflow the stack.
      if depth > 2 * TrackedValue.maximumDepth { throw .damaged }
      let (letter, text) = try letteredWord()
      switch letter {
      case "s": return .string(text)
      case "i": if let value = Int(text) { return .int(value) }
      case "d": if let value = Double(text) { return .double(value) }
      case "t": if let value = Double(text) { return .date(Envelope.Time(timeIntervalSinceReferenceDate: value)) }
      case "b": if text == "1" || text == "0" { return .bool(text == "1") }
      case "n": if text.isEmpty { return .null }
      case "a":
        var values: [TrackedValue] = []
        for _ in 0..<(try count(text)) { values.append(try value(depth: depth + 1)) }
        return .array(values)
      case "p":
        return .properties(
          try properties(try count(text), inside: key?.composedName(inside: outer), depth: depth + 1))
      default: break
      }
      throw .damaged
    }
  }
}

/// The properties that were read last, by their keys. Hundreds of envelopes in a row have the same device and the same
/// keys, which are read once.
///
/// Isolation: one reader at a time.
package final class KnownProperties {
  /// The latest property at each place, with its bytes, of which the first are those of the key. Keys that share a
  /// place replace one another.
  fileprivate var latest: [(bytes: ArraySlice<UInt8>, keyCount: Int, property: TrackedProperty)?]

  package init() { latest = Array(repeating: nil, count: 256) }

  fileprivate static func place(of key: ArraySlice<UInt8>) -> Int { key.reduce(0) { $0 &* 31 &+ Int($1) } & 255 }
}
