#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

import Trackable

/// The content of an envelope as a list of words, which keep the order of properties and the kind of every number.
///
/// The first word is the kind of the content: a version that does not know one says so, and reads the others. The first letter of the others says what they are:
///
/// | word | means |
/// |---|---|
/// | `.Keys.year` | a key |
/// | `:details_year`, `keys_album_details_year` | a nested key, and what a style calls it where it is flattened |
/// | `stext`, `i1971`, `d0.5`, `b1`, `n` | a string, a whole number, a double, true, null |
/// | `t785473114.25` | a date, in seconds from the reference date |
/// | `a2` | an array: its two values follow |
/// | `p2` | properties: two keys and values follow |
package struct StoredWords {
  package private(set) var words: [String] = []

  package init() {}

  /// Deeper values are stored as JSON text. The value of a property is at most `TrackedValue.maximumDepth` deep.
  static let maximumDepth = 2 * TrackedValue.maximumDepth

  package mutating func append(_ content: Envelope.Content) {
    switch content {
    case .event(let event):
      words.append(event.groups.isEmpty ? "event" : "eventInGroups")
      words += [event.name, event.entity, event.type.rawValue, event.typeName]
      words.append("\(event.transportOptions.count)")
      for (name, value) in event.transportOptions.sorted(by: { $0.key < $1.key }) { words += [name, value] }
      if !event.groups.isEmpty { append(.properties(event.groups)) }
      append(event.properties)
    case .userProperty(let name, let value, let operation):
      let kind =
        switch operation {
        case .set: "userProperty"
        case .setOnce: "setOnce"
        case .increment: "increment"
        case .unset: "unset"
        case .group: "group"
        }
      words += [kind, name]
      append(value)
      if case .group(let traits) = operation { append(traits) }
    case .identify(let userID, let traits):
      words += ["identify", userID]
      append(traits)
    case .reset: words.append("reset")
    case .error(let message, let location): words += ["error", message, location]
    case .purge: words.append("purge")
    }
  }

  private mutating func append(_ properties: TrackedProperties) {
    for property in properties { append(property, depth: 1) }
  }

  /// - Parameters:
  ///   - outer: The properties that this one is nested in.
  ///   - depth: How deep a container is nested if the value is one.
  private mutating func append(_ property: TrackedProperty, inside outer: IdentifierName? = nil, depth: Int) {
    let key = property.key
    let composed = key.composedName(inside: outer)
    words += key.hasComposedSpelling(inside: outer) ? [":" + key.name, composed.text] : ["." + key.name]
    append(property.value, inside: composed, depth: depth)
  }

  private mutating func append(_ value: TrackedValue, inside outer: IdentifierName? = nil, depth: Int = 1) {
    switch value {
    case .string(let value): words.append("s" + value)
    case .int(let value): words.append("i\(value)")
    case .double(let value): words.append("d\(value)")
    case .bool(let value): words.append(value ? "b1" : "b0")
    case .date(let value): words.append("t\(value.timeIntervalSinceReferenceDate)")
    case .null: words.append("n")
    case .array where depth > Self.maximumDepth, .properties where depth > Self.maximumDepth:
      words.append("s" + value.json)
    case .array(let values):
      words.append("a\(values.count)")
      for value in values { append(value, depth: depth + 1) }
    case .properties(let properties):
      words.append("p\(properties.count)")
      for property in properties { append(property, inside: outer, depth: depth + 1) }
    }
  }
}

