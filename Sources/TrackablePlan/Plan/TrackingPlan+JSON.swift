import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension TrackingPlan {
  /// The plan as JSON, for tools: sorted, and with a line for each property, so that a difference is easy to read.
  ///
  /// ```json
  /// {
  ///   "format": 1,
  ///   "events": {
  ///     "MyApp.Events.User.didRateAlbum": {
  ///       "entity": "User",
  ///       "type": "userAction",
  ///       "properties": {
  ///         "MyApp.Keys.albumName": {"types":["string"],"required":true}
  ///       }
  ///     }
  ///   }
  /// }
  /// ```
  ///
  /// The same plan has the same text on every platform. It is what
  /// ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` writes.
  public var json: String {
    let sections: [(String, JSONText)] = [
      ("format", .inline(.int(Self.format))), ("events", .object(events.map { ($0.name, $0.json) })),
      ("properties", properties.json), ("userProperties", userProperties.json), ("traits", traits.json),
      ("notes", .object(notes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) })),
      ("destinations", .object(destinations.map { ($0.name, $0.json) })),
    ]
    return JSONText.object(sections).text(indentation: "") + "\n"
  }

  private static let format = 1

  /// The plan of a text that ``json`` has made. What is no limit of names, such as what a service takes, is not in it.
  ///
  /// - Throws: What is wrong with the text, as a sentence.
  init(json: some Sequence<UInt8>) throws(UnreadablePlan) {
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: Data(json)) } catch { throw UnreadablePlan(error) }
    guard file.format == Self.format else {
      throw UnreadablePlan(reason: "it has format \(file.format), and this version reads format \(Self.format)")
    }
    for (name, event) in (file.events ?? [:]).sorted(by: { $0.key < $1.key }) {
      guard let type = AnalyticsEventType.allCases.first(where: { $0.planName == event.type }) else {
        throw UnreadablePlan(reason: "'\(event.type)', the type of '\(name)', is no type of events")
      }
      events.append(
        Event(name: name, entity: event.entity, eventType: type, properties: try Property.read(event.properties)))
    }
    properties = try Property.read(file.properties)
    userProperties = try Property.read(file.userProperties)
    traits = try Property.read(file.traits)
    notes = file.notes ?? [:]
    destinations = (file.destinations ?? [:]).sorted { $0.key < $1.key }
      .map { name, names in
        Destination(
          name: name, events: names.events ?? [:], userProperties: names.userProperties ?? [:],
          keys: names.keys ?? [:], takesNestedValues: names.nested ?? false)
      }
  }

  /// What the file holds.
  fileprivate struct File: Decodable {
    struct Event: Decodable {
      var entity: String
      var type: String
      var properties: [String: Property]?
    }
    struct Property: Decodable {
      var types: [String]?
      var required: Bool?
      var sensitive: Bool?
    }
    struct Destination: Decodable {
      var nested: Bool?
      var events: [String: String]?
      var userProperties: [String: String]?
      var keys: [String: String]?
    }
    var format: Int
    var events: [String: Event]?
    var properties: [String: Property]?
    var userProperties: [String: Property]?
    var traits: [String: Property]?
    var notes: [String: Note]?
    var destinations: [String: Destination]?
  }
}

/// Why a file is no plan.
struct UnreadablePlan: Error {
  let reason: String

  init(reason: String) { self.reason = reason }

  init(_ error: any Error) {
    reason =
      switch error {
      case DecodingError.dataCorrupted: "it is not valid JSON"
      case DecodingError.keyNotFound(let key, _): "it lacks '\(key.stringValue)'"
      case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
        "'\(context.codingPath.map(\.stringValue).joined(separator: "/"))' is of another type"
      default: "\(error)"
      }
  }
}

extension TrackingPlan.Property {
  fileprivate static func read(_ properties: [String: TrackingPlan.File.Property]?) throws(UnreadablePlan) -> [Self] {
    try (properties ?? [:]).sorted { $0.key < $1.key }
      .map { key, property throws(UnreadablePlan) in
        let types = try (property.types ?? []).map { name throws(UnreadablePlan) in
          guard let type = TrackingPlan.ValueType(rawValue: name) else {
            throw UnreadablePlan(reason: "'\(name)', a type of '\(key)', is no type of values")
          }
          return type
        }
        return Self(
          key: key, types: Set(types), isRequired: property.required ?? false,
          isSensitive: property.sensitive ?? false)
      }
  }

  /// On one line.
  fileprivate var json: JSONText {
    .inline(
      .properties([
        "types" ~>> (types.isEmpty ? nil : types.map(\.rawValue).sorted()),
        "required" ~>> (isRequired ? true : nil), "sensitive" ~>> (isSensitive ? true : nil),
      ]))
  }
}

extension [TrackingPlan.Property] {
  fileprivate var json: JSONText { .object(map { ($0.key, $0.json) }) }
}

extension TrackingPlan.Event {
  fileprivate var json: JSONText {
    .object([
      ("entity", .inline(.string(entity))), ("type", .inline(.string(eventType.planName))),
      ("properties", properties.json),
    ])
  }
}

extension TrackingPlan.Note {
  /// On one line.
  fileprivate var json: JSONText {
    .inline(
      .properties([
        "description" ~>> description, "owner" ~>> owner, "expires" ~>> expires, "values" ~>> values,
      ]))
  }
}

extension TrackingPlan.Destination {
  fileprivate var json: JSONText {
    func object(_ names: [String: String]) -> JSONText {
      .object(names.sorted { $0.key < $1.key }.map { ($0.key, .inline(.string($0.value))) })
    }
    let nesting: [(String, JSONText)] = takesNestedValues ? [("nested", .inline(true))] : []
    return .object(
      nesting + [
        ("events", object(events)), ("userProperties", object(userProperties)), ("keys", object(keys)),
      ])
  }
}

/// JSON of which some is on lines of its own.
private enum JSONText {
  case inline(TrackedValue)
  /// A line for each member. Members that are empty objects of this kind are left out.
  case object([(name: String, value: JSONText)])

  var isEmpty: Bool { if case .object(let members) = self { members.isEmpty } else { false } }

  func text(indentation: String) -> String {
    switch self {
    case .inline(let value): return value.json
    case .object(let members):
      let inner = indentation + "  "
      let lines = members.filter { !$0.value.isEmpty }
        .map { "\(inner)\(TrackedValue.string($0.name).json): \($0.value.text(indentation: inner))" }
      return lines.isEmpty ? "{}" : "{\n" + lines.joined(separator: ",\n") + "\n\(indentation)}"
    }
  }
}
