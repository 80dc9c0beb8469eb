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
    let sections = [
      ("format", "\(Self.format)"), ("events", object(events.map { ($0.name, $0.json) }, depth: 1)),
      ("properties", properties.json(depth: 1)), ("userProperties", userProperties.json(depth: 1)),
      ("traits", traits.json(depth: 1)),
      ("notes", object(notes.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }, depth: 1)),
      ("destinations", object(destinations.map { ($0.name, $0.json) }, depth: 1)),
    ]
    return object(sections, depth: 0) + "\n"
  }

  private static let format = 1

  /// Reads a text that ``json`` has made. The limits of services are not in it.
  ///
  /// - Throws: The reason why the text is no plan, as a sentence.
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
struct UnreadablePlan: Error { let reason: String }

extension UnreadablePlan {
  fileprivate init(_ error: any Error) {
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
  fileprivate var json: String {
    let fields: TrackedProperties = [
      "types" ~>> (types.isEmpty ? nil : types.map(\.rawValue).sorted()), "required" ~>> (isRequired ? true : nil),
      "sensitive" ~>> (isSensitive ? true : nil),
    ]
    return fields.json
  }
}

extension [TrackingPlan.Property] {
  fileprivate func json(depth: Int) -> String { object(map { ($0.key, $0.json) }, depth: depth) }
}

extension TrackingPlan.Note {
  /// On one line.
  fileprivate var json: String {
    let fields: TrackedProperties = [
      "description" ~>> description, "owner" ~>> owner, "expires" ~>> expires, "values" ~>> values,
    ]
    return fields.json
  }
}

extension TrackingPlan.Event {
  fileprivate var json: String {
    let members = [
      ("entity", TrackedValue.string(entity).json), ("type", TrackedValue.string(eventType.planName).json),
      ("properties", properties.json(depth: 3)),
    ]
    return object(members, depth: 2)
  }
}

extension TrackingPlan.Destination {
  fileprivate var json: String {
    func names(_ names: [String: String]) -> String {
      object(names.sorted { $0.key < $1.key }.map { ($0.key, TrackedValue.string($0.value).json) }, depth: 3)
    }
    let text = object(
      [
        ("nested", takesNestedValues ? "true" : ""), ("events", names(events)),
        ("userProperties", names(userProperties)), ("keys", names(keys)),
      ], depth: 2)
    return text.isEmpty ? "{}" : text
  }
}

/// An object with a line for each member that is not empty; empty if there is none.
private func object(_ members: [(name: String, json: String)], depth: Int) -> String {
  let inner = String(repeating: "  ", count: depth + 1)
  let lines = members.filter { !$0.json.isEmpty }.map { "\(inner)\(TrackedValue.string($0.name).json): \($0.json)" }
  return lines.isEmpty ? "" : "{\n" + lines.joined(separator: ",\n") + "\n\(inner.dropLast(2))}"
}