extension StoredWords {
  /// Why words are not the content of an envelope.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// Reads what was written.
  package struct Reader {
    private var rest: ArraySlice<String>
    private let version: UInt64

    /// - Parameter version: The form of the envelope.
    package init(_ words: [String], version: UInt64 = Envelope.version) {
      rest = words[...]
      self.version = version
    }

    package mutating func content() throws(Unreadable) -> Envelope.Content {
      let kind = try next()
      let content: Envelope.Content =
        switch kind {
        case "event": .event(try event(isInGroups: false))
        case "eventInGroups": .event(try event(isInGroups: true))
        case "userProperty": try userProperty(.set)
        case "setOnce": try userProperty(.setOnce)
        case "increment": try userProperty(.increment)
        case "unset": try userProperty(.unset)
        case "group": try userProperty(.group())
        case "identify": .identify(userID: try next(), traits: try properties(untilEnd: ()))
        case "reset": .reset
        case "error": .error(message: try next(), location: try next())
        case "purge": .purge
        default:
          throw Unreadable(
            description: "This version does not know the kind of content '\(kind)'; a newer one may have stored it.")
        }
      if !rest.isEmpty { throw Unreadable(description: "The content has \(rest.count) words too many.") }
      return content
    }

    private mutating func userProperty(_ operation: UserPropertyOperation) throws(Unreadable) -> Envelope.Content {
      let (name, value) = (try next(), try value(depth: 0))
      guard case .group = operation else { return .userProperty(name: name, value: value, operation: operation) }
      return .userProperty(name: name, value: value, operation: .group(traits: try properties(untilEnd: ())))
    }

    private mutating func event(isInGroups: Bool) throws(Unreadable) -> Envelope.Event {
      var event = Envelope.Event(name: try next(), entity: try next(), type: try eventType(), properties: [])
      if version > 1 {
        event.typeName = try next()
        guard let count = Int(try next()), 0...rest.count / 2 ~= count else {
          throw Unreadable(description: "The options of an event end too early.")
        }
        for _ in 0..<count {
          let name = try next()
          event.transportOptions[name] = try next()
        }
      }
      if isInGroups {
        guard case .properties(let groups) = try value(depth: 0) else {
          throw Unreadable(description: "The groups of an event are none.")
        }
        event.groups = groups
      }
      event.properties = try properties(untilEnd: ())
      return event
    }

    private mutating func next() throws(Unreadable) -> String {
      guard let word = rest.popFirst() else { throw Unreadable(description: "The content ends too early.") }
      return word
    }

    /// What follows the first letter. Not a `Character`, which text that begins with an accent would be a part of.
    private static func text(of word: String) -> String { String(word.unicodeScalars.dropFirst()) }

    private mutating func eventType() throws(Unreadable) -> AnalyticsEventType {
      let code = try next()
      if let type = AnalyticsEventType(rawValue: code) { return type }
      throw Unreadable(
        description: "This version does not know the type of event '\(code)'; a newer one may have stored it.")
    }

    private mutating func properties(untilEnd: Void) throws(Unreadable) -> TrackedProperties {
      var properties: [TrackedProperty] = []
      while !rest.isEmpty { properties.append(try property(depth: 0)) }
      return TrackedProperties(properties)
    }

    private mutating func property(
      inside outer: IdentifierName? = nil, depth: Int
    ) throws(Unreadable) -> TrackedProperty {
      let word = try next()
      let name = Self.text(of: word)
      let key: PropertyKey
      switch word.unicodeScalars.first {
      case ".": key = PropertyKey(name)
      case ":": key = PropertyKey(stored: name, composed: try next(), inside: outer ?? IdentifierName(written: ""))
      default: throw Unreadable(description: "A word that should be a key is none.")
      }
      return TrackedProperty(key, try value(inside: key.composedName(inside: outer), depth: depth))
    }

    /// - Parameter depth: In how many containers the value is.
    private mutating func value(
      inside outer: IdentifierName? = nil, depth: Int
    ) throws(Unreadable) -> TrackedValue {
      // Whoever damaged the words must not use up the stack.
      if depth > StoredWords.maximumDepth { throw Unreadable(description: "The content is nested too deep.") }
      let word = try next()
      let text = Self.text(of: word)
      switch word.unicodeScalars.first {
      case "s": return .string(text)
      case "i": if let value = Int(text) { return .int(value) }
      case "d": if let value = Double(text) { return .double(value) }
      case "t": if let value = Double(text) { return .date(Date(timeIntervalSinceReferenceDate: value)) }
      case "b": if text == "1" || text == "0" { return .bool(text == "1") }
      case "n": if text.isEmpty { return .null }
      case "a":
        guard let count = Int(text), 0...rest.count ~= count else { break }
        var values: [TrackedValue] = []
        for _ in 0..<count { values.append(try value(depth: depth + 1)) }
        return .array(values)
      case "p":
        guard let count = Int(text), 0...rest.count ~= count else { break }
        var properties: [TrackedProperty] = []
        for _ in 0..<count { properties.append(try property(inside: outer, depth: depth + 1)) }
        return .properties(TrackedProperties(properties))
      default: break
      }
      throw Unreadable(description: "A word that should be a value is none.")
    }
  }
}
