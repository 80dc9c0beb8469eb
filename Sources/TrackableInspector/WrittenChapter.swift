import Trackable
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file of an inspector's folder, as another process reads it.
struct WrittenChapter: Decodable {
  /// A property, a value that the property overrides, or a value that belongs to another entity.
  struct Property: Decodable {
    let key: Int?
    let `as`: Int?
    let value: WrittenValue?
    let given: WrittenValue?
    let sensitive: Bool?
    let hides: [String]?
    let removed: Bool?
    let from: Int?
    let over: [Property]?
    let identifyingKey: Int?
    let identity: WrittenValue?
  }

  struct Source: Decodable {
    let kind: String
    let type: String?
    let distance: Int
    let root: Bool?
  }

  struct Entry: Decodable {
    let kind: String
    let name: String?
    let `as`: String?
    let type: String?
    let entity: String?
    let screen: String?
    let user: String?
    let groups: [[String]]?
    let time: Double?
    let at: String?
    let operation: String?
    let value: WrittenValue?
    let properties: [Property]?
    let explained: Bool?
    let leftOut: [Property]?
    let unread: [Int]?
    let subject: String?
    let hides: [String]?
    let message: String?
    let remedy: String?
  }

  struct Later: Decodable {}

  let launch: String
  let first: Bool?
  let after: Int
  let entries: [Entry]
  let later: [Later]?
  let keys: [String]
  let sources: [Source]
}

/// The text of a file.
struct WrittenFile {
  /// The JSON inside the call `chapter({…});`, which is the text of a complete file; `nil` if the text is not such a
  /// call.
  let json: String?

  init(_ data: Data) {
    let text = String(decoding: data, as: UTF8.self)
    json = text.hasPrefix("chapter({") && text.hasSuffix("});\n") ? String(text.dropFirst(8).dropLast(3)) : nil
  }
}

/// A value as text with its kind: see ``TrackedValue/inReport``.
struct WrittenValue: Decodable {
  let value: TrackedValue

  /// A string, or the text of a value with its kind.
  private enum Piece: Decodable {
    case string(String)
    case other(kind: String, text: String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .string(text)
      } else if let field = try container.decode([String: String].self).first {
        self = .other(kind: field.key, text: field.value)
      } else {
        throw Unreadable()
      }
    }
  }

  private struct Pieces: Decodable { let pieces: [Piece] }
  private struct Unreadable: Error {}

  init(from decoder: any Decoder) throws {
    let pieces = try (try? Pieces(from: decoder))?.pieces ?? [Piece(from: decoder)]
    var rest = pieces[...]
    value = try Self.takeValue(of: &rest)
  }

  /// A folder of another version may contain anything, so the recursion ends at the greatest depth that a value can
  /// have.
  private static func takeValue(of pieces: inout ArraySlice<Piece>, depth: Int = 0) throws -> TrackedValue {
    guard depth <= TrackedValue.maximumDepth, let piece = pieces.popFirst() else { throw Unreadable() }
    guard case .other(let kind, let text) = piece else {
      if case .string(let text) = piece { return .string(text) }
      throw Unreadable()
    }
    let value: TrackedValue?
    switch kind {
    case "int": value = Int(text).map { .int($0) }
    case "double": value = Double(text).map { .double($0) }
    case "bool": value = Bool(text).map { .bool($0) }
    case "null": value = .null
    case "date": value = Double(text).map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
    case "array":
      let count = min(Int(text) ?? 0, pieces.count)
      value = .array(try (0..<max(0, count)).map { _ in try takeValue(of: &pieces, depth: depth + 1) })
    case "properties":
      var properties = TrackedProperties()
      for _ in 0..<max(0, min(Int(text) ?? 0, pieces.count)) {
        let key = try takeKey(of: &pieces)
        properties[key] = try takeValue(of: &pieces, depth: depth + 1)
      }
      value = .properties(properties)
    default: value = nil
    }
    guard let value else { throw Unreadable() }
    return value
  }

  private static func takeKey(of pieces: inout ArraySlice<Piece>) throws -> PropertyKey {
    var code: String?
    if case .other(kind: "as", let text)? = pieces.first {
      code = text
      pieces.removeFirst()
    }
    guard case .string(let name) = pieces.popFirst() else { throw Unreadable() }
    return code.map { PropertyKey(stored: name, inCode: $0) } ?? PropertyKey(stringLiteral: name)
  }
}
