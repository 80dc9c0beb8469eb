import Trackable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension TrackingPlan {
  /// The plan as JSON, for tools. The text is sorted, and has a line for each property, so that a difference is easy to
  /// read.
  ///
  /// ```json
  /// {
  ///   "format": 2,
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
  /// A plan has the same text on every platform. ``verify(against:allowingAdditions:on:filePath:fileID:line:)`` writes
  /// this text.
  public var json: String {
    let file = File(
      format: File.format, events: events, properties: properties, userProperties: userProperties, groups: groups,
      traits: traits, notes: notesInUse, destinations: destinations)
    // Encoding values of these types never fails.
    let sections = (try? TrackedProperties(encoding: file)) ?? [:]
    let lines = sections.map { section in
      let levels = ["events", "destinations"].contains(section.key.name) ? 3 : 1
      return "  \"\(section.key.name)\": " + section.value.lines(levels: levels, indent: "  ")
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }

  /// Reads the plan of a committed file. So debug builds of the app, its tests and an inspector can use the same plan.
  ///
  /// ```swift
  /// let plan = try TrackingPlan(contentsOf: file)  // in an app, a resource of its bundle
  /// TrackableSystem.bootstrap(trackers.validating(plan))
  /// ```
  ///
  /// The mistake to avoid: a copy of the file beside the app's code, which becomes outdated. Add the committed file
  /// itself to the target.
  ///
  /// Limits: the limits of services are not in the file, because the code that calls
  /// `seen(by:events:keys:nested:within:)` has them.
  ///
  /// Cost: the initializer reads the whole file on the calling thread.
  ///
  /// - Parameter file: A file from ``verify(against:allowingAdditions:on:filePath:fileID:line:)``.
  /// - Throws: An error of the file system, or an error that says why the file is not a plan.
  public init(contentsOf file: URL) throws {
    try self.init(json: Data(contentsOf: file))
  }

  /// Reads a text from ``json``, which does not have the limits of services.
  ///
  /// - Throws: An error that says why the text is not a plan.
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
    guard (1...File.format).contains(file.format) else {
      throw Failure(description: "it has format \(file.format), and this version reads formats to \(File.format)")
    }
    (events, properties, userProperties, groups) = (file.events, file.properties, file.userProperties, file.groups)
    (traits, notes, destinations) = (file.traits, file.notes, file.destinations)
    let types = Set(AnalyticsEventType.allCases.map { "\($0)" })
    for (name, event) in events.inOrder where !types.contains(event.type) {
      throw Failure(description: "'\(event.type)', the type of '\(name)', is no type of events")
    }
    let tables = events.inOrder.map(\.value.properties) + [properties, userProperties, groups, traits]
    for (key, property) in tables.flatMap(\.inOrder) {
      guard let unknown = property.types.first(where: { !TrackedValue.typeNames.contains($0) }) else { continue }
      throw Failure(description: "'\(unknown)', a type of '\(key)', is no type of values")
    }
  }

  /// The content of the file, in its order.
  private struct File: Codable {
    /// The version of the file's format. Raise the version with every new field of the file, so that an earlier version
    /// refuses the file. Without a new number, an earlier version would read the file without the field, and lose the
    /// field when the plan is accepted.
    static let format = 2

    let format: Int
    let events: [String: Event]
    let properties: [String: Property]
    let userProperties: [String: Property]
    let groups: [String: Property]
    let traits: [String: Property]
    let notes: [String: Note]
    let destinations: [String: Destination]
  }
}

// A file leaves out empty lists and `false`. The compiler's coding methods for the types of a plan call these methods
// instead of the standard library's.

extension KeyedEncodingContainer {
  mutating func encode<Value: Encodable>(_ members: [String: Value], forKey key: Key) throws {
    try encodeIfPresent(members.ifAny, forKey: key)
  }

  mutating func encode(_ flag: Bool, forKey key: Key) throws { try encodeIfPresent(flag.ifTrue, forKey: key) }
}

extension KeyedDecodingContainer {
  func decode<Value: Decodable>(_ type: [String: Value].Type, forKey key: Key) throws -> [String: Value] {
    try decodeIfPresent(type, forKey: key) ?? [:]
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decodeIfPresent(type, forKey: key) ?? false }
}

extension TrackedValue {
  /// The value as JSON, with a line for each member of the outer levels.
  fileprivate func lines(levels: Int, indent: String) -> String {
    guard levels > 0, case .properties(let members) = self, !members.isEmpty else { return json }
    let lines = members.map {
      "\(indent)  \(TrackedValue.string($0.key.name).json): \($0.value.lines(levels: levels - 1, indent: indent + "  "))"
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
  }
}
