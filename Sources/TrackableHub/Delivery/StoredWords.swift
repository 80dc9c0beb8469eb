import Trackable

/// The content of an envelope as a list of texts, called *words*. The words keep the order of properties and the kind
/// of each number. A word is stored as its length and its text.
///
/// The first word is the kind of the content. A version of the library that does not know a kind reports that kind, and
/// reads the other envelopes. The first letter of a property's word says the kind of the word:
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

  mutating func append(_ words: String...) { for word in words { append(kind: nil, word) } }

  private mutating func append(kind: Unicode.Scalar?, _ text: String) {
    append(number: UInt32(truncatingIfNeeded: text.utf8.count + (kind == nil ? 0 : 1)))
    if let kind { bytes.append(UInt8(ascii: kind)) }
    bytes += text.utf8
  }

  mutating func append(_ content: Envelope.Content) {
    switch content {
    case .event(let event):
      append((event.screenName == nil ? "event" : "screen") + (event.groups.isEmpty ? "" : "InGroups"))
      append(event.name, event.entity, event.type.rawValue, event.typeName, "\(event.transportOptions.count)")
      // As properties, the options are in the order of their names, without another copy of the code for sorting.
      if case .properties(let options)? = event.transportOptions.trackedValue {
        for option in options { append(option.key.name, option.value.description) }
      }
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
      let composed = key.composedName(inside: outer)
      if key.hasComposedSpelling(inside: outer) {
        append(":" + key.name, composed.text)
      } else if outer == nil, let code = StandardKey.nameInCode(of: key) {
        append("@" + key.name, code)
      } else {
        append(kind: ".", key.name)
      }
      append(property.value, inside: composed)
    }
  }

  // Values are nested at most `TrackedValue.maximumDepth` deep, so recursion ends.
  private mutating func append(_ value: TrackedValue, inside outer: IdentifierName? = nil) {
    switch value {
    case .string(let value): append(kind: "s", value)
    case .int(let value): append(kind: "i", value.description)
    case .double(let value): append(kind: "d", value.description)
    case .bool(let value): append(kind: "b", value ? "1" : "0")
    case .date(let value): append(kind: "t", value.timeIntervalSinceReferenceDate.description)
    case .null: append(kind: "n", "")
    case .array(let values):
      append(kind: "a", values.count.description)
      for value in values { append(value) }
    case .properties(let properties):
      append(kind: "p", properties.count.description)
      append(properties, inside: outer)
    }
  }
}

extension StoredWords {
  /// Why bytes cannot be read as an envelope.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    package static let damaged = Unreadable(description: "The envelope is damaged.")

    static func unknown(_ thing: String) -> Unreadable {
      Unreadable(description: "This version does not know \(thing); a newer one may have stored it.")
    }
  }

  /// Reads the words.
  struct Reader {
    var rest: ArraySlice<UInt8>
    let version: UInt8
    let known: KnownKeys

    mutating func bytes(_ count: Int) throws(Unreadable) -> ArraySlice<UInt8> {
      guard 0...rest.count ~= count else { throw .damaged }
      defer { rest = rest[(rest.startIndex + count)...] }
      return rest[..<(rest.startIndex + count)]
    }

    mutating func number(_ count: Int) throws(Unreadable) -> UInt64 {
      try bytes(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private mutating func text() throws(Unreadable) -> ArraySlice<UInt8> { try bytes(Int(clamping: try number(4))) }

    mutating func word() throws(Unreadable) -> String { String(decoding: try text(), as: UTF8.self) }

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
      if !rest.isEmpty { throw .damaged }
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

    /// Reads a number of elements. A damaged number may be too large, but then the reader throws an error at the end of
    /// the bytes.
    private func count(_ text: String) throws(Unreadable) -> Int {
      guard let count = Int(text), count >= 0 else { throw .damaged }
      return count
    }

    /// - Parameter count: The number of properties; `nil` means all that follow.
    private mutating func properties(
      _ count: Int? = nil, inside outer: IdentifierName? = nil, depth: Int = 0
    ) throws(Unreadable) -> TrackedProperties {
      var properties: [TrackedProperty] = []
      while count.map({ properties.count < $0 }) ?? !rest.isEmpty {
        let (kind, name) = Self.parts(of: try text())
        var key = known.key(name)
        switch kind {
        case ".": break
        case "@": key = PropertyKey(stored: key.name, inCode: try word())
        case ":": key = PropertyKey(stored: key.name, composed: try word(), inside: outer ?? .init(written: ""))
        default: throw .damaged
        }
        properties.append(TrackedProperty(key, try value(inside: key.composedName(inside: outer), depth: depth)))
      }
      return TrackedProperties(again: properties)
    }

    /// - Parameter depth: The number of containers around the value.
    private mutating func value(
      inside outer: IdentifierName? = nil, depth: Int = 0
    ) throws(Unreadable) -> TrackedValue {
      // Damaged words must not overflow the stack.
      if depth > 2 * TrackedValue.maximumDepth { throw .damaged }
      let (kind, bytes) = Self.parts(of: try text())
      let text = String(decoding: bytes, as: UTF8.self)
      switch kind {
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
        return .properties(try properties(try count(text), inside: outer, depth: depth + 1))
      default: break
      }
      throw .damaged
    }

    /// The letter for the kind of a word, and the text behind it. The letter is not a `Character`, because a combining
    /// accent at the start of the text would become a part of that character.
    private static func parts(of word: ArraySlice<UInt8>) -> (kind: Unicode.Scalar?, text: ArraySlice<UInt8>) {
      (word.first.map { Unicode.Scalar($0) }, word.dropFirst())
    }
  }
}

/// A cache of the keys that were read last, because hundreds of envelopes in a row have the same keys.
///
/// Isolation: any thread, but only one reader at a time.
package final class KnownKeys {
  /// A small hash table: the name of a key gives its index, and a key replaces an earlier key with the same index.
  private var keys = Array(repeating: (name: ArraySlice<UInt8>(), key: PropertyKey(stringLiteral: "")), count: 256)

  package init() {}

  fileprivate func key(_ name: ArraySlice<UInt8>) -> PropertyKey {
    // The ends of names differ more than their beginnings.
    let place = name.suffix(8).reduce(name.count) { $0 &* 31 &+ Int($1) } & 255
    if keys[place].name != name {
      keys[place] = (name, PropertyKey(stringLiteral: String(decoding: name, as: UTF8.self)))
    }
    return keys[place].key
  }
}
