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
    // Values of these types can always be encoded.
    let sections = (try? TrackedProperties(encoding: File(self))) ?? [:]
    let lines = sections.map { section in
      let levels = ["events", "destinations"].contains(section.key.name) ? 3 : 1
      return "  \"\(section.key.name)\": " + section.value.lines(levels: levels, indent: "  ")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Reads a text that ``json`` has made. The limits of services are not in it.
  ///
  /// - Throws: The reason why the text is no plan, as a sentence.
  init(json: some Sequence<UInt8>) throws(Failure) {
    let file: File
    do {
      file = try JSONDecoder().decode(File.self, from: Data(json))
    } catch DecodingError.dataCorrupted {
      throw Failure(description: "it is not valid JSON")
    } catch DecodingError.keyNotFound(let key, _) {
      throw Failure(description: "it lacks '\(key.stringValue)'")
    } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
      let path = context.codingPath.map(\.stringValue).joined(separator: "/")
      throw Failure(description: "'\(path)' is of another type")
    } catch {
      throw Failure(description: "\(error)")
    }
    guard file.format == File.format else {
      throw Failure(description: "it has format \(file.format), and this version reads format \(File.format)")
    }
    for (name, event) in (file.events ?? [:]).inOrder {
      guard let type = AnalyticsEventType.allCases.first(where: { $0.planName == event.type }) else {
        throw Failure(description: "'\(event.type)', the type of '\(name)', is no type of events")
      }
      events[name] = Event(entity: event.entity, eventType: type, properties: try Property.all(event.properties))
    }
    properties = try Property.all(file.properties)
    userProperties = try Property.all(file.userProperties)
    traits = try Property.all(file.traits)
    notes = file.notes ?? [:]
    destinations = (file.destinations ?? [:]).mapValues { names in
      Destination(
        events: names.events ?? [:], userProperties: names.userProperties ?? [:], keys: names.keys ?? [:],
        takesNestedValues: names.nested ?? false)
    }
  }

  /// The file, in its order. It leaves out empty lists and `false`.
  fileprivate struct File: Codable {
    /// To be raised with every field that is added to the file. An earlier version then refuses the file. Otherwise it would
    /// read it without the field, and the field would be lost where a plan is accepted.
    static let format = 1

    struct Event: Codable {
      let entity: String
      let type: String
      let properties: [String: Property]?
    }
    struct Property: Codable {
      let types: [String]?
      let required: Bool?
      let sensitive: Bool?
    }
    struct Destination: Codable {
      let nested: Bool?
      let events: [String: String]?
      let userProperties: [String: String]?
      let keys: [String: String]?
    }
    let format: Int
    let events: [String: Event]?
    let properties: [String: Property]?
    let userProperties: [String: Property]?
    let traits: [String: Property]?
    let notes: [String: Note]?
    let destinations: [String: Destination]?
  }
}

extension TrackingPlan.File {
  init(_ plan: TrackingPlan) {
    func file(_ properties: [String: TrackingPlan.Property]) -> [String: Property]? {
      properties.mapValues {
        Property(types: $0.types.sorted().ifAny, required: $0.isRequired.ifTrue, sensitive: $0.isSensitive.ifTrue)
      }.ifAny
    }
    self.init(
      format: Self.format,
      events: plan.events.mapValues {
        Event(entity: $0.entity, type: $0.eventType.planName, properties: file($0.properties))
      }.ifAny,
      properties: file(plan.properties), userProperties: file(plan.userProperties), traits: file(plan.traits),
      notes: plan.notes.ifAny,
      destinations: plan.destinations.mapValues {
        Destination(
          nested: $0.takesNestedValues.ifTrue, events: $0.events.ifAny, userProperties: $0.userProperties.ifAny,
          keys: $0.keys.ifAny)
      }.ifAny)
  }
}

extension TrackingPlan.Property {
  fileprivate typealias File = TrackingPlan.File.Property

  fileprivate init(_ key: String, _ file: File) throws(TrackingPlan.Failure) {
    if let unknown = file.types?.first(where: { !TrackedValue.typeNames.contains($0) }) {
      throw TrackingPlan.Failure(description: "'\(unknown)', a type of '\(key)', is no type of values")
    }
    self.init(types: Set(file.types ?? []), isRequired: file.required ?? false, isSensitive: file.sensitive ?? false)
  }

  fileprivate static func all(_ file: [String: File]?) throws(TrackingPlan.Failure) -> [String: Self] {
    var all: [String: Self] = [:]
    for (key, property) in (file ?? [:]).inOrder { all[key] = try Self(key, property) }
    return all
  }
}

extension TrackedValue {
  /// As JSON, with a line for each member of the outer levels.
  fileprivate func lines(levels: Int, indent: String) -> String {
    guard levels > 0, case .properties(let members) = self, !members.isEmpty else { return json }
    let lines = members.map {
      "\(indent)  \(TrackedValue.string($0.key.name).json): \($0.value.lines(levels: levels - 1, indent: indent + "  "))"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }
}
