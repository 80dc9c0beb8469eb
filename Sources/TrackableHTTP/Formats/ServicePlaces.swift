import Trackable
import TrackableHub

/// The fields of a service for properties of the installation, the visit and the device.
///
/// A field takes the kind of value that the service documents: text, or a whole number for the sizes of a screen.
/// Values of another kind, and keys without a field, stay among the event's properties.
struct ServicePlaces: Sendable {
  /// The IDs of visits that the service takes.
  enum Visits { case all, numbers, none }

  private let places: [(key: StandardKey, object: String, name: String)]
  private let visits: Visits
  private let areProperties: Bool

  /// - Parameters:
  ///   - names: A field for each key: `app/version` for the field `version` in an object `app`.
  ///   - visits: The IDs of visits that the service takes.
  ///   - areProperties: Whether the fields are among the properties, where the app's own properties come first.
  init(_ names: KeyValuePairs<StandardKey, String>, visits: Visits = .all, areProperties: Bool = false) {
    self.visits = visits
    self.areProperties = areProperties
    places = names.map { key, name in
      let parts = name.split(separator: "/").map(String.init)
      return (key, parts.dropLast().first ?? "", parts.last ?? name)
    }
  }

  /// The properties for which the service has a field, in the order of its fields.
  func lift(_ properties: TrackedProperties) -> Lifted {
    let known = properties.compactMap { property in StandardKey(property.key).map { ($0, property) } }
    var lifted = Lifted()
    if known.isEmpty { return lifted }
    for (key, object, name) in places {
      guard let (_, property) = known.first(where: { $0.0 == key }), let value = value(property.value, of: key),
        !areProperties || !properties.contains(where: { $0.key.name == name })
      else { continue }
      lifted.fields.append((object, name, value))
      lifted.names.append(property.key.name)
    }
    return lifted
  }

  private func value(_ value: TrackedValue, of key: StandardKey) -> TrackedValue? {
    switch (key, value) {
    case (.screenWidth, .int), (.screenHeight, .int): value
    case (.visit, .int(let number)): visits == .all ? .string("\(number)") : visits == .numbers ? value : nil
    case (.visit, .string): visits == .all ? value : nil
    case (.visit, _), (.screenWidth, _), (.screenHeight, _): nil
    case (_, .string): value
    default: nil
    }
  }
}

/// The properties that were removed from an event, for other fields of its service.
struct Lifted {
  var fields: [(object: String, name: String, value: TrackedValue)] = []
  /// The names of the properties.
  var names: [String] = []
}

extension JSONWriter {
  /// Writes the fields, and the fields of one object next to each other.
  mutating func fields(of lifted: Lifted) {
    for run in lifted.fields.runs({ $0.object == $1.object }) {
      let (fields, name) = (lifted.fields[run], lifted.fields[run.lowerBound].object)
      let write = { (writer: inout JSONWriter) in for field in fields { writer.field(field.name, field.value) } }
      if name.isEmpty { write(&self) } else { object(name, write) }
    }
  }
}

extension Array {
  /// The ranges of neighbouring elements that are alike.
  func runs(_ areAlike: (Element, Element) -> Bool) -> [Range<Int>] {
    indices.reduce(into: []) { runs, position in
      let begin = runs.last?.lowerBound
      if let begin, areAlike(self[begin], self[position]) {
        runs[runs.count - 1] = begin..<position + 1
      } else {
        runs.append(position..<position + 1)
      }
    }
  }
}
